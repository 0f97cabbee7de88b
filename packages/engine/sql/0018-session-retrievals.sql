-- The retrieval log as one row for each retrieval. One for each candidate was some sixteen rows in four indexes for each tool call, and on an
-- embedded database whoever asks next waits for them.
-- breaking: retrieval_ab_logs, which older programs write to and purge, is a view now.

create table session_retrievals (
  org_id text not null,
  id uuid not null,
  session_id text not null,
  project_id text not null default '',
  observation_ids uuid[] not null,              -- the candidates; the lists after it are about the same ones, in the same order
  unweighted_ranks integer[] not null,
  weighted_ranks integer[] not null,
  relevances double precision[] not null,
  scores double precision[] not null,
  weights double precision[] not null,
  injected_ids uuid[] not null default '{}',    -- those of them that came into a block
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  check (cardinality(observation_ids) >= 1 and 1 <= all (unweighted_ranks) and 1 <= all (weighted_ranks)),
  check (array[cardinality(unweighted_ranks), cardinality(weighted_ranks), cardinality(relevances), cardinality(scores), cardinality(weights)]
    = array_fill(cardinality(observation_ids), array[5]))
);
create index session_retrievals_session on session_retrievals (org_id, session_id, created_at desc);
create index session_retrievals_recent on session_retrievals (org_id, created_at);

alter table session_retrievals enable row level security;
create policy tenant on session_retrievals to inkling_tenant
  using (org_id = current_setting('inkling.org_id', true)) with check (org_id = current_setting('inkling.org_id', true));
grant select, insert, update, delete on session_retrievals to inkling_tenant;

insert into session_retrievals (org_id, id, session_id, project_id, observation_ids, unweighted_ranks, weighted_ranks, relevances, scores, weights,
  injected_ids, created_at)
select org_id, retrieval_id, min(session_id), min(project_id), array_agg(observation_id order by weighted_rank, id),
  array_agg(unweighted_rank order by weighted_rank, id), array_agg(weighted_rank order by weighted_rank, id),
  array_agg(relevance order by weighted_rank, id), array_agg(score order by weighted_rank, id), array_agg(weight order by weighted_rank, id),
  coalesce(array_agg(observation_id order by weighted_rank, id) filter (where injected), '{}'), min(created_at)
from retrieval_ab_logs group by org_id, retrieval_id;
drop table retrieval_ab_logs;

-- One row for each candidate, as it was: what feedback did to its rank. It reads with the rights and the organisation of who asks.
create view retrieval_ab_logs with (security_invoker = true) as
  select r.org_id, r.id as retrieval_id, r.session_id, r.project_id, c.observation_id, c.unweighted_rank, c.weighted_rank, c.relevance, c.score,
    c.weight, c.observation_id = any (r.injected_ids) as injected, r.created_at
  from session_retrievals r cross join lateral unnest(r.observation_ids, r.unweighted_ranks, r.weighted_ranks, r.relevances, r.scores, r.weights)
    as c (observation_id, unweighted_rank, weighted_rank, relevance, score, weight);
grant select on retrieval_ab_logs to inkling_tenant;
