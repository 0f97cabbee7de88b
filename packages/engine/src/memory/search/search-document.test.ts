import { expect, test } from 'vitest';
import { toSearchDocument } from './search-document.ts';
import type { Observation } from '../observations/observation.ts';

const ROW: Observation = {
  orgId: 'o',
  id: '00000000-0000-7000-8000-000000000001',
  projectId: 'p',
  agentId: 'a',
  sessionId: 's',
  kind: 'commit',
  content: 'text',
  contentHash: '',
  source: 'api',
  classification: 'internal',
  weight: 1,
  pinned: false,
  metadata: {},
  simhash: '0000000000000000',
  supersededBy: null,
  validTo: null,
  quarantineReason: null,
  createdAt: '2026-11-20T00:00:00.000Z',
  updatedAt: '2026-11-20T00:00:00.000Z',
};

test.each([
  ['a commit of a session', {}, false],
  ['a message of a session', { kind: 'message' }, true],
  ['what somebody said in a session', { metadata: { speaker: 'Ann' } }, true],
  ['what a user stated, as it was captured', { kind: 'decision', metadata: { speaker: 'user', capture: {} } }, false],
  ['a captured message', { kind: 'message', metadata: { speaker: 'user', capture: {} } }, true],
  ['a message of no session', { kind: 'message', sessionId: null }, false],
  [
    'a message whose metadata name the session',
    { kind: 'message', sessionId: null, metadata: { sessionId: 't' } },
    true,
  ],
])('%s: part of a conversation?', (_name, changes, expected) => {
  expect(toSearchDocument({ ...ROW, ...changes }).conversational).toBe(expected);
});

test('a role is no word: a question about a user finds no statement because a user made it', () => {
  const stated = { ...ROW, kind: 'decision', metadata: { speaker: 'user', capture: {} } };
  expect(toSearchDocument(stated).speaker).toBeUndefined();
  expect(toSearchDocument({ ...ROW, metadata: { speaker: 'Ann' } }).speaker).toBe('Ann');
});
