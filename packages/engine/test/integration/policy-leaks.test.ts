import { createMemory, type Memory, type Observation, type OrgMemory } from '@inkling/engine';
import type { Principal } from '@inkling/engine/types';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verbEvent } from '../in-session-fixtures.ts';
import { isAuthorizedDirectly } from '../oracles/cedar-oracle.ts';
import { anyPolicies, anyPrincipal, anyResource } from '../policy-arbitraries.ts';
import { openTestDatabase } from '../setup/open-test-database.ts';

const SCOPES = ['project', 'org'] as const;
const QUERY = 'ledger retries';

let memory: Memory;
let orgs = 0;
beforeAll(async () => {
  memory = await createMemory({ database: await openTestDatabase('pglite') });
});
afterAll(() => memory.close());

/** Everything that reached the principal or a log, by any way. */
async function shown(org: OrgMemory, principal: Principal, scope: 'project' | 'org'): Promise<string[]> {
  const asking = { projectId: principal.projectId ?? null, agentId: principal.agentId || 'nobody', queryText: QUERY };
  const session = principal.sessionId ?? 'none';
  const recalled = await org.recall({ ...asking, sessionId: session, scope, minRelevance: 0, deadlineMs: 60_000 });
  const block = await org.buildSessionMemoryBlock({
    ...asking,
    sessionId: session,
    workType: 'feature',
    minRelevance: 0,
    deadlineMs: 60_000,
  });
  const sent: string[] = [];
  const injector = org.createInSessionInjector({
    capability: {
      supportsMessageInjection: true,
      injectMessage: (_session, text) => Promise.resolve(sent.push(text)),
    },
    config: { latencyBudgetMs: 60_000, maxSuggestionsPerEvent: 10, budgetTokens: 1000 },
  });
  const { orgId } = org;
  const { projectId } = asking;
  const event = verbEvent({
    orgId,
    agentId: asking.agentId,
    sessionId: session,
    query: QUERY,
    paths: [],
    memoryScope: scope,
  });
  const injected = await injector.handleVerbEvent({ ...event, ...(projectId === null ? {} : { projectId }) });
  const logged = (await org.listContextInjections(session)).flatMap(({ observationIds }) => observationIds);
  return [
    ...recalled.rows.map(({ observation }) => observation.id),
    ...block.observationIds,
    ...injected.observationIds,
    ...logged,
  ];
}

test('what a direct call to Cedar denies is in no answer, no block, no tool call and no log', async () => {
  let seen = 0;
  let denied = 0;
  const rows = fc.array(anyResource, { minLength: 4, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(
      anyPrincipal,
      rows,
      anyPolicies,
      fc.constantFrom(...SCOPES),
      async (asking, wanted, policies, scope) => {
        const org = memory.org(`org-${(orgs += 1)}`);
        const stored: Observation[] = [];
        for (const [index, { projectId, classification, kind, agentId }] of wanted.entries()) {
          const content = `The ledger retries rule number ${index} of ${'abcdefgh'[index]}.`;
          const { id } = await org.observations.remember({
            content,
            projectId,
            classification: classification as Observation['classification'],
            kind,
            agentId: agentId || 'git',
          });
          stored.push((await org.observations.get(id))!);
        }
        for (const { name, text, mode } of policies) await org.policies.put(name, text, { actor: 'ann', mode });
        const principal = {
          ...asking,
          orgId: org.orgId,
          agentId: asking.agentId || 'nobody',
          sessionId: asking.sessionId ?? 'none',
        };
        const enforced = policies.filter(({ mode }) => mode === 'enforce').map(({ text }) => text);
        const forbidden = stored
          .filter((row) => !isAuthorizedDirectly(enforced, principal, 'read', { ...row, type: 'observation' }))
          .map(({ id }) => id);
        const ids = await shown(org, principal, scope);
        seen += ids.length;
        denied += forbidden.length;
        expect(ids.filter((id) => forbidden.includes(id))).toEqual([]);
      },
    ),
    { numRuns: 25 },
  );
  // Neither all nor nothing: otherwise nothing was proven.
  expect(Math.min(seen, denied)).toBeGreaterThan(0);
}, 300_000);
