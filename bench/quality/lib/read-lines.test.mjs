import { expect, it } from 'vitest';
import { readLines } from './read-lines.mjs';

async function linesOf(maxBytes, ...chunks) {
  const lines = [];
  for await (const line of readLines(chunks, maxBytes)) lines.push(line);
  return lines;
}

it('takes lines apart, wherever the chunks end', async () => {
  const bytes = Buffer.from('one\n\nzwölf\r\nthree');
  const whole = ['one', '', 'zwölf\r', 'three'];
  expect(await linesOf(100, bytes)).toEqual(whole);
  expect(await linesOf(100, ...Array.from(bytes, (byte) => Buffer.of(byte)))).toEqual(whole);
  expect(await linesOf(100, Buffer.from('one\n'))).toEqual(['one']);
});

it('tells of a line that is too long, and goes on behind it', async () => {
  const chunks = ['ab', 'cd', 'e\nabcd\n', 'abcdef'].map((text) => Buffer.from(text));
  expect(await linesOf(4, ...chunks)).toEqual([null, 'abcd', null]);
});
