import { expect, test } from 'vitest';
import { DEFAULT_PROJECT_MEMORY } from './project-config.ts';
import { graphGate, type GraphGate } from './graph-gate.ts';

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
