import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withCurrentHeuristics } from '../../../../scripts/lib/derivation-page.mjs';
import { deriveContext } from '../../src/features/derivation/derive-context.ts';
import { FACETS } from '../../src/features/derivation/derived-context.ts';
import { HEURISTICS } from '../../src/features/derivation/heuristics.ts';

const PAGE = new URL('../../../../docs/reference/derivation.md', import.meta.url);

test('[S3-012] the page shows the table that the code uses', () => {
  const page = readFileSync(PAGE, 'utf8');
  const current = withCurrentHeuristics(page, FACETS, HEURISTICS);
  if (process.env['UPDATE_DOCS']) writeFileSync(PAGE, current);
  else
    expect(page === current, 'UPDATE_DOCS=1 npx vitest run packages/engine/test/pins/derivation-page.test.ts').toBe(
      true,
    );
});

/** A session as an agent has it; the page shows what is left of it. */
const SESSION: readonly [tool: string, input: object][] = [
  ['Bash', { command: 'cd /workspace/platform && git status' }],
  ['mcp__af-memory__af_memory_recall', { query: 'auth cookie pattern' }],
  ['Grep', { pattern: 'requireOrgAccess' }],
  ['Edit', { file_path: '/src/auth/middleware.ts', old_string: 'a', new_string: 'b' }],
  ['Bash', { command: 'git add src/auth/' }],
  ['Bash', { command: 'pnpm test -- auth' }],
  ['Task', { description: 'Write integration tests for checkout', prompt: 'The checkout…' }],
  ['Read', { file_path: '/src/auth/index.ts' }],
];

test('the example on the page is what this session derives', () => {
  const facets = Object.fromEntries(
    SESSION.flatMap(([tool, input]) => deriveContext(tool, input)).map((entry) => [
      entry.contextKey,
      entry.contextValue,
    ]),
  );
  const shown = /```json\n([\s\S]+?)```/u.exec(readFileSync(PAGE, 'utf8'))?.[1] ?? '';
  expect(JSON.parse(shown)).toEqual(facets);
});
