-- Observations, what hangs on them, and the log of what was injected.
-- Every table carries org_id and every key starts with it, so the schema distributes by org_id without a change.
-- No extension, sequence, trigger, LISTEN/NOTIFY or advisory lock: the same text runs on PGlite, PostgreSQL 15+ and distributed PostgreSQL.

-- Every tenant statement runs under this plain role: owners and superusers (PGlite's default user is one) bypass row-level security.
-- Roles are shared by all databases of a server, so another database may have created it, even at this moment.
do $$
begin
  if not exists (select from pg_roles where rolname = 'inkling_tenant') then
    create role inkling_tenant nologin;
  end if;
exception when duplicate_object or unique_violation then null;
end
$$;
-- Since PostgreSQL 16 whoever creates a role is a member that may administer it but not switch to it: ask for 'set' there.
do $$
declare
  privilege text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
begin
  if not pg_has_role(current_user, 'inkling_tenant', privilege) then
    execute format('grant inkling_tenant to %I', current_user);
  end if;
  if not has_schema_privilege('inkling_tenant', current_schema(), 'usage') then
    execute format('grant usage on schema %I to inkling_tenant', current_schema());
  end if;
end
$$;

create table observations (
  org_id text not null,
  id uuid not null,
  project_id text not null default '',          -- '' = belongs to no project
  agent_id text not null,
  session_id text,
  kind text not null,
  content text not null check (octet_length(content) between 1 and 8192),
  content_hash text not null,
  source text not null check (source in ('auto-capture', 'tool', 'import', 'api')),
  classification text not null default 'internal' check (classification in ('public', 'internal', 'confidential', 'restricted')),
  weight double precision not null default 1 check (weight between 0 and 2),
  pinned boolean not null default false,
  metadata jsonb not null default '{}',
  simhash bigint not null,
  superseded_by uuid,
  valid_to timestamptz,
  quarantine_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default clock_timestamp(),
  terms tsvector not null default '',           -- filled by the application from its own tokens; only the SQL fallback reads it
  primary key (org_id, id),
  unique (org_id, project_id, agent_id, content_hash)
);
create index observations_scope on observations (org_id, project_id, created_at desc);
create index observations_session on observations (org_id, session_id) where session_id is not null;
create index observations_feed on observations (org_id, updated_at, id);
-- New entries wait in a pending list that every search reads through, and PGlite has no autovacuum to empty it. 20,000 rows: a
-- search took 17 ms (PGlite 27) with the default limit of 4 MB and 0.5 ms (1.0) with 256 kB; an insert the same 0.6 ms (0.9).
create index observations_terms on observations using gin (terms) with (gin_pending_list_limit = 256);

create table observation_paths (
  org_id text not null,
  path text not null,
  observation_id uuid not null,
  project_id text not null default '',
  created_at timestamptz not null,
  primary key (org_id, path, observation_id),
  foreign key (org_id, observation_id) references observations (org_id, id) on delete cascade
);
create index observation_paths_recent on observation_paths (org_id, project_id, path, created_at desc);
create index observation_paths_observation on observation_paths (org_id, observation_id);

-- What a forgotten observation leaves behind: no text, only what other replicas and the logs need to know.
create table observation_tombstones (
  org_id text not null,
  observation_id uuid not null,
  project_id text not null default '',
  content_hash text not null,
  deleted_at timestamptz not null default clock_timestamp(),
  primary key (org_id, observation_id)
);
create index observation_tombstones_feed on observation_tombstones (org_id, deleted_at, observation_id);

create table import_cursors (
  org_id text not null,
  project_id text not null default '',
  source text not null,
  cursor jsonb not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, project_id, source)
);

create table context_injection_logs (
  org_id text not null,
  id uuid not null,
  session_id text not null,
  project_id text,
  work_type text not null,
  budget_tokens integer not null check (budget_tokens >= 0),
  actual_tokens integer not null check (actual_tokens >= 0),
  observation_ids uuid[] not null default '{}',
  session_summary_ids uuid[] not null default '{}',
  graph_node_ids uuid[] not null default '{}',
  graph_edge_keys jsonb not null default '[]',
  query_text text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
create index context_injection_logs_session on context_injection_logs (org_id, session_id, created_at desc);

do $$
declare
  t text;
begin
  foreach t in array array['observations', 'observation_paths', 'observation_tombstones', 'import_cursors', 'context_injection_logs'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy tenant on %I to inkling_tenant using (org_id = current_setting(''inkling.org_id'', true)) with check (org_id = current_setting(''inkling.org_id'', true))', t);
    execute format('grant select, insert, update, delete on %I to inkling_tenant', t);
  end loop;
end
$$;

-- match_observation_terms: which live observations of the tenant's own organisation match a tsquery, at most `most` of them.
-- The SQL fallback calls it and reads the rows it wants by id. `org` must be the tenant's own; it is an argument all the same,
-- because a distributed database sends a call to the organisation's node by it.
-- It exists because `@@` is not leakproof: under row-level security the planner may run it only after the policy, so it never
-- uses the GIN index. 20,000 rows, two rare words: 18 ms by sequential scan against 2.5 ms here and 2.4 ms as the owner.
-- So it runs as the owner and repeats the policy itself. plpgsql with a plan per call, because an SQL function plans without
-- its values (16 ms), and no sequential scan, because with six rare words the planner still preferred one (32 ms against 8).
do $$
begin
  execute format($create$
    create function match_observation_terms(org text, project text, query tsquery, moment timestamptz, most integer)
    returns table (id uuid) language plpgsql stable security definer rows 500
    set search_path = %I, pg_temp
    set plan_cache_mode = force_custom_plan
    set enable_seqscan = off
    as $body$
    begin
      return query
        select o.id
        from observations o
        where o.org_id = org
          and org = current_setting('inkling.org_id', true)
          and (project is null or o.project_id = project)
          and o.terms @@ query
          and o.created_at <= moment
          and o.superseded_by is null
          and o.quarantine_reason is null
          and (o.valid_to is null or o.valid_to > moment)
        limit most;
    end
    $body$
  $create$, current_schema());
end
$$;
revoke all on function match_observation_terms(text, text, tsquery, timestamptz, integer) from public;
grant execute on function match_observation_terms(text, text, tsquery, timestamptz, integer) to inkling_tenant;
