import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toolFocusOf } from './tool-focus.ts';

test.each([
  ['Edit', { file_path: 'src/a.ts', old_string: 'a', new_string: 'b' }, { paths: ['src/a.ts'], lines: { text: 'a' } }],
  ['Read', { file_path: 'src/a.ts', offset: 40, limit: 20 }, { paths: ['src/a.ts'], lines: { from: 40, count: 20 } }],
  ['Read without an end', { file_path: 'src/a.ts', offset: 40 }, { paths: ['src/a.ts'] }],
  ['Grep', { pattern: 'retry', path: 'src' }, { paths: ['src'], query: 'retry' }],
  ['Bash', { command: 'npm test', description: 'Run tests' }, { paths: [], query: 'npm test\nRun tests' }],
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
