// Lets an evaluation runner drive the product over JSON lines, through the public library on an embedded database:
//   {"op":"open","store":"id","unit":"commit"}                       → {"ok":true}
//   {"op":"add","items":[{id,text,ts?,session?,speaker?,paths?}]}    → {"ok":true}
//   {"op":"search","text":"…","paths":[],"context":[],"ts":"…","k":20} → {"ids":["…"]} best first; asked at `ts`, or behind the newest item
//   {"op":"close"}                                                   → {"ok":true}
// One answer a line, in the order of the requests; {"error":"…"} when one failed. Everything else goes to standard error.
import { ensureBuild } from './lib/ensure-build.mjs';
import { readLines } from './lib/read-lines.mjs';

/** Far above any store that is sent in one request, and below what one text may hold. */
const LONGEST_LINE = 256 * 1024 * 1024;

const report = (line) => process.stderr.write(`bridge: ${line}\n`);

ensureBuild();
// Not a static import: in a fresh clone there is nothing to import before the build.
const { createEvaluationStore } = await import('./lib/evaluation-store.mjs');
let store = null;

/** An `open` begins anew; whoever does not send it gets a store all the same. */
async function currentStore() {
  if (store !== null) return store;
  store = await createEvaluationStore({ report });
  await store.open();
  return store;
}

async function closeStore() {
  const open = store;
  store = null;
  await open?.close();
}

const operations = {
  async open(request) {
    await closeStore();
    store = await createEvaluationStore({ report });
    await store.open(request);
    return { ok: true };
  },
  async add({ items }) {
    if (!Array.isArray(items)) throw new TypeError('add needs items, an array');
    await (await currentStore()).add(items);
    return { ok: true };
  },
  async search(request) {
    return { ids: await (await currentStore()).search(request) };
  },
  async close() {
    await closeStore();
    return { ok: true };
  },
};

async function answer(line) {
  try {
    if (line === null) throw new TypeError(`a line of more than ${LONGEST_LINE} bytes`);
    const request = JSON.parse(line);
    const operation = Object.hasOwn(operations, request?.op) ? operations[request.op] : null;
    if (operation === null) throw new TypeError(`unknown op ${JSON.stringify(request?.op)}`);
    return await operation(request);
  } catch (error) {
    report(error.stack ?? String(error));
    return { error: String(error.message || error) };
  }
}

// Whoever asked is gone: nobody reads an answer any more, and all there is is in memory.
process.stdout.on('error', () => process.exit(1));
for await (const line of readLines(process.stdin, LONGEST_LINE)) {
  if (line?.trim() !== '') process.stdout.write(`${JSON.stringify(await answer(line))}\n`);
}
await closeStore();
