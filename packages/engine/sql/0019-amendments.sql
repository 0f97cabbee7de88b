-- Which remembered talk amends which: what the later one settled is shown in place of the earlier one. A link that a person took back stays,
-- marked, so that it is not made again.
create table talk_amendments (
  org_id text not null,
  session_id text not null,
  amends_session_id text not null,
  project_id text not null default '',
  amended_at timestamptz not null,              -- when the later talk was held
  created_at timestamptz not null default clock_timestamp(),
  undone_at timestamptz,
  primary key (org_id, amends_session_id, session_id),
  check (session_id <> amends_session_id)
);
create index talk_amendments_project on talk_amendments (org_id, project_id, created_at desc);
create index talk_amendments_session on talk_amendments (org_id, session_id);

alter table talk_amendments enable row level security;
create policy tenant on talk_amendments to inkling_tenant
  using (org_id = current_setting('inkling.org_id', true)) with check (org_id = current_setting('inkling.org_id', true));
grant select, insert, update, delete on talk_amendments to inkling_tenant;
