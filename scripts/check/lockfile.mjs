import { readText } from '../lib/files.mjs';
import { missingLockEntries } from '../lib/lockfile.mjs';

/** `npm ci` refuses a lockfile that names an optional package without an entry for it; see lib/lockfile.mjs. */
export function lockfile() {
  const content = JSON.parse(readText('package-lock.json'));
  const problems = missingLockEntries(content).map(
    ([path]) => `${path} has no entry: run "node scripts/complete-lockfile.mjs"`,
  );
  return { saw: Object.keys(content.packages).length, unit: 'locked packages', problems };
}
