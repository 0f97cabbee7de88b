import { expect, test } from 'vitest';
import { INJECTION_PATTERNS } from './detect-injection.ts';
import { SECRET_PATTERNS } from '../redact/secret-patterns.ts';
import { STEERING_SIGNALS } from './steering-signals.ts';

/** `+`, `*` or `{n,}` behind anything. */
function isUnbounded(source: string): boolean {
  const bare = source.replaceAll(/\\(?:[pu]\{[^}]*\}|.)/g, 'a').replaceAll(/\[[^\]]*\]/g, 'a');
  return /[+*]|\{\d+,\}/.test(bare);
}

const PATTERNS: readonly (readonly [string, RegExp])[] = [
  ...INJECTION_PATTERNS.map(({ reason, pattern }) => [reason, pattern] as const),
  ...SECRET_PATTERNS.map(({ kind, pattern }) => [kind, pattern] as const),
  ...STEERING_SIGNALS.flatMap(({ name, english, foreign }) =>
    [english, foreign].filter((pattern) => pattern !== null).map((pattern) => [name, pattern] as const),
  ),
];

test.each([
  ['a+', true],
  [String.raw`\w*`, true],
  ['(?:ab){2,}', true],
  [String.raw`\p{L}{1,30}[+*]\+\*(?<a>b{2})`, false],
])('%s: %s', (source, expected) => {
  expect(isUnbounded(source)).toBe(expected);
});

// One that is tries each of n starts n times; one within another tries more.
test.each(PATTERNS)('no quantifier is without a bound: %s %s', (_name, pattern) => {
  expect(isUnbounded(pattern.source)).toBe(false);
});

test('all of them were looked at', () => {
  expect(PATTERNS.length).toBeGreaterThan(100);
});
