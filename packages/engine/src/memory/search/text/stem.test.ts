import { expect, test } from 'vitest';
import { stem } from './stem.ts';

// The examples of Porter's paper, step by step.
test.each([
  ['caresses', 'caress'],
  ['ponies', 'poni'],
  ['cats', 'cat'],
  ['agreed', 'agre'],
  ['plastered', 'plaster'],
  ['motoring', 'motor'],
  ['sing', 'sing'],
  ['hopping', 'hop'],
  ['falling', 'fall'],
  ['filing', 'file'],
  ['happy', 'happi'],
  ['sky', 'sky'],
  ['relational', 'relat'],
  ['digitizer', 'digit'],
  ['triplicate', 'triplic'],
  ['hopefulness', 'hope'],
  ['adjustment', 'adjust'],
  ['replacement', 'replac'],
  ['adoption', 'adopt'],
  ['probate', 'probat'],
  ['controll', 'control'],
  ['syzygy', 'syzygi'],
])('%s → %s', (word, expected) => expect(stem(word)).toBe(expected));

test.each(['', 'ab', 'naïve', 'x264', 'y'.repeat(8192)])('passes through what is no English word', (word) => {
  expect(stem(word)).toBe(word);
});
