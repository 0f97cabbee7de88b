import { expect, test } from 'vitest';
import { guessWorkType } from './guess-work-type.ts';

test.each([
  ['fix(auth): null pointer', 'bug_fix'],
  ['feat!: export as CSV', 'feature'],
  ['perf: fewer copies', 'refactor'],
  ['docs: add a page', 'chore'],
  ['constructor: x', 'unknown'],
  ['Prevent a crash on empty input', 'bug_fix'],
  ['Bump lodash to 4.17.21', 'chore'],
  ['Add support for zstd', 'feature'],
  ['Rename the helper', 'refactor'],
  ['Prefixed paths', 'unknown'],
  ['', 'unknown'],
])('%j is %s', (subject, expected) => expect(guessWorkType(subject)).toBe(expected));
