-- Hold-out: a share of a project's sessions goes without memory, so that what memory is worth can be seen.
-- breaking: an older program would deliver blocks to sessions that are held out.

create table experiments (
  org_id text not null,
  id uuid not null,
  project_id text not null default '',
  withhold double precision not null check (withhold > 0 and withhold < 1),   -- the share of sessions that go without
  started_by text not null,
  started_at timestamptz not null default clock_timestamp(),
  stopped_by text,
  stopped_at timestamptz,                       -- null = it runs: one at a time in a project
  primary key (org_id, id),
  check ((stopped_by is null) = (stopped_at is null))
);
create unique index experiments_running on experiments (org_id, project_id) where stopped_at is null;

-- Assigned in the statement that makes the session, so before anything can be shown to it, and never later.
alter table sessions add column experiment_id uuid;
alter table sessions add column held_out boolean not null default false check (not held_out or experiment_id is not null);
create index sessions_experiment on sessions (org_id, experiment_id) where experiment_id is not null;

-- False = computed and not delivered: delivery is switched off, or the session is held out. It is no use and no cost.
alter table context_injection_logs add column shown boolean not null default true;

alter table experiments enable row level security;
create policy tenant on experiments to inkling_tenant
  using (org_id = current_setting('inkling.org_id', true)) with check (org_id = current_setting('inkling.org_id', true));
grant select, insert, update, delete on experiments to inkling_tenant;
