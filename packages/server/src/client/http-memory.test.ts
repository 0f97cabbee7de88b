import { expect, test } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Client } from './client.ts';
import { createHttpMemory } from './http-memory.ts';

interface Sent {
  readonly endpoint: Endpoint;
  readonly parts: Readonly<Record<string, unknown>>;
}

/** A daemon that notes what it is asked, and answers with nothing. */
function notingClient(): { client: Client; sent: Sent[] } {
  const sent: Sent[] = [];
  const note = (endpoint: unknown, parts: unknown) => void sent.push({ endpoint, parts } as Sent);
  const client = {
    call: (endpoint: unknown, parts: unknown) =>
      Promise.resolve(note(endpoint, parts)).then(() => new Proxy({}, EMPTY)),
  };
  return { client: client as unknown as Client, sent };
}

const EMPTY = { get: (_target: object, name: string) => (name === 'then' ? undefined : []) };

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';

/** Calls with everything that they take. What only a memory in this process needs to be told (who changes it, a store, a clock) is not in here. */
const CALLS: readonly (readonly [string, ...unknown[]])[] = [
  ['apiKeys.create', { role: 'agent', name: 'reviewer', agents: ['codex'], projects: ['api'] }],
  ['apiKeys.revoke', 'key-1'],
  ['feedback.observation', { observationId: ID, verdict: 'helpful', reason: 'used', sessionId: 's-1' }],
  ['feedback.outcome', 's-1'],
  ['feedback.setOutcome', 's-1', 'success', { reason: 'merged' }],
  ['experiments.start', 'api', 0.5],
  ['experiments.stop', 'api'],
  ['experiments.report', 'api', 'experiment-1'],
  ['config.setProject', 'api', { runtimeInjectEnabled: false }, { expectedUpdatedAt: '2026-01-02T03:04:05.000Z' }],
  ['config.retention.set', { error: 90 }],
  ['importCursors.set', 'api', 'git', { at: 'abc' }],
  ['transfer.grant', { sourceProjectId: 'api', destinationProjectId: 'web' }],
  ['transfer.fingerprint', 'api'],
  ['policies.put', 'guard', 'forbid (principal, action, resource);', { shadow: true }],
  ['policies.remove', 'guard'],
  ['capture.remember', { content: 'Port is 8080.', projectId: 'api', agentId: 'codex', kind: 'decision' }],
  ['recall', { queryText: 'port', projectId: 'api', agentId: 'codex', limit: 3, paths: ['a.ts'], scope: 'org' }],
  ['observations.remember', { content: 'Port', projectId: 'api', agentId: 'codex', weight: 1.5, pinned: true }],
  ['observations.rememberMany', [{ content: 'Port', source: 'import' }], { refresh: true }],
  ['observations.list', { projectId: 'api', kind: 'decision', limit: 7, cursor: 'next' }],
  ['observations.supersede', ID, 'Port is 9090.', { kind: 'fact', agentId: 'codex' }],
  ['observations.importRows', [{ content: 'Port is 8080.', projectId: 'api' }]],
  ['observations.forget', { projectId: 'api', kind: 'fact' }],
  ['graph.removeEdgesOfFiles', 'api', ['a.ts'], [{ sourceId: 'x', relationshipName: 'calls', targetId: 'y' }]],
  ['graph.files.remove', 'api', ['a.ts']],
];

test.each(CALLS.map(([name, ...given]) => ({ name, given })))(
  '$name sends all that it is given',
  async ({ name, given }) => {
    const { client, sent } = notingClient();
    let call: unknown = createHttpMemory(client);
    for (const part of name.split('.')) call = (call as Record<string, unknown>)[part];
    await (call as (...args: unknown[]) => unknown)(...given, {});
    expect(sent).toHaveLength(1);
    const { params, query, body } = sent[0]!.parts;
    const arrived = leavesOf([params, query, body]);
    expect(leavesOf(given).filter((leaf) => !arrived.includes(leaf))).toEqual([]);
  },
);

/** The texts, numbers and truth values in a value. */
function leavesOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
}
