import { expect, test } from 'vitest';
import { fileOfCall, toolCallActivities, toolCallEvents } from './tool-call-events.ts';

const END = { at: '2026-11-27T08:00:00.000Z', succeeded: true };

test('a run whose end its command line hides is no run that passed, and none that failed', () => {
  expect(toolCallEvents('Bash', { command: 'npm test' }, END)).toMatchObject([{ kind: 'test', succeeded: true }]);
  expect(toolCallEvents('Bash', { command: 'npm test | tail -20' }, END)).toEqual([]);
  const failed = { ...END, succeeded: false, output: 'fatal: not a git repository' };
  expect(toolCallEvents('Bash', { command: 'npm test; git push' }, failed)).toEqual([]);
});

test('what is written down of it says so', () => {
  const bodies = toolCallActivities('Bash', { command: 'npm test || true' }, END).map(({ body }) => body);
  expect(bodies).toContainEqual({ key: 'lastTestRun', value: { command: 'npm test' }, unsure: true });
});

test('the two sides of a replacement are known under the names of a file server', () => {
  const input = { path: 'src/a.ts', edits: [{ oldText: 'npm ci', newText: 'pnpm i' }] };
  expect(toolCallEvents('mcp__filesystem__edit_file', input, END)).toMatchObject([
    { type: 'edit', path: 'src/a.ts', replaced: { before: 'npm ci', after: 'pnpm i' } },
  ]);
});

const PATCH = '*** Begin Patch\n*** Update File: src/auth.ts\n@@\n-a\n+b\n*** End Patch';

test('a patch of several files is an edit of each, and what is written down names each', () => {
  const files = ['src/auth.ts', 'src/my queue.ts', 'src/old.ts'].map(
    (file) => `*** Update File: ${file}\n@@\n-a\n+b\n`,
  );
  const gone = ['a.ts', 'b.ts'].map((file) => `*** Delete File: ${file}\n`);
  const input = { input: `*** Begin Patch\n${[...files, '*** Move to: src/new.ts\n', ...gone].join('')}*** End Patch` };
  const edited = ['src/auth.ts', 'src/my queue.ts', 'src/old.ts', 'src/new.ts'];
  expect(toolCallEvents('apply_patch', input, END)).toEqual(
    edited.map((file) => ({ type: 'edit', path: file, at: END.at, seq: null })),
  );
  const told = toolCallActivities('apply_patch', input, END).map(({ body }) => body);
  const valuesOf = (name: string): unknown[] => told.filter(({ key }) => key === name).map(({ value }) => value);
  expect(valuesOf('lastEditedFile')).toEqual(edited);
  expect(valuesOf('lastDeletedFile')).toEqual(['a.ts', 'b.ts']);
  expect(valuesOf('currentFile')).toEqual(['src/new.ts']);
  expect(fileOfCall('apply_patch', input)).toEqual({ path: 'src/new.ts', isEdit: true });
});

const edits = { path: 'src/auth.ts', isEdit: true };
const shows = { path: 'src/auth.ts', isEdit: false };

test.each<[tool: string, input: object, file: object | undefined]>([
  ['apply_patch', { patchText: PATCH }, edits],
  ['replace_symbol_body', { relative_path: 'src/auth.ts', name_path: 'login', body: 'b' }, edits],
  ['mcp__filesystem__edit_file', { path: 'src/auth.ts', edits: [] }, edits],
  ['Bash', { command: "sed -i 's/a/b/' src/auth.ts" }, edits],
  ['Bash', { command: "nl -ba src/auth.ts | sed -n '20,40p'" }, shows],
  ['str_replace_based_edit_tool', { command: 'view', path: 'src/auth.ts' }, shows],
  ['Bash', { command: 'cd web && cat package.json' }, { path: 'web/package.json', isEdit: false }],
  ['Bash', { command: 'cd /r && cat /r/src/auth.ts' }, { path: '/r/src/auth.ts', isEdit: false }],
  ['run_shell_command', { command: 'cat a.ts', directory: 'web' }, { path: 'web/a.ts', isEdit: false }],
  ...['npm ci', 'cat $FILE', 'cat src/*.ts', 'cat ~/.bashrc', 'ls | xargs -I{} cat {}'].map(
    (command): [string, object, object] => ['Bash', { command }, { path: null, isEdit: false }],
  ),
  ...["npm test | sed -e 's/x/y/' -e 's/a/b/'", 'npm test | head -c 4k', 'curl -s x | bat -l json'].map(
    (command): [string, object, object] => ['Bash', { command }, { path: null, isEdit: false }],
  ),
  ['Bash', { command: "sed -e 's/x/y/' src/auth.ts" }, shows],
  ['Bash', { command: 'cd $TOP && cat src/auth.ts' }, shows],
  [
    'apply_patch',
    { patchText: '*** Begin Patch\n*** Update File: app/routes/$id.tsx\n@@\n-a\n+b\n*** End Patch' },
    { path: 'app/routes/$id.tsx', isEdit: true },
  ],
  ['update_everything', { path: 'src/auth.ts' }, undefined],
])('%s %o is about a file as it edits or shows it', (tool, input, file) => {
  expect(fileOfCall(tool, input)).toEqual(file);
});
