// A process of its own for the tests of the embedded database: node pglite-child.mjs <data directory> <durability> <mode>
//   hold   opens the directory, prints "open" and keeps it until it is killed
//   write  opens the directory and prints the number of each row once its commit is acknowledged
// Prints "refused <code> <pid of the owner>" when it may not open the directory.
import { openPglite } from '@inkling/engine/pglite';

const [dataDir, durability, mode] = process.argv.slice(2);
const say = (line) => process.stdout.write(`${line}\n`);

async function writeForEver(org) {
  const [{ n }] = await org.query({
    text: 'select count(*)::int as n from import_cursors where org_id = $1',
    values: [org.orgId],
  });
  for (let next = n; ; next += 1) {
    await org.query({
      text: 'insert into import_cursors (org_id, source, cursor) values ($1, $2, $3)',
      values: [org.orgId, String(next), JSON.stringify({ text: 'x'.repeat(next % 500) })],
      name: 'child_insert',
    });
    say(next);
  }
}

try {
  const database = await openPglite({ dataDir, durability });
  say('open');
  if (mode === 'write') await writeForEver(database.tenant('crash'));
} catch (error) {
  say(`refused ${error.code} ${error.details?.pid}`);
}
