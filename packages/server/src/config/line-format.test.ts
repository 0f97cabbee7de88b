import { expect, test } from 'vitest';
import { lineFormatIn } from './line-format.ts';

test('what the environment says, and nothing else', () => {
  expect(lineFormatIn({})).toEqual({});
  expect(lineFormatIn({ INKLING_LINE_FORMAT: '' })).toEqual({});
  expect(lineFormatIn({ INKLING_LINE_FORMAT: 'classic' })).toEqual({ lineFormat: 'classic' });
  expect(() => lineFormatIn({ INKLING_LINE_FORMAT: 'Classic' })).toThrow(/compact or classic/);
});
