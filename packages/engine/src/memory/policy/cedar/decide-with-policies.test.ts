import { describe, expect, test } from 'vitest';
import type { AuthorizationResource, Principal } from '../authorizer.ts';
import { questionKey } from './decide-with-policies.ts';

const principal: Principal = { orgId: 'acme', agentId: 'claude', projectId: 'api', sessionId: 's1' };
const resource: AuthorizationResource = {
  orgId: 'acme',
  id: 'x',
  type: 'observation',
  projectId: 'api',
  classification: 'internal',
  kind: 'decision',
  agentId: 'git',
};
const key = (words: readonly string[], who: Partial<Principal> = {}, what: Partial<AuthorizationResource> = {}) =>
  questionKey(new Set(words), { ...principal, ...who }, 'read', { ...resource, ...what });

describe('what no policy names is alike', () => {
  test.each<[string, Partial<Principal>, Partial<AuthorizationResource>]>([
    ['another agent', { agentId: 'codex' }, {}],
    ['another session', { sessionId: 's2' }, {}],
    ['another project of both', { projectId: 'web' }, { projectId: 'web' }],
    ['another kind', {}, { kind: 'commit' }],
    ['another author', {}, { agentId: 'claude' }],
    ['another id', {}, { id: 'y' }],
  ])('%s', (_what, who, what) => {
    expect(key([], who, what)).toBe(key([]));
  });
});

describe('what a policy can see is told apart', () => {
  test.each<[string, string[], Partial<Principal>, Partial<AuthorizationResource>]>([
    ['an agent by name', ['codex'], { agentId: 'codex' }, {}],
    ['a session by name', ['s2'], { sessionId: 's2' }, {}],
    ['that there is none', [], { sessionId: null }, {}],
    ['a project by name', ['web'], { projectId: 'web' }, { projectId: 'web' }],
    ['another project than the own one', [], {}, { projectId: 'web' }],
    ['no project', [], {}, { projectId: null }],
    ['the kind', ['kind'], {}, { kind: 'commit' }],
    ['the own statements', ['agent'], {}, { agentId: 'claude' }],
    ['another organisation', [], {}, { orgId: 'other' }],
    ['a name that is a word of ours', ['other'], { projectId: 'other' }, { projectId: 'other' }],
    ['the classification', [], {}, { classification: 'public' }],
  ])('%s', (_what, words, who, what) => {
    expect(key(words, who, what)).not.toBe(key(words));
  });
});
