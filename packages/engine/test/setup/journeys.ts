import { systemClock } from '../../src/base/clock.ts';
import type { TenantDatabase } from '../../src/base/database/database.ts';
import { listContextInjections } from '../../src/memory/injection-log/list-context-injections.ts';
import { recordContextInjection } from '../../src/memory/injection-log/record-context-injection.ts';

/** A walk through a room's calls that makes it send every statement it has on a hot path. */
export interface Journey {
  readonly room: string;
  walk(tenant: TenantDatabase): Promise<void>;
}

/** Add a room here, and the partition test checks what it sends. */
export const JOURNEYS: readonly Journey[] = [
  { room: 'injection-log', walk: injectionLog },
  { room: 'search (SQL fallback)', walk: matchTerms },
];

async function injectionLog(tenant: TenantDatabase): Promise<void> {
  await recordContextInjection(tenant, systemClock, {
    orgId: tenant.orgId,
    sessionId: 'session',
    workType: 'feature',
    budgetTokens: 400,
    actualTokens: 12,
    observationIds: [],
    sessionSummaryIds: [],
    queryText: 'what was decided',
  });
  await listContextInjections(tenant, 'session');
}

async function matchTerms(tenant: TenantDatabase): Promise<void> {
  await tenant.query({
    text: `select o.content from match_observation_terms($2, $3::tsquery, now(), 500) m
      join observations o on o.id = m.id where o.org_id = $1`,
    values: [tenant.orgId, null, `'word'`],
  });
}
