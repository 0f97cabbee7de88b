import { expect, test } from 'vitest';
import { isGraphRecalled, type EffectiveConfig } from './effective-config.ts';

const config: EffectiveConfig = {
  memoryEnabled: true,
  runtimeInjectEnabled: true,
  graph: { enabled: true, because: 'plan' },
  captureOff: [],
  budgetOverrides: {},
  recallMatrixOverrides: { spike: false },
};
const off: EffectiveConfig = { ...config, graph: { enabled: false, because: 'not-enabled' } };

test.each([
  [config, 'bug_fix', true],
  [config, 'chore', false],
  [config, 'spike', false],
  [config, 'docs', true],
  [off, 'bug_fix', false],
  [off, 'chore', false],
])('the graph is recalled when both gates are open, whatever the third says [S2-004, S2-009]: %#', (...given) => {
  const [effective, workType, expected] = given;
  expect(isGraphRecalled(effective, workType)).toBe(expected);
});
