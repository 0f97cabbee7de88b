-- Sessions with their lock, what they work on, what waits to be injected into them, and what happened in them.

-- One run of one agent on one work item. The worker that holds it is named in the row itself, so "only the lock holder" is one
-- condition of whatever statement needs it. lock_token changes with every claim; a holder proves itself by it.
create table sessions (
  org_id text not null,
  id text not null,
  project_id text not null default '',          -- '' = belongs to no project
  agent_id text,
  work_type text not null default '',           -- '' = unknown
  status text not null default 'queued' check (status in ('queued', 'claimed', 'working', 'completed', 'failed', 'stopped')),
  epoch integer not null default 0 check (epoch >= 0),
  epoch_started_at timestamptz not null default clock_timestamp(),
  worker_id text,
  lock_token uuid,
  lock_expires_at timestamptz,
  parent_session_id text,
  parent_link text check (parent_link in ('sub-agent', 'hand-off')),
  outcome text check (outcome in ('accepted', 'rework', 'rejected')),
  end_reason text,
  activity_seq bigint not null default 0,       -- the last number given to an activity: taken under this row's lock, so numbers commit in order
  created_at timestamptz not null default clock_timestamp(),
  claimed_at timestamptz,
  ended_at timestamptz,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  check ((lock_token is null) = (worker_id is null) and (lock_token is null) = (lock_expires_at is null)),
  check ((lock_token is not null) = (status in ('claimed', 'working'))),
  check ((parent_session_id is null) = (parent_link is null)),
  check ((ended_at is not null) = (status in ('completed', 'failed', 'stopped')))
);
create index sessions_open on sessions (org_id, status, created_at, id) where status in ('queued', 'claimed', 'working');
create index sessions_recent on sessions (org_id, created_at desc, id desc);
create index sessions_children on sessions (org_id, parent_session_id) where parent_session_id is not null;
create index sessions_feed on sessions (org_id, updated_at, id);

-- What a session is about, as the tracker knew it when the session was created. The retrieval query is composed from it.
create table session_work_items (
  org_id text not null,
  session_id text not null,
  issue_id text,
  identifier text,
  title text,
  description text,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, session_id),
  foreign key (org_id, session_id) references sessions (org_id, id) on delete cascade
);

-- The durable inject queue: pending → delivered → acked, or dropped (expired, superseded, the session ended).
create table session_memory_injects (
  org_id text not null,
  session_id text not null,
  epoch integer not null,
  content_hash text not null,                   -- SHA-256 hex of text
  id uuid not null,
  agent_id text,
  text text not null,
  observation_ids uuid[] not null default '{}',
  source text not null default 'api' check (source in ('session-start', 'in-session', 'correction', 'api', 'canary')),
  status text not null default 'pending' check (status in ('pending', 'delivered', 'acked', 'dropped')),
  drop_reason text check (drop_reason in ('expired', 'superseded', 'session-ended', 'forgotten')),
  delivery_id uuid,
  delivered_to uuid,                            -- lock_token of the last holder it was handed to
  attempts integer not null default 0,
  expires_at timestamptz,
  supersedes_key text,                          -- a newer inject with the same key drops a pending one
  log_id uuid,                                  -- the context_injection_logs row it belongs to
  created_at timestamptz not null default clock_timestamp(),
  delivered_at timestamptz,
  acked_at timestamptz,
  primary key (org_id, session_id, epoch, content_hash),
  check ((status in ('delivered', 'acked')) <= (delivery_id is not null)),
  check ((acked_at is not null) = (status = 'acked')),
  check ((drop_reason is not null) = (status = 'dropped'))
);
-- At most one in flight per session, whatever the statements do.
create unique index session_memory_injects_in_flight on session_memory_injects (org_id, session_id) where status = 'delivered';
create index session_memory_injects_open on session_memory_injects (org_id, session_id, created_at, id) where status in ('pending', 'delivered');
create unique index session_memory_injects_id on session_memory_injects (org_id, id);

-- What happened in a session, numbered from 1 without gaps.
create table session_activities (
  org_id text not null,
  session_id text not null,
  seq bigint not null,
  id uuid not null,                             -- given by the sender for a retry, else new
  type text not null check (type in ('thought', 'action', 'response', 'error', 'context', 'inject')),
  body jsonb not null,
  occurred_at timestamptz not null,             -- as the sender says
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, session_id, seq),
  unique (org_id, session_id, id),
  foreign key (org_id, session_id) references sessions (org_id, id) on delete cascade
);
-- The current value of each facet is the last row of its key.
create index session_activities_facets on session_activities (org_id, session_id, (body ->> 'key'), seq desc) where type = 'context';

do $$
declare
  t text;
begin
  foreach t in array array['sessions', 'session_work_items', 'session_memory_injects', 'session_activities'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy tenant on %I to inkling_tenant using (org_id = current_setting(''inkling.org_id'', true)) with check (org_id = current_setting(''inkling.org_id'', true))', t);
    execute format('grant select, insert, update, delete on %I to inkling_tenant', t);
  end loop;
end
$$;
