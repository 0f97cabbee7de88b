import { expect, test } from 'vitest';
import { namesNothing } from './names-nothing.ts';

const NOW = Date.UTC(2026, 10, 24);

test.each([
  ['please fix this', true],
  ['Hi all, something is broken. Can you help? Thanks in advance!', true],
  ['It does not work', true],
  ['fix bug', true],
  ['?!', true],
  ['', true],
  ['please fix the parser', false],
  ['fixes #164', false],
  ['error', false],
  ['what did we do yesterday', false],
  ['修复解析器', false],
])('%s: %s', (question, expected) => expect(namesNothing(question, NOW)).toBe(expected));
