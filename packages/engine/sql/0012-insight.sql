-- What people look at: how a block came to be, what became of each tool call, and indexes for what is asked over time.

-- Scores, places, token costs and policies of what was considered for a block: ids and numbers, no text. null = whoever wrote the row told nothing.
alter table context_injection_logs add column trace jsonb check (octet_length(trace::text) <= 262144);
create index context_injection_logs_recent on context_injection_logs (org_id, created_at);
create index retrieval_ab_logs_recent on retrieval_ab_logs (org_id, created_at);
create index observation_weight_history_recent on observation_weight_history (org_id, created_at);
-- The way back through a chain of corrections.
create index observations_superseded on observations (org_id, superseded_by) where superseded_by is not null;

-- What became of each tool call that was looked up for a running session. Written behind the answer, and purged after a month.
create table session_verb_events (
  org_id text not null,
  id uuid not null,
  session_id text not null,
  project_id text not null default '',
  tool text not null,
  phase text not null check (phase in ('pre-verb', 'post-verb')),
  path text,                                    -- the focal path
  outcome text not null check (outcome in ('injected', 'queued', 'no-match', 'skipped', 'budget-exceeded', 'disabled')),
  reason text,
  elapsed_ms double precision not null check (elapsed_ms >= 0),
  lag_ms double precision not null check (lag_ms >= 0),
  actual_tokens integer not null,
  observation_ids uuid[] not null default '{}',
  degraded text,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create index session_verb_events_session on session_verb_events (org_id, session_id, created_at desc, id desc);
create index session_verb_events_recent on session_verb_events (org_id, created_at);

alter table session_verb_events enable row level security;
create policy tenant on session_verb_events to inkling_tenant
  using (org_id = current_setting('inkling.org_id', true)) with check (org_id = current_setting('inkling.org_id', true));
grant select, insert, update, delete on session_verb_events to inkling_tenant;
