import type { LiveTopology } from '@inkling/engine/types';
import { expect, test } from 'vitest';
import { CARD_HEIGHT, CARD_WIDTH, layoutTopology } from './layout.ts';
import { remaining } from './session-card.tsx';

function node(sessionId: string): LiveTopology['nodes'][number] {
  const at = '2026-11-22T12:00:00.000Z';
  return {
    sessionId,
    projectId: null,
    agentId: null,
    workType: 'chore',
    status: 'working',
    outcome: null,
    identifier: null,
    title: null,
    epoch: 0,
    currentFile: null,
    lastActivity: null,
    waitingInjects: 0,
    createdAt: at,
    endedAt: null,
    updatedAt: at,
  };
}

test('children stand right of their parent, and no two cards overlap', () => {
  const nodes = ['a', 'b', 'c', 'd', 'e'].map(node);
  const edges = [
    { from: 'a', to: 'b', link: 'sub-agent' as const },
    { from: 'a', to: 'c', link: 'sub-agent' as const },
    { from: 'c', to: 'd', link: 'hand-off' as const },
  ];
  const layout = layoutTopology({ nodes, edges });
  const at = new Map(layout.nodes.map((placed) => [placed.node.sessionId, placed]));
  for (const { from, to } of edges) expect(at.get(to)?.x).toBeGreaterThan((at.get(from)?.x ?? 0) + CARD_WIDTH);
  for (const one of layout.nodes) {
    for (const other of layout.nodes) {
      if (one === other) continue;
      const apart = Math.abs(one.x - other.x) >= CARD_WIDTH || Math.abs(one.y - other.y) >= CARD_HEIGHT;
      expect(apart).toBe(true);
    }
  }
  expect(layout.edges).toHaveLength(3);
});

test('an ended session runs out with the time for which it is kept', () => {
  const end = '2026-11-22T12:00:00.000Z';
  const now = Date.parse(end);
  expect([
    remaining(null, now, 100),
    remaining(end, now, 100),
    remaining(end, now + 75, 100),
    remaining(end, now + 500, 100),
  ]).toEqual([1, 1, 0.25, 0]);
});
