import { expect, test } from 'vitest';
import { failingPlace } from './failing-place.ts';

test.each([
  [
    'Vitest',
    'FAIL test/retry.test.ts\n ❯ delayOf src/retry.ts:42:11\n ❯ test/retry.test.ts:9:3',
    { file: 'src/retry.ts', line: 42 },
  ],
  [
    'Node',
    'TypeError: no\n    at node:internal/process:5:1\n    at wait (/repo/node_modules/p/a.js:3:1)\n    at send (/repo/src/send.js:7:9)',
    { file: '/repo/src/send.js', line: 7 },
  ],
  [
    'Python, the innermost last',
    'Traceback (most recent call last):\n  File "/repo/app/main.py", line 3, in <module>\n  File "/repo/app/parse.py", line 88, in parse\n  File "/usr/lib/python3/re.py", line 1, in x',
    { file: '/repo/app/parse.py', line: 88 },
  ],
  [
    'pytest',
    'tests/test_a.py:4: in test_a\napp/a.py:9: in go\napp/b.py:12: AssertionError',
    { file: 'app/b.py', line: 12 },
  ],
  [
    'Go',
    '--- FAIL: TestX\n    term_test.go:9: bad\npanic: x\n\t/repo/src/terminal.go:310 +0x1f',
    { file: '/repo/src/terminal.go', line: 310 },
  ],
  ['a compiler', "src/a.ts(12,5): error TS2322: Type 'x'", { file: 'src/a.ts', line: 12 }],
  ['a rustc arrow', 'error[E0308]\n  --> src/main.rs:7:14', { file: 'src/main.rs', line: 7 }],
])('the place of a failure: %s', (_of, output, place) => {
  expect(failingPlace(output, '/repo')).toEqual(place);
});

test.each([
  ['tests alone', 'test/a.test.ts:9:3'],
  ['the code of others', 'at /repo/node_modules/p/a.js:3:1'],
  ['a file outside of the project', 'at /home/me/b.js:3:1'],
  ['no place', 'Error: expected 12:30 to be 12:31, see https://example.org/a.html'],
])('no place: %s', (_of, output) => {
  expect(failingPlace(output, '/repo')).toBeNull();
});

test('an absolute path says nothing where nobody knows where the agent works', () => {
  expect(failingPlace('at /repo/src/send.js:7:9', null)).toBeNull();
});
