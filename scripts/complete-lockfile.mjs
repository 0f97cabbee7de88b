// Run after `npm install` when `npm run check lockfile` says that entries are missing.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from './lib/files.mjs';
import { completedLockfile, missingLockEntries } from './lib/lockfile.mjs';
import { root } from './lib/root.mjs';

const lockfile = JSON.parse(readText('package-lock.json'));
process.stdout.write(`${missingLockEntries(lockfile).length} entries added\n`);
writeFileSync(join(root, 'package-lock.json'), `${JSON.stringify(completedLockfile(lockfile), null, 2)}\n`);
