// Runs every test on both databases and closes with a plain count.
//   npm test                                everything
//   npm test -- --database postgres         only one database (or pglite)
//   npm run test:quick                      unit tests without those that take seconds each
//   npm test -- --no-build path/to/file     anything else goes to vitest
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './lib/root.mjs';
import { run, runOrExit, tool } from './lib/run.mjs';
import { scriptArguments } from './lib/script-arguments.mjs';

const { values, positionals } = scriptArguments(import.meta.url, {
  options: {
    database: { type: 'string' },
    'no-build': { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
if (values.database !== undefined && !['postgres', 'pglite'].includes(values.database)) {
  process.stderr.write(`--database is postgres or pglite, not ${values.database}\n`);
  process.exit(2);
}
if (!values['no-build']) runOrExit(process.execPath, [join(root, 'scripts', 'build.mjs')]);

const folder = mkdtempSync(join(tmpdir(), 'inkling-test-'));
// PostgreSQL runs as another user, below it.
chmodSync(folder, 0o711);
const report = join(folder, 'report.json');
const quick = values.quick ? ['--project', 'unit'] : [];
const { status } = run(
  tool('vitest'),
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...quick, ...positionals],
  {
    env: {
      ...process.env,
      // What a test leaves behind goes with the folder.
      TMPDIR: folder,
      ...(values.database ? { INKLING_TEST_DATABASE: values.database } : {}),
      ...(values.quick ? { INKLING_TEST_QUICK: '1' } : {}),
    },
  },
);
// Without a report vitest did not come as far as a test, and has said why.
const nothing = { numPassedTests: 0, numFailedTests: 0, numTotalTests: 0 };
const { numPassedTests, numFailedTests, numTotalTests } = existsSync(report)
  ? JSON.parse(readFileSync(report, 'utf8'))
  : nothing;
rmSync(folder, { recursive: true, force: true });

// A run that saw no test has proven nothing, and a test that was left out silently has not either.
const leftOut = numTotalTests - numPassedTests - numFailedTests;
if (leftOut > 0) process.stdout.write(`${leftOut} neither passed nor failed\n`);
process.stdout.write(`${numPassedTests} passed, ${numFailedTests} failed\n`);
process.exit(numTotalTests === 0 || leftOut > 0 ? 1 : status);
