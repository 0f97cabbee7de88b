import { defineConfig } from 'vitest/config';

// Tests of one adapter only are named after it, so that a narrowed run leaves the other adapter's files out.
const narrowedTo = process.env['INKLING_TEST_DATABASE'];
const leftOut = narrowedTo === undefined ? [] : [`**/${narrowedTo === 'postgres' ? 'pglite' : 'postgres'}*.test.ts`];
// Large indexes, oracles, benches, histories made by git, and the whole program read at once: `npm run test:quick` does without.
const SLOW = ['bench/**', '**/*.{property,large,oracle,fill}.test.ts', '**/importers/git/**', '**/cli/program.test.ts'];
const exclude = ['**/node_modules/**', '**/dist/**', ...leftOut];

const E2E = 'packages/server/test/e2e/**/*.test.ts';

// A wait for a condition is no timing assertion. Vitest's own second is over on a busy machine before a daemon's answer or a written line is there.
const patient = { poll: { timeout: 60_000 } };

export default defineConfig({
  test: {
    pool: 'forks',
    // Two: most machines that run this are small, and a worker holds up to 2.6 GB by the end of a run: databases, threads and a model.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          // They keep nothing for the next one, and importing the same modules for each file took most of eight minutes.
          isolate: false,
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'bench/**/*.test.mjs',
            'test/faults/*.test.mjs',
          ],
          exclude: process.env['INKLING_TEST_QUICK'] === undefined ? exclude : [...exclude, ...SLOW],
          expect: patient,
          // A property of a thousand runs takes 0.5 s alone and 10 on a machine that runs eight other things.
          testTimeout: 240_000,
        },
      },
      {
        test: {
          // Apart from the integration tests, since Linux copies the page tables of a process that starts another: 25 ms of processor time
          // for each gigabyte that it holds, and these start some thousand.
          name: 'e2e',
          isolate: false,
          include: [E2E],
          exclude,
          expect: patient,
          globalSetup: ['packages/engine/test/setup/global-setup.mjs'],
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'integration',
          // As above. What must be alone in its process starts one.
          isolate: false,
          include: ['packages/{engine,server}/test/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...exclude, E2E],
          expect: patient,
          globalSetup: ['packages/engine/test/setup/global-setup.mjs'],
          setupFiles: ['packages/engine/test/setup/keep-pglite.mjs', 'packages/engine/test/setup/keep-threads.mjs'],
          // The first embedded database of a process compiles 9 MB of WebAssembly: seconds on a busy machine.
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      // A real browser before real daemons, most of them on embedded databases: a run narrowed to PostgreSQL leaves those out.
      {
        test: {
          name: 'browser',
          isolate: false,
          include: [`packages/inspector/test/${narrowedTo === 'postgres' ? 'postgres*' : '**/*'}.test.ts`],
          exclude,
          expect: patient,
          globalSetup: [
            'packages/inspector/test/setup/install-chromium.mjs',
            'packages/engine/test/setup/global-setup.mjs',
          ],
          // A browser, a daemon and its database, all on one busy machine.
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
