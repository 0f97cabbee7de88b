import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Database, Row, Statement, TenantDatabase } from '../../src/base/database/database.ts';
import { MIGRATIONS } from '../../src/generated/migrations.ts';
import { rankDelta, type RankDeltaRequest } from '../../src/memory/feedback/rank-delta.ts';
import {
  retrievalStatement,
  type Retrieval,
  type RetrievalCandidate,
} from '../../src/memory/feedback/retrieval-statements.ts';
import { analyticsWindow } from '../../src/memory/insight/analytics-window.ts';
import { retrievalImpact } from '../../src/memory/insight/feedback-impact.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const NOW = Date.UTC(2026, 10, 22);
const DAY_MS = 86_400_000;
const uuid = (n: number): string => `018f3c5e-0000-7000-8000-${String(n).padStart(12, '0')}`;
const migration = (name: string): string => MIGRATIONS.find((one) => one.name === name)?.sql ?? '';
/** The table of one row a candidate, as it was created. */
const [OLD_TABLE = ''] =
  /create table retrieval_ab_logs \([\s\S]*?\n\);/.exec(migration('graph-policy-feedback')) ?? [];

/** A retrieval of some organisation at some moment. */
type Told = Pick<Retrieval, 'id' | 'sessionId' | 'projectId' | 'candidates' | 'injectedIds'> & { readonly at: string };

const number = fc.double({ min: 0, max: 2, noNaN: true });
const candidates: fc.Arbitrary<RetrievalCandidate[]> = fc
  .uniqueArray(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 12 })
  .chain((observations) =>
    fc.tuple(
      fc.shuffledSubarray(observations, { minLength: observations.length }),
      fc.array(fc.tuple(number, number, number), { minLength: observations.length, maxLength: observations.length }),
    ),
  )
  .map(([shuffled, numbers]) =>
    numbers.map(([relevance, score, weight], index) => ({
      observationId: uuid(shuffled[index] ?? 0),
      unweightedRank: [...shuffled].toSorted((a, b) => a - b).indexOf(shuffled[index] ?? 0) + 1,
      weightedRank: index + 1,
      ...{ relevance, score, weight },
    })),
  );
