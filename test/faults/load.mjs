// Writers and workers that go on whatever happens, and write into the ledger what was acknowledged to them.
import { setTimeout as pause } from 'node:timers/promises';

const TTL_MS = 60_000;
/** A daemon that hangs is given up. */
const PATIENCE_MS = 2_000;
const AGAIN_MS = 20;

/** Asks one of the daemons; null = it did not answer, or not with success. `place()` answers where to ask, now. */
export function createAsk(place) {
  return async (call, body) => {
    const { url, token } = place();
    const [method, path] = call.split(' ');
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const init = { method, headers, signal, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    try {
      const response = await fetch(`${url}${path}`, init);
      const text = await response.text();
      return { status: response.status, answer: JSON.parse(text) };
    } catch (error) {
      return { status: 0, answer: null, error };
    }
  };
}

/** Starts the load; `stop` resolves when nothing is under way. `firstSince(moment)`: when the first write behind it was acknowledged. */
export function startLoad({ ask, ledger, sessions, writers = 2 }) {
  const load = { ask, ledger, isOver: false, last: -Infinity, waiting: [] };
  const loops = [
    ...Array.from({ length: writers }, (_, writer) => write(load, writer)),
    ...sessions.map((sessionId, worker) => work(load, sessionId, worker)),
  ];
  return {
    firstSince: (moment) =>
      load.last > moment ? Promise.resolve(load.last) : new Promise((resolve) => load.waiting.push(resolve)),
    async stop() {
      load.isOver = true;
      await Promise.all(loops);
    },
  };
}

async function write(load, writer) {
  for (let n = 0; !load.isOver; n += 1) {
    const content = `Fact ${writer}-${n}-${performance.now()}: the port of service ${writer}.`;
    const { status, answer } = await load.ask('POST /v1/observations', { content, projectId: 'faults' });
    if (status !== 200) {
      await pause(AGAIN_MS);
      continue;
    }
    load.ledger.stored(answer.id, content);
    load.last = performance.now();
    for (const resolve of load.waiting.splice(0)) resolve(load.last);
  }
}

/** A worker of one session: what it holds, what its agent has and has to be acknowledged, and whether its last heartbeat got an answer. */
async function work(load, sessionId, worker) {
  const { ask, ledger } = load;
  const path = `/v1/sessions/${sessionId}`;
  const state = { held: null, toAck: null, isUnknown: false };
  for (let n = 0; !load.isOver; n += 1) {
    if (state.held === null) {
      const { answer } = await ask(`POST ${path}/claim`, { workerId: `w${worker}`, ttlMs: TTL_MS });
      if (answer?.outcome === 'claimed') state.held = answer.lockToken;
      else await pause(AGAIN_MS);
      continue;
    }
    const text = `Block ${sessionId}-${n}-${performance.now()}`;
    const put = await ask(`POST ${path}/injects`, { text });
    if (put.status === 200) ledger.enqueued(sessionId, text);
    const body = { lockToken: state.held, ttlMs: TTL_MS, ackDeliveryId: state.toAck };
    settle(load, sessionId, state, await ask(`POST ${path}/beat`, body));
    if (state.isUnknown) await pause(AGAIN_MS);
  }
}

function settle({ ledger }, sessionId, state, { status, answer }) {
  state.isUnknown ||= status !== 200;
  if (status !== 200) return;
  if (answer.outcome === 'lock-lost') {
    [state.held, state.toAck] = [null, null];
    return;
  }
  if (answer.acked) ledger.acked(sessionId, state.toAck);
  if (answer.outcome === 'inject') ledger.delivered(sessionId, answer.inject, state.isUnknown);
  else ledger.nothing(sessionId);
  state.toAck = answer.inject?.deliveryId ?? null;
  state.isUnknown = false;
}
