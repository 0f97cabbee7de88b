-- The knowledge graph, the policies of an organisation, what feedback changed, and transfer between projects.

-- Ids are UUIDv5 of org, project, type and name: the same thing found twice is the same node.
create table graph_nodes (
  org_id text not null,
  id uuid not null,
  project_id text not null default '',          -- '' = belongs to no project
  type text not null,                           -- Service, Module, API, Database, Decision, Pattern, Person, Config, Dependency, Function, Class or another
  name text not null,
  qualified_name text not null default '',      -- for example the path of a module and the name in it; '' = the name says all
  classification text not null default 'internal' check (classification in ('public', 'internal', 'confidential', 'restricted')),
  importance double precision not null default 0.5 check (importance between 0 and 1),
  feedback_weight double precision not null default 0.5 check (feedback_weight between 0 and 1),
  metadata jsonb not null default '{}',         -- paths[], line, language, …
  terms tsvector not null default '',           -- filled by the application from its own tokens
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
create index graph_nodes_scope on graph_nodes (org_id, project_id, type, name);
create index graph_nodes_feed on graph_nodes (org_id, updated_at, id);
create index graph_nodes_terms on graph_nodes using gin (terms) with (gin_pending_list_limit = 256);

create table graph_edges (
  org_id text not null,
  source_id uuid not null,
  relationship_name text not null,
  target_id uuid not null,
  project_id text not null default '',
  importance double precision not null default 0.5 check (importance between 0 and 1),
  feedback_weight double precision not null default 0.5 check (feedback_weight between 0 and 1),
  observation_id uuid,                          -- provenance: the statement, session or file that it was learned from
  session_id text,
  source_file text,
  observed_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, source_id, relationship_name, target_id),
  foreign key (org_id, source_id) references graph_nodes (org_id, id) on delete cascade,
  foreign key (org_id, target_id) references graph_nodes (org_id, id) on delete cascade
);
create index graph_edges_out on graph_edges (org_id, source_id, feedback_weight desc, importance desc);
create index graph_edges_in on graph_edges (org_id, target_id, feedback_weight desc, importance desc);
create index graph_edges_file on graph_edges (org_id, project_id, source_file) where source_file is not null;
create index graph_edges_observation on graph_edges (org_id, observation_id) where observation_id is not null;

-- What each indexed file gave: a file whose hash is unchanged is not read again, and what it no longer gives is removed.
create table graph_files (
  org_id text not null,
  project_id text not null default '',
  path text not null,
  content_hash text not null,
  extractor_version integer not null,
  node_ids uuid[] not null default '{}',        -- nodes that this file declares
  facts jsonb not null default '{}',            -- what linking across files needs without reading the file again
  indexed_at timestamptz not null default clock_timestamp(),
  primary key (org_id, project_id, path)
);

create table graph_weight_history (
  org_id text not null,
  id uuid not null,
  node_id uuid,                                 -- either a node …
  source_id uuid,                               -- … or an edge
  relationship_name text,
  target_id uuid,
  session_id text not null,
  outcome text not null,
  old_weight double precision not null,
  new_weight double precision not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  check ((node_id is null) = (source_id is not null and relationship_name is not null and target_id is not null))
);
create index graph_weight_history_session on graph_weight_history (org_id, session_id);

-- An organisation's own Cedar policies. Only what validated against the schema is stored; the newest version counts.
create table org_policies (
  org_id text not null,
  name text not null,
  text text not null check (octet_length(text) between 1 and 65536),
  mode text not null default 'enforce' check (mode in ('enforce', 'shadow')),
  version bigint not null,
  updated_by text not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, name)
);

-- Every change of an observation's weight. One row for each session and observation: replaying a completion changes nothing.
create table observation_weight_history (
  org_id text not null,
  id uuid not null,
  observation_id uuid not null,
  session_id text,                              -- null = feedback outside a session
  cause text not null check (cause in ('accepted', 'rework', 'rejected', 'helpful', 'misleading', 'outdated')),
  evidence text check (evidence in ('cited', 'path-touched', 'explicit')),
  old_weight double precision not null,
  new_weight double precision not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
create unique index observation_weight_history_once on observation_weight_history (org_id, session_id, observation_id, cause)
  where session_id is not null;
create index observation_weight_history_observation on observation_weight_history (org_id, observation_id, created_at desc);

-- One row for each candidate of a retrieval with a session: what feedback did to its rank.
create table retrieval_ab_logs (
  org_id text not null,
  id uuid not null,
  retrieval_id uuid not null,
  session_id text not null,
  project_id text not null default '',
  observation_id uuid not null,
  unweighted_rank integer not null check (unweighted_rank >= 1),
  weighted_rank integer not null check (weighted_rank >= 1),
  relevance double precision not null,
  score double precision not null,
  weight double precision not null,
  injected boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
create index retrieval_ab_logs_session on retrieval_ab_logs (org_id, session_id, created_at desc);
create index retrieval_ab_logs_observation on retrieval_ab_logs (org_id, observation_id);

-- The technologies of a project, read from its manifests.
create table project_fingerprints (
  org_id text not null,
  project_id text not null,
  technologies text[] not null,
  manifests text[] not null default '{}',
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, project_id)
);

-- An administrator's leave for memories of one project to be read in another: one direction.
create table transfer_grants (
  org_id text not null,
  source_project_id text not null,
  destination_project_id text not null,
  granted_by text not null,
  granted_at timestamptz not null default clock_timestamp(),
  primary key (org_id, source_project_id, destination_project_id),
  check (source_project_id <> destination_project_id)
);
create index transfer_grants_destination on transfer_grants (org_id, destination_project_id);

do $$
declare
  t text;
begin
  foreach t in array array['graph_nodes', 'graph_edges', 'graph_files', 'graph_weight_history', 'org_policies', 'observation_weight_history',
                           'retrieval_ab_logs', 'project_fingerprints', 'transfer_grants'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy tenant on %I to inkling_tenant using (org_id = current_setting(''inkling.org_id'', true)) with check (org_id = current_setting(''inkling.org_id'', true))', t);
    execute format('grant select, insert, update, delete on %I to inkling_tenant', t);
  end loop;
end
$$;