const told: fc.Arbitrary<Told[]> = fc
  .array(
    fc.record({
      candidates,
      injected: fc.integer({ min: 0, max: 3 }),
      sessionId: fc.constantFrom('s1', 's2', 'it\'s {"a",\\b}'),
      projectId: fc.constantFrom(null, 'p'),
      day: fc.integer({ min: 0, max: 3 }),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((list) =>
    list.map(({ injected, day, ...rest }, index) => ({
      ...rest,
      id: uuid(1000 + index),
      injectedIds: new Set(rest.candidates.slice(0, injected).map(({ observationId }) => observationId)),
      at: new Date(NOW - day * DAY_MS - 1).toISOString(),
    })),
  );
const EXAMPLES = fc.sample(told, { numRuns: 8, seed: 17 });

/** The statement that wrote one row a candidate. */
function oldInsertion(orgId: string, retrievals: readonly Told[]): Statement {
  const rows = retrievals.flatMap(({ id, sessionId, projectId, candidates: ranked, injectedIds, at }) =>
    ranked.map(({ observationId, unweightedRank, weightedRank, relevance, score, weight }) => ({
      ...{ retrieval_id: id, session_id: sessionId, project_id: projectId ?? '', observation_id: observationId },
      ...{ unweighted_rank: unweightedRank, weighted_rank: weightedRank, relevance, score, weight },
      ...{ injected: injectedIds.has(observationId), created_at: at },
    })),
  );
  return {
    text: `insert into retrieval_ab_logs (org_id, id, retrieval_id, session_id, project_id, observation_id, unweighted_rank, weighted_rank,
        relevance, score, weight, injected, created_at)
      select $1, gen_random_uuid(), r.* from jsonb_to_recordset($2::jsonb) as r (retrieval_id uuid, session_id text, project_id text,
        observation_id uuid, unweighted_rank integer, weighted_rank integer, relevance float8, score float8, weight float8, injected boolean,
        created_at timestamptz)`,
    values: [orgId, JSON.stringify(rows)],
  };
}

/** Every row as SQL users see it. */
const rowsOf = (orgId: string): Statement => ({
  text: `select retrieval_id, session_id, project_id, observation_id, unweighted_rank, weighted_rank, relevance, score, weight, injected, created_at
    from retrieval_ab_logs where org_id = $1 order by retrieval_id, weighted_rank`,
  values: [orgId],
});

/** What analytics asked the table of one row a candidate. */
const OLD_RANK_DELTA = `
  select observation_id as "observationId", count(*)::int as retrievals, count(*) filter (where injected)::int as injected,
    avg(unweighted_rank - weighted_rank)::float8 as "meanDelta", avg(weight)::float8 as "meanWeight"
  from retrieval_ab_logs
  where org_id = $1 and ($2::text is null or session_id = $2) and ($3::uuid is null or observation_id = $3)
    and ($4::timestamptz is null or created_at >= $4)
  group by observation_id order by abs(avg(unweighted_rank - weighted_rank)) desc, observation_id limit $5`;
const OLD_IMPACT = `
  with retrieval as (
    select min(created_at) as at, count(*) as candidates, count(*) filter (where injected) as injected,
      count(*) filter (where weighted_rank < unweighted_rank) as up, count(*) filter (where weighted_rank > unweighted_rank) as down,
      sum(abs(weighted_rank - unweighted_rank)) as shift, sum(weight) filter (where injected) as weight
    from retrieval_ab_logs
    where org_id = $1 and created_at >= $2 and created_at < $3 and ($4::text is null or project_id = $4)
    group by retrieval_id
  )
  select date_trunc($5, at) as bucket, count(*)::int as retrievals, (count(*) filter (where injected > 0))::int as injecting,
    coalesce(sum(candidates), 0)::int as candidates, coalesce(sum(injected), 0)::int as injected,
    coalesce(sum(up), 0)::int as "movedUp", coalesce(sum(down), 0)::int as "movedDown",
    coalesce(sum(shift) / nullif(sum(candidates), 0), 0)::float8 as "meanShift",
    (sum(weight) / nullif(sum(injected), 0))::float8 as "meanInjectedWeight"
  from retrieval group by grouping sets ((1), ()) order by bucket nulls last`;

const DELTAS: readonly RankDeltaRequest[] = [
  {},
  { sessionId: 's1', since: new Date(NOW - DAY_MS), limit: 3 },
  { observationId: uuid(3) },
];
const WINDOWS = [undefined, null, 'p'].map((projectId) =>
  analyticsWindow({ since: new Date(NOW - 2 * DAY_MS), ...(projectId === undefined ? {} : { projectId }) }, NOW),
);

/** Sums of the same numbers in another order differ in their last digits. */
const rounded = (all: unknown): unknown =>
  JSON.parse(JSON.stringify(all, (_, value: unknown) => (typeof value === 'number' ? value.toFixed(9) : value)));

async function oldFigures(tenant: TenantDatabase): Promise<unknown> {
  const deltas = DELTAS.map(({ sessionId = null, observationId = null, since = null, limit = 100 }) =>
    tenant.query({ text: OLD_RANK_DELTA, values: [tenant.orgId, sessionId, observationId, since, limit] }),
  );
  const impacts = WINDOWS.map(({ since, until, project, bucket }) =>
    tenant.query({ text: OLD_IMPACT, values: [tenant.orgId, since, until, project, bucket] }),
  );
  return rounded(await Promise.all([...deltas, ...impacts]));
}

async function figures(tenant: TenantDatabase): Promise<unknown> {
  const deltas = DELTAS.map((request) => rankDelta(tenant, request));
  return rounded(await Promise.all([...deltas, ...WINDOWS.map((window) => retrievalImpact(tenant, window))]));
}

describeOnEachDatabase('the retrieval log', (open) => {
  let database: Database;
  const before: { readonly figures: unknown; readonly rows: readonly Row[] }[] = [];
  beforeAll(async () => {
    database = await open();
    await database.operator.query({ text: `drop view retrieval_ab_logs; drop table session_retrievals; ${OLD_TABLE}` });
    await database.operator.query({ text: 'grant select, insert on retrieval_ab_logs to inkling_tenant' });
    for (const [index, example] of EXAMPLES.entries()) {
      const tenant = database.tenant(`old-${index}`);
      await tenant.query(oldInsertion(tenant.orgId, example));
      before.push({ figures: await oldFigures(tenant), rows: await tenant.query(rowsOf(tenant.orgId)) });
    }
    await database.operator.query({ text: migration('session-retrievals') });
  });

  test.each([...EXAMPLES.keys()])('example %i says the same after the migration, row by row', async (index) => {
    const tenant = database.tenant(`old-${index}`);
    expect(before[index]?.rows.length).toBeGreaterThan(0);
    expect(await tenant.query(rowsOf(tenant.orgId))).toEqual(before[index]?.rows);
    expect(await figures(tenant)).toEqual(before[index]?.figures);
  });

  test.each([...EXAMPLES.keys()])(
    'example %i says the same when it is written as one row a retrieval',
    async (index) => {
      const tenant = database.tenant(`new-${index}`);
      const example = EXAMPLES[index] ?? [];
      await tenant.query(
        retrievalStatement(
          tenant.orgId,
          example.map((one) => ({ ...one, orgId: tenant.orgId })),
        ),
      );
      await tenant.batch(example.map(({ id, at }) => dated(tenant.orgId, id, at)));
      expect(await tenant.query(rowsOf(tenant.orgId))).toEqual(before[index]?.rows);
      expect(await figures(tenant)).toEqual(before[index]?.figures);
    },
  );
});

const dated = (orgId: string, id: string, at: string): Statement => ({
  text: 'update session_retrievals set created_at = $3 where org_id = $1 and id = $2',
  values: [orgId, id, at],
});
