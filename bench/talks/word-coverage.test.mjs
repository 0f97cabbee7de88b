import { expect, test } from 'vitest';
import { wordCoverage } from './word-coverage.mjs';

test('the share of the words that the report has not', () => {
  expect(wordCoverage('Retries are capped at 7', 'too many retries', 'We capped it.')).toBe(0.5);
  expect(wordCoverage('Retries are capped at 7', 'too many retries', 'It is 7, capping is kept.')).toBe(1);
});

test('nothing to look for is not found', () => {
  expect(wordCoverage('retries', 'a retry: retries', 'retries')).toBe(0);
});
