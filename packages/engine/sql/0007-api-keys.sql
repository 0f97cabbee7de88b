-- Keys with which programs and people of an organisation reach a daemon over the network.

create table api_keys (
  org_id text not null,
  id text not null,                             -- the part of the key that may be shown
  secret_hash text not null,                    -- SHA-256 hex of the part that may not: 256 random bits need no slow hash
  role text not null check (role in ('worker', 'agent', 'member', 'admin', 'operator')),
  name text not null,
  created_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  revoked_at timestamptz,
  primary key (org_id, id)
);

alter table api_keys enable row level security;
create policy tenant on api_keys to inkling_tenant using (org_id = current_setting('inkling.org_id', true)) with check (org_id = current_setting('inkling.org_id', true));
grant select, insert, update, delete on api_keys to inkling_tenant;
