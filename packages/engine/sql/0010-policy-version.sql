-- One number for all policies of an organisation. Every change, a removal too, adds one, so a process knows by this row alone
-- whether what it holds is current; and changes wait for each other on it.
create table org_policy_versions (
  org_id text not null primary key,
  version bigint not null
);

alter table org_policy_versions enable row level security;
create policy tenant on org_policy_versions to inkling_tenant
  using (org_id = current_setting('inkling.org_id', true)) with check (org_id = current_setting('inkling.org_id', true));
grant select, insert, update, delete on org_policy_versions to inkling_tenant;
