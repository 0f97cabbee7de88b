import { expect, test } from 'vitest';
import { isGraphRecalled, type EffectiveConfig, graphGate, type GraphGate, recallsGraph } from './effective-config.ts';
import { DEFAULT_PROJECT_MEMORY } from './project-config.ts';

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

const table: readonly [memory: boolean, toggle: boolean | null, plan: boolean, because: GraphGate['because']][] = [
  [true, true, true, 'project-toggle'],
  [true, true, false, 'project-toggle'],
  [true, false, true, 'plan'],
  [true, false, false, 'not-enabled'],
  [true, null, true, 'plan'],
  [true, null, false, 'not-enabled'],
  [false, true, true, 'memory-off'],
  [false, true, false, 'memory-off'],
  [false, false, true, 'memory-off'],
  [false, false, false, 'memory-off'],
  [false, null, true, 'memory-off'],
  [false, null, false, 'memory-off'],
];

test.each(table)(
  'memory %j, toggle %j, plan %j: on when memory is on and the toggle or the plan says so [S2-006, S2-007]',
  (memoryEnabled, graphEnabled, planHasGraph, because) => {
    const gate = graphGate({ ...DEFAULT_PROJECT_MEMORY, memoryEnabled, graphEnabled }, planHasGraph, true);
    expect(gate).toEqual({ enabled: memoryEnabled && (graphEnabled === true || planHasGraph), because });
  },
);

test('the toggle of delivery has no say in it', () => {
  const settings = { ...DEFAULT_PROJECT_MEMORY, runtimeInjectEnabled: false, graphEnabled: true };
  expect(graphGate(settings, false, false)).toEqual({ enabled: true, because: 'project-toggle' });
});

test.each<[toggle: boolean | null, plan: boolean | null, hasGraph: boolean, because: GraphGate['because']]>([
  [null, null, true, 'indexed'],
  [null, null, false, 'not-enabled'],
  [false, null, true, 'not-enabled'],
  [null, false, true, 'not-enabled'],
  [true, null, false, 'project-toggle'],
])('toggle %j, plan %j, a graph %j: where nobody decided, a graph is used', (graphEnabled, plan, hasGraph, because) => {
  const enabled = because !== 'not-enabled';
  expect(graphGate({ memoryEnabled: true, graphEnabled }, plan, hasGraph)).toEqual({ enabled, because });
});

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
