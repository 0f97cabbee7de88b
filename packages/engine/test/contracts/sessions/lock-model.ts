import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Session, SessionStatus } from '../../../src/memory/sessions/session.ts';
import { type OpenSessionRoom, type SessionRoom, TTL_MS } from './session-room.ts';

/** The oracle: one session as the rules have it. Its time is in ms from the start and moves only by `passTime`. */
interface ModelSession {
  status: SessionStatus;
  epoch: number;
  workerId: string | null;
  /** Which of its claims holds it: the nth one; null = nobody. */
  holder: number | null;
  expiresAt: number;
}

interface Model {
  now: number;
  readonly sessions: ModelSession[];
}

/** The system under test, with the tokens of each session in the order of its claims. */
interface Real extends SessionRoom {
  readonly tokens: string[][];
}

type Command = fc.AsyncCommand<Model, Real>;

const nameOf = (n: number): string => `s${n}`;
const isOpen = ({ status }: ModelSession): boolean => ['queued', 'claimed', 'working'].includes(status);
const isFree = (session: ModelSession, now: number): boolean =>
  session.status === 'queued' || (session.holder !== null && session.expiresAt <= now);

function unlock(session: ModelSession, status: SessionStatus): void {
  Object.assign(session, { status, workerId: null, holder: null });
}

function lock(session: ModelSession, { now }: Model, workerId: string, claim: number): void {
  Object.assign(session, { status: 'claimed', workerId, holder: claim, expiresAt: now + TTL_MS });
}

function expectAgreement(actual: Session, { status, epoch, workerId }: ModelSession): void {
  expect(actual).toMatchObject({ status, epoch, workerId });
}

/** A command on one session that exists. */
function on(text: string, n: number, run: (session: ModelSession, model: Model, real: Real) => Promise<void>): Command {
  return {
    check: (model) => n < model.sessions.length,
    run: (model, real) => run(model.sessions[n]!, model, real),
    toString: () => text,
  };
}

const create = (): Command => ({
  check: (model) => model.sessions.length < 3,
  async run(model, real) {
    const { created } = await real.sessions.create({ id: nameOf(model.sessions.length) });
    expect(created).toBe(true);
    model.sessions.push({ status: 'queued', epoch: 0, workerId: null, holder: null, expiresAt: 0 });
    real.tokens.push([]);
  },
  toString: () => 'create',
});

const passTime = (ms: number): Command => ({
  check: () => true,
  async run(model, real) {
    await real.passTime(ms);
    model.now += ms;
  },
  toString: () => `passTime ${ms}`,
});

const claim = (n: number, workerId: string): Command =>
  on(`claim ${n} by ${workerId}`, n, async (session, model, real) => {
    const claiming = real.sessions.claim(nameOf(n), { workerId, ttlMs: TTL_MS });
    if (!isOpen(session)) {
      await expect(claiming).rejects.toMatchObject({ code: 'session-transition-refused' });
      return;
    }
    const result = await claiming;
    expect(result.outcome).toBe(isFree(session, model.now) ? 'claimed' : 'held');
    if (result.outcome === 'claimed') lock(session, model, workerId, real.tokens[n]!.push(result.lockToken) - 1);
    expectAgreement(result.session, session);
  });

const claimNext = (workerId: string): Command => ({
  check: () => true,
  async run(model, real) {
    const free = model.sessions.filter((session) => isFree(session, model.now));
    const abandoned = free.filter(({ holder }) => holder !== null).toSorted((a, b) => a.expiresAt - b.expiresAt);
    const result = await real.sessions.claimNext({ workerId, ttlMs: TTL_MS });
    expect(result === null).toBe(free.length === 0);
    if (!result) return;
    const n = Number(result.session.id.slice(1));
    const session = model.sessions[n]!;
    // Of two whose locks ended together in the model, either is right: the database saw them a moment apart.
    if (abandoned.length > 0) expect(session.expiresAt).toBe(abandoned[0]!.expiresAt);
    else expect(session).toBe(free[0]);
    lock(session, model, workerId, real.tokens[n]!.push(result.lockToken) - 1);
    expectAgreement(result.session, session);
  },
  toString: () => `claimNext by ${workerId}`,
});

