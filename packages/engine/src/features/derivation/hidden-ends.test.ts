import { expect, test } from 'vitest';
import { deriveContext } from './derive-context.ts';

const unsureOf = (input: object, facet = 'lastTestRun'): unknown =>
  deriveContext('Bash', input).find(({ contextKey }) => contextKey === facet)?.unsure;

test.each([
  'npm test 2>&1 | tail -20',
  'npm test |& tee log.txt',
  '(cd web; npm test) | tail',
  'npm test || true',
  'npm test || echo failed',
  'npm test && echo ok || true',
  'npm test; echo "exit: $?"',
  'npm test\necho done',
  'npm test > out.log &',
  'npm test && echo ok; git status',
  "bash -lc 'npm test' | tail",
  "bash -lc 'npm test | tail'",
  'OUT=$(npm test); echo "$OUT" | tail',
])('%s hides how the tests ended', (command) => {
  expect(unsureOf({ command })).toBe(true);
});

test.each([
  'npm test',
  'npm test;',
  'npm test\n',
  'cd web; npm test',
  'cd web && npm test && git push',
  'npm test && git log | head',
  'git diff | npm test',
  'npm test || exit 1',
  'npm test > out.log 2>&1',
  'npm test &> out.log',
  'set -o pipefail; npm test | tail -20',
  'set -e; npm test; echo done',
  'npm test | tail; npm test',
  'npm test -- -t "a | b; c"',
])('%s does not', (command) => {
  expect(unsureOf({ command })).toBeUndefined();
});

test('a command that nobody waits for has not ended', () => {
  expect(unsureOf({ command: 'npm test', run_in_background: true })).toBe(true);
  expect(unsureOf({ command: 'npm test', is_background: true })).toBe(true);
  expect(unsureOf({ command: 'npm test', run_in_background: false })).toBeUndefined();
});

test('builds and checks hide their ends too; what else a line tells is sure', () => {
  const input = { command: 'npm run build | tail; npm run lint || true; cat src/a.ts | head' };
  expect(deriveContext('Bash', input).map(({ contextKey, unsure }) => [contextKey, unsure])).toEqual([
    ['lastCommand', undefined],
    ['lastBuild', true],
    ['lastCheck', true],
    ['currentFile', undefined],
  ]);
});
