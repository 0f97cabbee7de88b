import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEdit, toolFocusOf } from './tool-focus.ts';

test.each([
  ['Edit', { file_path: 'src/a.ts', old_string: 'a', new_string: 'b' }, { paths: ['src/a.ts'], lines: { text: 'a' } }],
  ['Read', { file_path: 'src/a.ts', offset: 40, limit: 20 }, { paths: ['src/a.ts'], lines: { from: 40, count: 20 } }],
  ['Read without an end', { file_path: 'src/a.ts', offset: 40 }, { paths: ['src/a.ts'] }],
  [
    'several edits',
    { file_path: 'src/a.ts', edits: [{ old_string: 'a', new_string: 'b' }, { old_string: 'c' }] },
    { paths: ['src/a.ts'], lines: { text: 'a' } },
  ],
  [
    'a patch of Codex',
    {
      file_path: 'src/a.ts',
      input: `*** Begin Patch\n*** Update File: src/a.ts\n@@ retry\n one\n-two\n+2\n three\n@@\n-x\n*** End Patch`,
    },
    { paths: ['src/a.ts'], lines: { text: 'one\ntwo\nthree' } },
  ],
  [
    'a patch that is the whole input',
    '*** Begin Patch\n*** Update File: src/a.ts\n@@ retry\n one\n-two\n+2\n*** End Patch',
    { paths: [], lines: { text: 'one\ntwo' } },
  ],
  [
    'a unified diff',
    { path: 'src/a.ts', patch: '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,2 +1,2 @@ function retry\n one\n-two\n+2\n' },
    { paths: ['src/a.ts'], lines: { text: 'one\ntwo\n' } },
  ],
  [
    'a patch that adds a file',
    { path: 'src/a.ts', patch: '*** Begin Patch\n*** Add File: src/a.ts\n+one\n*** End Patch' },
    { paths: ['src/a.ts'] },
  ],
  ['Grep', { pattern: 'retry', path: 'src' }, { paths: ['src'], query: 'retry' }],
  ['Bash', { command: 'npm test', description: 'Run tests' }, { paths: [], query: 'npm test\nRun tests' }],
  ...[
    ["sed -n '120,180p' src/a.ts", { from: 120, count: 61 }],
    ['nl -ba src/a.ts | sed -n 2,2p', { from: 2, count: 1 }],
    ["cd web && sed -n '120,180p' src/a.ts", { from: 120, count: 61 }],
    ["sed -n '1,200p' src/a.ts", undefined],
    ["sed -n '120,180p' src/a.ts; sed -n '320,340p' src/b.ts", undefined],
    ["sed -n '120,180p' src/a.ts && sed -i 's/x/y/' src/b.ts", undefined],
    ["cat src/a.ts; git diff | sed -n '200,300p'", undefined],
    ["cat src/a.ts | grep -n foo | sed -n '5,10p'", undefined],
    ["cat <<'EOF' > src/x.sh\nsed -n '5,9p' a\nEOF", undefined],
    ["sed -n '9,2p' src/a.ts", undefined],
    ["sed -n '/retry/p' src/a.ts", undefined],
  ].map(([command, lines]): [string, unknown, object] => [
    `a part that is shown in a shell: ${String(command)}`,
    { command },
    { paths: [], query: command, ...(lines === undefined ? {} : { lines }) },
  ]),
  ['no input', undefined, { paths: [] }],
  ['values that are no texts', { file_path: 7, query: null, command: ['a'], path: ' ' }, { paths: [] }],
])('what a call is about: %s', (_tool, input, focus) => {
  expect(toolFocusOf(input)).toEqual(focus);
});

test('a page of words is cut', () => {
  expect(toolFocusOf({ prompt: 'x'.repeat(5000) }).query).toHaveLength(1000);
});

test('never fails', () => {
  fc.assert(fc.property(fc.anything(), (input) => Array.isArray(toolFocusOf(input).paths)));
});

test.each([
  ['by its tool', { tool: 'Edit', paths: ['a.ts'] }, true],
  ['by its tool', { tool: 'Read', paths: ['a.ts'] }, false],
  ['as it says itself', { tool: 'Bash', paths: ['a.ts'], isEdit: true }, true],
  ['as it says itself', { tool: 'Edit', paths: ['a.ts'], isEdit: false }, false],
  ['only of a file', { tool: 'Edit', paths: [] }, false],
])('an event is an edit %s: %j', (_how, event, expected) => {
  expect(isEdit(event)).toBe(expected);
});
