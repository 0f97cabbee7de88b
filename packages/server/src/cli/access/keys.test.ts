import { expect, test } from 'vitest';
import { describeKey } from './keys.ts';

const sent = { id: 'k1', orgId: 'local', role: 'agent', name: 'reviewer', projects: null };
const at = { createdAt: '2026-01-02T03:04:05.000Z', revokedAt: null };

test('a key in the list, also from a daemon of an earlier version, which sends no `agents`', () => {
  expect(describeKey({ ...sent, ...at, agents: ['codex'] } as never)).toBe('k1 agent 2026-01-02 reviewer as codex');
  expect(describeKey({ ...sent, ...at } as never)).toBe('k1 agent 2026-01-02 reviewer');
});
