import type { Clock } from '../../clock.ts';
import { InklingError } from '../../errors.ts';
import type { DatabaseDriver, Row, Statement } from '../database.ts';

/**
 * An agent's event asks for one thing after another: who has been asked for nothing this long is in nobody's way. And it leaves several things
 * to be written, some 10 ms behind its answer: what waits this long meets the others.
 */
const QUIET_MS = 15;

/**
 * Where agents leave no quiet, what has waited this long goes right behind an answer: whoever has it is busy with it for a while. At any other
 * moment it stands before the next question, which then waits for it: with events without pause the slowest of a hundred took 3 ms more.
 */
const PRESSED_MS = 100;

/** What has waited this long runs all the same: beside an import there is not even that. */
const LONGEST_WAIT_MS = 250;

/**
 * Statements of one transaction, as many as a tool call leaves. Each transaction less saves a sync of the disk and 0.4 ms; whoever comes in the
 * middle of one waits for all of it, some 3 ms.
 */
const MOST_STATEMENTS = 6;

/** As many as are written while an answer is ranked and the next event is searched for, some 3 ms. */
const PRESSED_STATEMENTS = 4;

/** A disk that hangs must not fill the memory: some 3 KB each. */
const MOST_UNWRITTEN = 4000;

interface Waiting {
  readonly orgId: string | null;
  readonly statements: readonly Statement[];
  readonly since: number;
  readonly resolve: (rows: Row[][]) => void;
  readonly reject: (reason: unknown) => void;
}

interface BackgroundQueue {
  readonly driver: DatabaseDriver;
  readonly clock: Clock;
  waiting: Waiting[];
  /** How many wait or are being written. */
  unwritten: number;
  /** Requests under way that somebody waits for. */
  ahead: number;
  /** When the last of them ended. */
  quietSince: number;
  /** What this queue sent last; null once it is answered. */
  sending: Promise<void> | null;
  cancelLook: (() => void) | null;
}

/**
 * Over an adapter whose requests wait for one another: what nobody waits for goes when nothing else has been asked for a moment, one
 * transaction at a time, and what waits for the same organisation goes together. Each is written whole or not at all, as if it had gone alone.
 * What comes while {@link MOST_UNWRITTEN} are not written is refused with `database-unavailable`.
 */
export function withBackgroundQueue(driver: DatabaseDriver, clock: Clock): DatabaseDriver {
  const queue: BackgroundQueue = {
    driver,
    clock,
    waiting: [],
    unwritten: 0,
    ahead: 0,
    quietSince: Number.NEGATIVE_INFINITY,
    sending: null,
    cancelLook: null,
  };
  return {
    ...driver,
    run: (orgId, statements, options) => ahead(queue, () => driver.run(orgId, statements, options)),
    runInBackground: (orgId, statements) => enqueue(queue, orgId, statements),
    settled: () => settled(queue),
    close: () => {
      // Who waits for them hears of them; closing comes behind.
      void Promise.all(sendAll(queue));
      return driver.close();
    },
  };
}

function enqueue(queue: BackgroundQueue, orgId: string | null, statements: readonly Statement[]): Promise<Row[][]> {
  if (queue.unwritten >= MOST_UNWRITTEN) return Promise.reject(tooMuchUnwritten());
  queue.unwritten += 1;
  return new Promise((resolve, reject) => {
    queue.waiting.push({ orgId, statements, since: queue.clock.monotonic(), resolve, reject });
    look(queue);
  });
}

const tooMuchUnwritten = (): InklingError =>
  new InklingError('database-unavailable', `${MOST_UNWRITTEN} writes wait for the embedded database already.`, {
    hint: 'Check whether its disk is full or hangs. What should have been logged meanwhile is lost.',
  });

async function ahead(queue: BackgroundQueue, run: () => Promise<Row[][]>): Promise<Row[][]> {
  queue.ahead += 1;
  try {
    return await run();
  } finally {
    queue.ahead -= 1;
    queue.quietSince = queue.clock.monotonic();
    if (queue.waiting.length > 0) lookAfterAnswer(queue);
  }
}

function lookAfterAnswer(queue: BackgroundQueue): void {
  const [first] = queue.waiting;
  const isPressed = first !== undefined && queue.quietSince - first.since >= PRESSED_MS;
  if (isPressed && queue.ahead === 0 && !queue.sending) send(queue, PRESSED_STATEMENTS);
  else look(queue);
}

/** Sends what is first when it is its turn, else looks again when it may be. */
function look(queue: BackgroundQueue): void {
  queue.cancelLook?.();
  queue.cancelLook = null;
  const [first] = queue.waiting;
  if (!first || queue.sending) return;
  const now = queue.clock.monotonic();
  const untilLate = first.since + LONGEST_WAIT_MS - now;
  const untilQuiet = queue.ahead > 0 ? untilLate : Math.max(queue.quietSince, first.since) + QUIET_MS - now;
  const wait = Math.ceil(Math.min(untilLate, untilQuiet));
  if (wait > 0) queue.cancelLook = queue.clock.schedule(() => look(queue), wait);
  else send(queue);
}

function send(queue: BackgroundQueue, most?: number): void {
  queue.sending = write(queue, takeJoint(queue, most)).finally(() => {
    queue.sending = null;
    look(queue);
  });
}

/** What is first, and what of the same organisation fits into its transaction. */
function takeJoint(queue: BackgroundQueue, most = MOST_STATEMENTS): readonly Waiting[] {
  const orgId = queue.waiting[0]?.orgId;
  let left = most;
  const joint: Waiting[] = [];
  for (const one of queue.waiting) {
    if (one.orgId !== orgId) continue;
    if (joint.length > 0 && one.statements.length > left) break;
    left -= one.statements.length;
    joint.push(one);
  }
  queue.waiting = queue.waiting.filter((one) => !joint.includes(one));
  return joint;
}

/** Never rejects: who waits for one of them hears what became of it. */
async function write(queue: BackgroundQueue, joint: readonly Waiting[]): Promise<void> {
  const [first, ...others] = joint;
  if (!first) return;
  try {
    const rows = await queue.driver.run(
      first.orgId,
      joint.flatMap(({ statements }) => statements),
    );
    queue.unwritten -= joint.length;
    let from = 0;
    for (const { statements, resolve } of joint) resolve(rows.slice(from, (from += statements.length)));
  } catch (error) {
    if (others.length > 0) {
      // One of them cannot be written, and all were taken back: the others are not lost with it.
      for (const one of joint) await write(queue, [one]);
      return;
    }
    queue.unwritten -= 1;
    first.reject(error);
  }
}

/** Nobody is given way to any more: whoever asks for it must see what was to be written before. */
async function settled(queue: BackgroundQueue): Promise<void> {
  await Promise.all([queue.sending, ...sendAll(queue)]);
}

function sendAll(queue: BackgroundQueue): Promise<void>[] {
  const sent: Promise<void>[] = [];
  while (queue.waiting.length > 0) sent.push(write(queue, takeJoint(queue)));
  return sent;
}
