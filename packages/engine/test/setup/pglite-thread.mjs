// A thread that opens the embedded database in a directory, stores a row, says so, and ends as it was told, in the middle of writing others.
import { parentPort, workerData } from 'node:worker_threads';
import { openPglite } from '@inkling/engine/pglite';

const { dataDir, end } = workerData;
const database = await openPglite({ dataDir, durability: 'process' });
const write = (source) =>
  database.tenant('acme').query({
    text: `insert into import_cursors (org_id, source, cursor) values ('acme', $1, '{}')`,
    values: [source],
  });
await write('acknowledged');
for (let count = 0; count < 50; count += 1) write(`under way ${count}`).catch(() => undefined);
parentPort.postMessage('written');
if (end === 'exit') process.exit(3);
if (end === 'throw') throw new Error('thrown on purpose');