type HolderVerb = 'refresh' | 'release' | 'complete' | 'fail';
const ENDINGS = { refresh: 'refreshed', release: 'released', complete: 'completed', fail: 'failed' } as const;
const STATUS_AFTER = { refresh: 'working', release: 'queued', complete: 'completed', fail: 'failed' } as const;

/** With the token of any claim that the session ever had: the latest one (`back` 0) or an older one. */
const holderCall = (verb: HolderVerb, n: number, back: number): Command =>
  on(`${verb} ${n} with token -${back}`, n, async (session, model, real) => {
    const tokens = real.tokens[n]!;
    const claimNumber = tokens.length - 1 - back;
    if (claimNumber < 0) return;
    const { sessions } = real;
    const call = {
      refresh: (token: string) => sessions.refreshLock(nameOf(n), token, { ttlMs: TTL_MS }),
      release: (token: string) => sessions.release(nameOf(n), token),
      complete: (token: string) => sessions.complete(nameOf(n), token),
      fail: (token: string) => sessions.fail(nameOf(n), token),
    }[verb];
    const result = await call(tokens[claimNumber]!);
    expect(result.outcome).toBe(session.holder === claimNumber ? ENDINGS[verb] : 'lock-lost');
    if (session.holder === claimNumber) {
      if (verb === 'refresh') Object.assign(session, { status: 'working', expiresAt: model.now + TTL_MS });
      else unlock(session, STATUS_AFTER[verb]);
    }
    expectAgreement(result.session, session);
  });

const stop = (n: number): Command =>
  on(`stop ${n}`, n, async (session, _model, real) => {
    const stopping = real.sessions.stop(nameOf(n));
    if (session.status === 'completed' || session.status === 'failed') {
      await expect(stopping).rejects.toMatchObject({ code: 'session-transition-refused' });
      return;
    }
    unlock(session, 'stopped');
    expectAgreement(await stopping, session);
  });

const startEpoch = (n: number, back: number): Command =>
  on(`startEpoch ${n}, report -${back}`, n, async (session, _model, real) => {
    const expectedEpoch = Math.max(0, session.epoch - back);
    const starting = real.sessions.startEpoch(nameOf(n), expectedEpoch);
    if (!isOpen(session) && expectedEpoch === session.epoch) {
      await expect(starting).rejects.toMatchObject({ code: 'session-transition-refused' });
      return;
    }
    const { started, session: actual } = await starting;
    expect(started).toBe(expectedEpoch === session.epoch);
    if (started) session.epoch += 1;
    expectAgreement(actual, session);
  });

const anySession = fc.nat({ max: 2 });
const anyWorker = fc.constantFrom('w1', 'w2');
const COMMANDS: fc.Arbitrary<Command>[] = [
  fc.constant(create()),
  fc.constantFrom(TTL_MS / 3, TTL_MS).map(passTime),
  fc.tuple(anySession, anyWorker).map(([n, worker]) => claim(n, worker)),
  anyWorker.map(claimNext),
  fc
    .tuple(
      fc.constantFrom<HolderVerb>('refresh', 'refresh', 'release', 'complete', 'fail'),
      anySession,
      fc.nat({ max: 1 }),
    )
    .map(([verb, n, back]) => holderCall(verb, n, back)),
  anySession.map(stop),
  fc.tuple(anySession, fc.nat({ max: 1 })).map(([n, back]) => startEpoch(n, back)),
];

/** Any order of calls against the oracle: never two holders, what ran out is taken over, nothing leaves an end. */
export function lockModel(room: OpenSessionRoom): void {
  test('agrees with the rules after every call', async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(COMMANDS, { maxCommands: 40, size: 'max' }), async (commands) => {
        const setup = (): { model: Model; real: Real } => ({
          model: { now: 0, sessions: [] },
          real: { ...room(), tokens: [] },
        });
        await fc.asyncModelRun(setup, commands);
      }),
      { numRuns: 60 },
    );
  });
}
