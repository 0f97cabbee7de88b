import { expect, test } from 'vitest';
import { splitTrailers } from './split-trailers.ts';

test('people and machine trailers leave the text, without their addresses; a trailer with words stays', () => {
  const message =
    'fix: x\n\nBecause.\n\nFixes: #12\nSigned-off-by: Ada <ada@example.com>\nCo-authored-by: Bo <bo@example.com>\nChange-Id: I1\n';
  expect(splitTrailers(message)).toEqual({
    text: 'fix: x\n\nBecause.\n\nFixes: #12',
    trailers: { Fixes: ['#12'], 'Signed-off-by': ['Ada'], 'Co-authored-by': ['Bo'], 'Change-Id': ['I1'] },
  });
});

test('repeated trailers keep their order, continued lines are joined', () => {
  const { trailers } = splitTrailers('s\n\nReviewed-by: A\nReviewed-by: B\n  of C\n');
  expect(trailers).toEqual({ 'Reviewed-by': ['A', 'B of C'] });
});

test('the rule above squashed co-authors goes with them', () => {
  expect(splitTrailers('s\n\nbody\n\n---------\n\nCo-authored-by: A <a@b>').text).toBe('s\n\nbody');
});

test('a subject or a paragraph with another line in it is no trailer block', () => {
  expect(splitTrailers('feat: only a subject')).toEqual({ text: 'feat: only a subject', trailers: {} });
  expect(splitTrailers('s\n\nNote: this\nis prose')).toEqual({ text: 's\n\nNote: this\nis prose', trailers: {} });
});

test('a trailer may be called like a property of every object', () => {
  expect(splitTrailers('s\n\nconstructor: a\nconstructor: b').trailers).toEqual({ constructor: ['a', 'b'] });
});

test('carriage returns are line ends', () => {
  expect(splitTrailers('s\r\n\r\nbody\r\n\r\nSigned-off-by: A <a@b>\r\n').text).toBe('s\n\nbody');
});

test('a megabyte of blanks or of at signs is read in one pass', () => {
  const blanks = ' '.repeat(1_000_000);
  expect(splitTrailers(`s\n\nFixes: a${blanks}b`).trailers).toEqual({ Fixes: ['a b'] });
  const open = splitTrailers(`s\n\nFixes: <${'@'.repeat(1_000_000)}`).trailers['Fixes'];
  expect(open?.[0]).toHaveLength(500);
});

test('an address leaves the middle of a value too; brackets without one stay', () => {
  const { trailers } = splitTrailers('s\n\nHelped-by: Ada <ada@example.com> and Bo <the builder>');
  expect(trailers).toEqual({ 'Helped-by': ['Ada and Bo <the builder>'] });
});

test('a name of a hundred characters is no trailer', () => {
  expect(splitTrailers(`s\n\n${'x'.repeat(100)}: y`).trailers).toEqual({});
});
