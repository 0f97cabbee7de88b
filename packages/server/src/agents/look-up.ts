import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { ProviderHookEvent } from '@inkling/engine';
import { isTestFile } from '../code-graph/test-file.ts';
import { relativePath } from '../project/relative-path.ts';
import type { AgentSession, HookServicePorts, OpenQuestion } from './agent-session.ts';

/** Questions of a session that wait for an answer, and how often each is asked. */
const MOST_OPEN = 2;
const MOST_TRIES = 3;

/** What is asked: a tool call's or a prompt's own fields. */
export type Question = Pick<
  ProviderHookEvent,
  'type' | 'toolName' | 'toolInput' | 'toolUseId' | 'directory' | 'failure'
>;

/** The look-up of a tool call begins; it goes on while the tool runs. */
export async function beginLookUp(ports: HookServicePorts, session: AgentSession, question: Question): Promise<void> {
  await ports.subscriber.handleHookEvent(await eventOf(ports, session, question));
}

/**
 * What memory has for an event, and for earlier ones that were given up: an event has a tenth of a second, and a machine may be busy. The newest of
 * such questions are looked up again while the agent goes on, and the session's next event takes what was found. `isNow` false = the event's own
 * question waits for the next event too.
 */
export async function lookUp(
  ports: HookServicePorts,
  session: AgentSession,
  question: Question,
  isNow: boolean = true,
): Promise<void> {
  const own: OpenQuestion = { event: await eventOf(ports, session, question), tries: 0, isOutOfTime: false };
  await askAll(ports, session, isNow ? [own] : []);
  if (!isNow) session.open.splice(0, session.open.length, ...[...session.open, own].slice(-MOST_OPEN));
}

/** As {@link lookUp}, for an event that has more time than a tool call: what is given up is asked again at once, and if need be with later events. */
export async function lookUpPatiently(
  ports: HookServicePorts,
  session: AgentSession,
  question: Question,
): Promise<void> {
  await lookUp(ports, session, question);
  const isOpen = (): boolean =>
    session.open.some(({ event, isOutOfTime }) => isOutOfTime && event.toolInput === question.toolInput);
  for (let again = 0; again < MOST_TRIES && isOpen(); again += 1)
    // A machine that stands still for a moment would use up the tries of the events to come.
    await askAll(ports, session, [], 0);
}

/** Asks what is open and these; what is given up is begun again. */
async function askAll(
  ports: HookServicePorts,
  session: AgentSession,
  questions: readonly OpenQuestion[],
  counts: 0 | 1 = 1,
): Promise<void> {
  const earlier = session.open.splice(0);
  const asked = await Promise.all([...earlier, ...questions].map((one) => ask(ports, one, counts)));
  const again = asked.filter((one) => one !== null).slice(-MOST_OPEN);
  session.open.push(...again);
  await Promise.all(again.map(({ event }) => ports.subscriber.handleHookEvent({ ...event, type: 'pre-tool-use' })));
}

/** Memories name files from the top of the repository; what stands above it would be words that nobody asked for. */
async function eventOf(
  { memory, clock, topOf }: HookServicePorts,
  session: AgentSession,
  question: Question,
): Promise<ProviderHookEvent> {
  const { id: sessionId, client: agentId, projectId, settings } = session;
  const config = settings.inSession;
  const event = { ...question, config, orgId: memory.orgId, sessionId, agentId, projectId, emittedAt: clock.now() };
  const { directory } = question;
  if (directory === undefined) return event;
  const root = (await topOf(directory)) ?? directory;
  return { ...event, directory: root, pathOf: (path) => relativePath(path, { root, directory }) };
}

/** The question as it is to be asked again; null = it was answered, or asked often enough. */
async function ask(
  { subscriber }: HookServicePorts,
  { event, tries }: OpenQuestion,
  counts: 0 | 1,
): Promise<OpenQuestion | null> {
  const { outcome, degraded } = await subscriber.handleHookEvent(event);
  // What is found without the index, which a daemon that has just started still loads, is not all.
  const isOutOfTime = outcome === 'budget-exceeded';
  const isOpen = isOutOfTime || (outcome === 'no-match' && degraded === 'cold-index');
  if (!isOpen || tries >= MOST_TRIES) return null;
  // Under a number of its own: what was begun under the old one has been taken.
  return { event: { ...event, toolUseId: randomUUID() }, tries: tries + counts, isOutOfTime };
}

/** A line of the project's own code. */
interface FailingPlace {
  /** As the failure names it. */
  readonly file: string;
  readonly line: number;
}

/** The end of a failure says what failed, and more than this is a log. */
const MOST_CHARACTERS = 65_536;
const MOST_PLACES = 200;

// `src/a.ts:12:5`, `src/a.ts(12,5)` and `File "src/a.py", line 12`. Names are bounded: linear.
const PLACE = /(?:^|[\s("'[])([\w@.+\\/-]{1,300}\.[a-z]{1,5})(?:"?, line |\(|:)(\d{1,6})/giu;

const OF_OTHERS =
  /(?:^|[\\/])(?:node_modules|site-packages|dist-packages|vendor|\.venv|venv|\.cargo|go[\\/]pkg)[\\/]|^[\\/]usr[\\/]/u;

/**
 * Where a command failed in the project's own code, tests aside: the innermost place that its output names. Python prints that last, all others
 * first. null = it names none.
 */
export function failingPlace(output: string, directory: string | null): FailingPlace | null {
  const places: FailingPlace[] = [];
  for (const [, file, line] of output.slice(-MOST_CHARACTERS).matchAll(PLACE)) {
    if (isOwnCode(file!, directory)) places.push({ file: file!, line: Number(line) });
    if (places.length === MOST_PLACES) break;
  }
  const [first = null] = places;
  return first?.file.endsWith('.py') ? places.at(-1)! : first;
}

function isOwnCode(file: string, directory: string | null): boolean {
  if (OF_OTHERS.test(file) || isTestFile(file)) return false;
  if (!path.isAbsolute(file)) return !file.startsWith('..');
  return directory !== null && !path.relative(directory, file).startsWith('..');
}
