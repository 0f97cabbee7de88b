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

test.each([
  ['платёж платежа платежей платежами', 1],
  ['округлять округляем округляет', 1],
  ['сессия сессии сессиями', 1],
  ['удаляется удалять удаляем', 1],
  ['картка картки картками', 1],
  ['склад склада складом', 1],
  ['курс', 1],
  ['скидка склад', 2],
])('of Russian and Ukrainian words the endings go: %s', (words, stems) => {
  expect(new Set(words.split(' ').map(stem)).size).toBe(stems);
});

test.each(['', 'ab', 'naïve', 'x264', 'y'.repeat(8192)])('passes through what is no English word', (word) => {
  expect(stem(word)).toBe(word);
});
