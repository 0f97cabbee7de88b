import { expect, test } from 'vitest';
import type { Clock } from '../../base/clock.ts';
import type { TenantDatabase } from '../../base/database/database.ts';
import type { ContextInjectionLog } from './context-injection-log.ts';
import { listContextInjections, recordContextInjection } from './record-context-injection.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const edge = { sourceId: id, targetId: id, relationshipName: 'calls' };
const clock: Clock = { now: () => 0, monotonic: () => 0, schedule: () => () => undefined };
const log: ContextInjectionLog = {
  sessionId: 'ses_abc',
  workType: 'bug_fix',
  budgetTokens: 750,
  actualTokens: 312,
  observationIds: [id],
  sessionSummaryIds: [],
  queryText: 'fix null pointer',
};

/** A tenant that must not be asked: what is refused never reaches the database. */
const untouched: TenantDatabase = {
  orgId: 'org_123',
  query: () => Promise.reject(new Error('asked')),
  batch: () => Promise.reject(new Error('asked')),
};

test.each([
  ['a foreign organisation', { orgId: 'org_other' }],
  ['an id that is no UUID', { id: 'log-1' }],
  ['a blank session', { sessionId: ' ' }],
  ['a session with a control character', { sessionId: 'ses\0' }],
  ['a work type that is no text', { workType: 7 as never }],
  ['a negative budget', { budgetTokens: -1 }],
  ['a fraction of a token', { actualTokens: 1.5 }],
  ['a count beyond the column', { actualTokens: 2 ** 31 }],
  ['an observation id that is no UUID', { observationIds: ["1'); drop table observations; --"] }],
  ['summary ids that are no list', { sessionSummaryIds: null as never }],
  ['a node id that is no UUID', { graphNodeIds: [7 as never] }],
  ['an edge without ends', { graphEdgeKeys: [{ relationshipName: 'calls' } as never] }],
  ['an edge name with NUL', { graphEdgeKeys: [{ ...edge, relationshipName: '\0' }] }],
  ['no query', { queryText: undefined as never }],
])('%s is refused with a code', async (_what, change) => {
  await expect(recordContextInjection(untouched, clock, { ...log, ...change })).rejects.toMatchObject({
    code: 'invalid-input',
  });
});

test.each([[0], [1001], [1.5], [Number.NaN]])('a list of %d injections is refused with a code', async (limit) => {
  await expect(listContextInjections(untouched, 'ses_abc', { limit })).rejects.toThrow(/limit must be a whole number/);
});
