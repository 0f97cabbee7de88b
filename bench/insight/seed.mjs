// A year of an organisation's memory, written by the database itself: 100,000 observations, 10,000 sessions and their logs.
const DAYS = 90;
const past = (share) => `now() - interval '${DAYS} days' * (${share})`;
const id = (kind, n) => `md5('${kind}' || (${n})::text)::uuid`;
const path = (n) => `'src/part' || (${n}) % 40 || '/room' || (${n}) % 400 || '/file' || (${n}) % 4000 || '.ts'`;

/** The statements that fill one organisation; $1 is its id. */
export function seedStatements({ observations, sessions }) {
  const each = (count) => `generate_series(1, ${count}) as n`;
  return [
    `insert into observations (org_id, id, project_id, agent_id, session_id, kind, content, content_hash, source, weight, simhash, created_at)
     select $1, ${id('o', 'n')}, 'p', 'agent' || n % 20, 's' || n % ${sessions},
       (array['commit', 'commit', 'commit', 'decision', 'convention', 'error'])[1 + n % 6],
       'Statement ' || n || ' about part' || n % 40 || ' and room' || n % 400 || ': ' || repeat('word' || n % 997 || ' ', 24),
       md5(n::text), 'import', 1 + (n % 21 - 10) / 20.0, hashtext((n / 2)::text), ${past(`n::float / ${observations}`)}
     from ${each(observations)}`,
    `insert into observation_paths (org_id, path, observation_id, project_id, created_at)
     select $1, ${path('n * 7 + k')}, ${id('o', 'n')}, 'p', ${past(`n::float / ${observations}`)}
     from ${each(observations)} cross join generate_series(1, 2) k`,
    `insert into graph_files (org_id, project_id, path, content_hash, extractor_version)
     select distinct $1, 'p', ${path('n')}, 'h', 1 from ${each(3600)}`,
    `insert into sessions (org_id, id, project_id, agent_id, work_type, status, outcome, created_at, updated_at, ended_at)
     select $1, 's' || n, 'p', 'agent' || n % 20, (array['bug_fix', 'feature', 'refactor', 'chore'])[1 + n % 4], 'completed',
       (array['accepted', 'accepted', 'rework', 'rejected'])[1 + n % 7 % 4], t, t, t
     from ${each(sessions)} cross join lateral (select ${past(`n::float / ${sessions}`)} as t) at`,
    `update sessions set status = 'queued', outcome = null, ended_at = null where org_id = $1 and substr(id, 2)::int % 100 = 0`,
    `insert into session_work_items (org_id, session_id, identifier, title)
     select $1, 's' || n, 'ENG-' || n, 'Work on room' || n % 400 from ${each(sessions)}`,
    `insert into session_activities (org_id, session_id, seq, id, type, body, occurred_at)
     select $1, 's' || n, k, ${id('a', 'n * 100 + k')}, 'context', jsonb_build_object('key', 'currentFile', 'value', ${path('n')}), now()
     from ${each(sessions)} cross join generate_series(1, 5) k`,
    `insert into context_injection_logs (org_id, id, session_id, project_id, work_type, budget_tokens, actual_tokens, observation_ids,
       query_text, created_at, trace)
     select $1, ${id('l', 'n * 10 + k')}, 's' || n, 'p', (array['bug_fix', 'feature', 'refactor', 'chore'])[1 + n % 4],
       (array[750, 400, 600, 300])[1 + n % 4], 100 + n * 37 % 600, ids.held, 'q', ${past(`n::float / ${sessions}`)},
       jsonb_build_object('source', case k when 1 then 'session-start' else 'in-session' end, 'blockHash', null, 'rows', (
         select jsonb_agg(jsonb_build_object('id', i, 'tokens', 40, 'weightedRank', r)) from unnest(ids.held) with ordinality u (i, r)),
         'leftOut', jsonb_build_array(jsonb_build_object('id', ${id('o', 'n')}, 'reason', 'over-budget', 'tokens', 60, 'weightedRank', 9)))
     from ${each(sessions)} cross join generate_series(1, 3) k cross join lateral (
       select array_agg(${id('o', `(n * 31 + k * 7 + j) % ${observations} + 1`)}) as held from generate_series(1, 5) j) ids`,
    `insert into session_retrievals (org_id, id, session_id, project_id, observation_ids, unweighted_ranks, weighted_ranks, relevances, scores,
       weights, injected_ids, created_at)
     select $1, ${id('q', 'n')}, 's' || n % ${sessions}, 'p', ids.held, ids.ranks, ids.weighted, array_fill(0.5::float8, array[10]),
       array_fill(0.5::float8, array[10]), array_fill(1::float8, array[10]), ids.held[1:3], ${past(`n::float / ${sessions * 3}`)}
     from ${each(sessions * 3)} cross join lateral (
       select array_agg(${id('o', `(n * 31 + k) % ${observations} + 1`)} order by k) as held, array_agg(k order by k) as ranks,
         array_agg(1 + (k + n) % 10 order by k) as weighted
       from generate_series(1, 10) k) ids`,
    `insert into observation_weight_history (org_id, id, observation_id, session_id, cause, evidence, old_weight, new_weight, created_at)
     select $1, ${id('h', 'n')}, ${id('o', `(n * 31 + 8) % ${observations} + 1`)}, 's' || n, 'accepted', 'cited', 1, 1.3,
       ${past(`n::float / ${sessions}`)} from ${each(sessions)}`,
    `insert into session_verb_events (org_id, id, session_id, project_id, tool, phase, path, outcome, elapsed_ms, lag_ms, actual_tokens, created_at)
     select $1, ${id('e', 'n')}, 's' || n % ${sessions}, 'p', 'Edit', 'post-verb', ${path('n')},
       (array['no-match', 'no-match', 'injected', 'skipped'])[1 + n % 4], n % 97 / 3.0, 1, 0, ${past(`n::float / ${sessions * 10}`)}
     from ${each(sessions * 10)}`,
  ].map((text) => ({ text, values: ['bench'] }));
}
