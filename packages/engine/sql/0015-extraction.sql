-- What an extraction model was asked for, where one is set: a hard limit a day for each organisation, and one reading of each session.

-- A UTC day. Reserved before a call in the statement that checks the limit, so it never shows less than what was called.
create table extraction_usage (
  org_id text not null,
  day date not null,
  calls integer not null check (calls >= 0),
  tokens bigint not null check (tokens >= 0),
  primary key (org_id, day)
);

alter table extraction_usage enable row level security;
create policy tenant on extraction_usage to inkling_tenant
  using (org_id = current_setting('inkling.org_id', true)) with check (org_id = current_setting('inkling.org_id', true));
grant select, insert, update, delete on extraction_usage to inkling_tenant;

-- Ids and numbers, no text. Without an outcome the call is under way, or its process ended before it did.
create table extraction_runs (
  org_id text not null,
  session_id text not null,
  day date not null,
  model_id text not null,
  reserved_tokens bigint not null,
  tokens bigint,                                -- what the service counted, else what was reserved; 0 = it was not called
  outcome text check (outcome in ('stored', 'nothing-new', 'over-cap', 'failed')),
  code text,                                    -- why it failed
  statements integer,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, session_id)
);

alter table extraction_runs enable row level security;
create policy tenant on extraction_runs to inkling_tenant
  using (org_id = current_setting('inkling.org_id', true)) with check (org_id = current_setting('inkling.org_id', true));
grant select, insert, update, delete on extraction_runs to inkling_tenant;
