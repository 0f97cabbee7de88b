import { expect, test } from 'vitest';
import { errorLine, tellsOfError } from './error-line.ts';

test.each([
  [
    'the line that names the error',
    'running\nTypeError: x is not a function\n  at src/a.ts:1',
    'TypeError: x is not a function',
  ],
  ['without colours', '\u001B[31mError: out of disk\u001B[0m', 'Error: out of disk'],
  ['not what only counts', '3 failed\nCannot find module "zod"', 'Cannot find module "zod"'],
  ['nothing of what is no error', 'all is well\nbuilt in 3 s', ''],
])('%s', (_what, output, line) => {
  expect(errorLine(output)).toBe(line);
});

test('a text tells of an error in its words, whatever its numbers are', () => {
  const text = '`npm test` failed with: TypeError: port 4655 is in use It passed after `1` became `0` in src/a.ts.';
  expect(tellsOfError(text, 'TypeError: port 80 is  in use')).toBe(true);
  expect(tellsOfError(text, 'TypeError: port 80 is free')).toBe(false);
  expect(tellsOfError(text, '')).toBe(false);
});
