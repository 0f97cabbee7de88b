-- How sessions ended, from evidence, and how they used what they were given. Both are facts; outcomes and weights are computed from them, so that
-- evidence that comes late, or is corrected, ends in the same weights as if it had come in time.
-- breaking: weights are computed from observation_uses now; an older program would move them without a row there.

-- One row for each thing that is known of how a session ended. What says it comes again changes nothing.
create table session_evidence (
  org_id text not null,
  session_id text not null,
  source text not null check (source in ('verdict', 'completion', 'commit', 'survival', 'fix-up', 'revert', 'check', 'correction')),
  subject text not null default '',             -- the hash of a commit, the kind of a check, the number of an activity
  says text not null check (says in ('accepted', 'rework', 'rejected', 'unknown', 'withdrawn')),
  detail text not null default '' check (char_length(detail) <= 300),
  actor text,                                   -- who says it; null = nobody, it was seen
  occurred_at timestamptz not null,
  primary key (org_id, session_id, source, subject)
);

alter table sessions add column outcome_looked_at timestamptz;   -- when its evidence was last looked for; null = never
create index sessions_ended on sessions (org_id, ended_at) where ended_at is not null;

-- What was already said of sessions.
insert into session_evidence (org_id, session_id, source, says, occurred_at)
select org_id, id, 'completion', outcome, coalesce(ended_at, updated_at) from sessions where outcome is not null;

-- How a session used an observation, and what somebody said of one. A weight is what the rows of its observation make of its base, in the order
-- of their moments.
create table observation_uses (
  org_id text not null,
  observation_id uuid not null,
  identity text not null,                       -- 'base', 'session:<id>', 'verdict:<agent>:<day>': the same one said again is one row
  session_id text,
  evidence text not null check (evidence in ('base', 'cited', 'followed', 'touched', 'explicit')),
  cause text check (cause in ('accepted', 'rework', 'rejected', 'helpful', 'misleading', 'outdated')),   -- null = nothing is known of it yet
  base double precision,
  occurred_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, observation_id, identity),
  foreign key (org_id, observation_id) references observations (org_id, id) on delete cascade,
  check ((evidence = 'base') = (base is not null))
);
create index observation_uses_session on observation_uses (org_id, session_id) where session_id is not null;
create index observation_uses_recent on observation_uses (org_id, occurred_at);

-- A session may be judged anew, so the history has many rows for it, and one that takes an outcome back.
drop index observation_weight_history_once;
create index observation_weight_history_session on observation_weight_history (org_id, session_id) where session_id is not null;
alter table observation_weight_history drop constraint observation_weight_history_cause_check;
alter table observation_weight_history add constraint observation_weight_history_cause_check
  check (cause in ('accepted', 'rework', 'rejected', 'helpful', 'misleading', 'outdated', 'withdrawn'));
alter table observation_weight_history drop constraint observation_weight_history_evidence_check;
update observation_weight_history set evidence = 'followed' where evidence = 'path-touched';
alter table observation_weight_history add constraint observation_weight_history_evidence_check
  check (evidence in ('cited', 'followed', 'touched', 'explicit'));

-- A weight of the graph is what the newest row of each session makes of it, in the order of sessions.
create index graph_weight_history_node on graph_weight_history (org_id, node_id) where node_id is not null;
create index graph_weight_history_edge on graph_weight_history (org_id, source_id, relationship_name, target_id) where source_id is not null;

-- The history so far, as uses: what it began with, and each step.
insert into observation_uses (org_id, observation_id, identity, evidence, base, occurred_at)
select distinct on (h.org_id, h.observation_id) h.org_id, h.observation_id, 'base', 'base', h.old_weight, '-infinity'::timestamptz
from observation_weight_history h join observations o on o.org_id = h.org_id and o.id = h.observation_id
order by h.org_id, h.observation_id, h.created_at, h.id;
insert into observation_uses (org_id, observation_id, identity, session_id, evidence, cause, occurred_at, created_at)
select h.org_id, h.observation_id,
  case when h.session_id is not null and h.cause in ('accepted', 'rework', 'rejected') then 'session:' || h.session_id else 'history:' || h.id end,
  h.session_id, coalesce(h.evidence, 'explicit'), h.cause, h.created_at, h.created_at
from observation_weight_history h join observations o on o.org_id = h.org_id and o.id = h.observation_id
order by h.created_at, h.id
on conflict do nothing;

do $$
declare
  t text;
begin
  foreach t in array array['session_evidence', 'observation_uses'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy tenant on %I to inkling_tenant using (org_id = current_setting(''inkling.org_id'', true)) with check (org_id = current_setting(''inkling.org_id'', true))', t);
    execute format('grant select, insert, update, delete on %I to inkling_tenant', t);
  end loop;
end
$$;
