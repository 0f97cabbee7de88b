// Watches the one thread of an embedded database: its transactions, how long each kept it busy, and the processor time of the thread, which
// does not depend on what else the machine does. To be called before the database is opened. Processor times are read from Linux' /proc.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

const TASKS = '/proc/self/task';

/** Requests run one after the other in the order of their sending: one is at work from when it was sent, or the one before it was answered. */
export function watchConnection() {
  const open = new Map();
  const heard = new WeakSet();
  let transactions = [];
  let freeAt = 0;
  let processorTime = () => null;
  let spent = null;
  function answered({ type, id }) {
    const request = open.get(id);
    if (request === undefined || (type !== 'done' && type !== 'failed')) return;
    open.delete(id);
    const now = performance.now();
    const spentBefore = spent;
    spent = processorTime();
    const processorMs = spent === null || spentBefore === null ? null : spent - spentBefore;
    transactions.push({ kind: request.kind, ms: now - Math.max(request.sentAt, freeAt), processorMs });
    freeAt = now;
  }
  const { value: post } = Object.getOwnPropertyDescriptor(Worker.prototype, 'postMessage');
  Worker.prototype.postMessage = function postMessage(message, transfer) {
    if (message?.type === 'run' && 'isWarmUp' in message) {
      if (!heard.has(this)) this.on('message', answered);
      heard.add(this);
      open.set(message.id, { kind: kindOf(message.statements), sentAt: performance.now() });
    }
    return post.call(this, message, transfer);
  };
  return {
    /** Begins anew, with a way to tell processor time where there is one. */
    reset(timeOf) {
      transactions = [];
      processorTime = timeOf;
      spent = timeOf();
    },
    transactions: () => transactions,
  };
}

function kindOf(statements) {
  const names = statements.map(({ name, text }) => name ?? text.trim().replaceAll(/\s+/gu, ' ').slice(0, 60));
  return [...new Set(names)].join(' + ');
}

/** Answers a function that tells the milliseconds of processor time that the database's thread has had; null where nobody can tell. */
export async function processorTimeOf(database) {
  if (!existsSync(TASKS)) return () => null;
  const before = timesOfThreads();
  await database.operator.query({ text: 'select count(*) from generate_series(1, 3000000)', values: [] });
  const after = timesOfThreads();
  const grown = [...after].map(([thread, ms]) => ({ thread, ms: ms - (before.get(thread) ?? 0) }));
  const { thread } = grown.toSorted((a, b) => b.ms - a.ms)[0];
  return () => timesOfThreads().get(thread);
}

function timesOfThreads() {
  return new Map(
    readdirSync(TASKS).map((thread) => {
      const [nanoseconds] = readFileSync(`${TASKS}/${thread}/schedstat`, 'utf8').split(' ');
      return [thread, Number(nanoseconds) / 1e6];
    }),
  );
}
