-- For how many days observations of a kind are kept; '*' = of every kind without a row of its own. No row: for ever.
create table observation_retention (
  org_id text not null,
  kind text not null,
  days integer not null check (days > 0),
  updated_by text not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, kind)
);

alter table observation_retention enable row level security;
create policy tenant on observation_retention to inkling_tenant
  using (org_id = current_setting('inkling.org_id', true)) with check (org_id = current_setting('inkling.org_id', true));
grant select, insert, update, delete on observation_retention to inkling_tenant;
