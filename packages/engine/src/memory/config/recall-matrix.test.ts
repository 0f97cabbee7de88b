import { expect, test } from 'vitest';
import { recallsGraph } from './recall-matrix.ts';

test.each([
  ['bug_fix', true],
  ['refactor', true],
  ['feature', true],
  ['chore', false],
  ['spike', true],
  ['', true],
  ['constructor', true],
  ['__proto__', true],
])('by default %j recalls the graph: %j [S2-012]', (workType, expected) => {
  expect(recallsGraph({}, workType)).toBe(expected);
});

test.each([
  ['chore', true],
  ['feature', false],
  ['spike', false],
  ['constructor', false],
])('an override of %j wins over the default: %j [S2-010]', (workType, graph) => {
  expect(recallsGraph({ [workType]: graph }, workType)).toBe(graph);
});
