// Runs the gates that need no tests, two at a time: `npm run check`, or `npm run check lint types` for some of them.
// A gate that saw nothing has proven nothing, so it fails.
import { join } from 'node:path';
import { architecture } from './check/architecture.mjs';
import { format } from './check/format.mjs';
import { house } from './check/house.mjs';
import { hygiene } from './check/hygiene.mjs';
import { lengths } from './check/lengths.mjs';
import { links } from './check/links.mjs';
import { lint } from './check/lint.mjs';
import { lockfile } from './check/lockfile.mjs';
import { publicDocs } from './check/public-docs.mjs';
import { snippets } from './check/snippets.mjs';
import { types } from './check/types.mjs';
import { unused } from './check/unused.mjs';
import { root } from './lib/root.mjs';
import { runOrExit } from './lib/run.mjs';
import { twoAtATime } from './lib/two-at-a-time.mjs';

const GATES = {
  format,
  architecture,
  hygiene,
  lockfile,
  lengths,
  'public-docs': publicDocs,
  snippets,
  links,
  lint,
  types,
  unused,
  house,
};

async function runGate(name) {
  const { saw, unit, problems, note, details = [] } = await GATES[name]();
  const all = saw === 0 ? [`saw no ${unit}`, ...problems] : problems;
  process.stdout.write(`${all.length === 0 ? 'ok  ' : 'FAIL'} ${name}: ${saw} ${unit}${note ? `, ${note}` : ''}\n`);
  for (const line of [...details, ...all]) process.stdout.write(`     ${line}\n`);
  return all.length === 0;
}

const wanted = process.argv.slice(2).map((name) => name.replace(/^--/, ''));
const unknown = wanted.filter((name) => !(name in GATES));
if (unknown.length > 0) {
  process.stderr.write(`unknown gate: ${unknown.join(', ')}. Gates: ${Object.keys(GATES).join(', ')}\n`);
  process.exit(2);
}
// The types and unused gates read the built declarations.
runOrExit(process.execPath, [join(root, 'scripts/build.mjs'), '--code-only']);
const names = wanted.length > 0 ? wanted : Object.keys(GATES);
const passed = (await twoAtATime(names, runGate)).filter(Boolean).length;
process.stdout.write(`check: ${passed} of ${names.length} gates passed\n`);
process.exit(passed === names.length ? 0 : 1);
