-- What an organisation's administrators set, and who set it. A row that is absent means the default.

create table project_memory_config (
  org_id text not null,
  project_id text not null default '',
  memory_enabled boolean not null default true,
  runtime_inject_enabled boolean not null default true,
  graph_enabled boolean,                        -- null = as the organisation's plan says
  updated_by text not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, project_id)
);

create table org_plan_features (
  org_id text not null,
  feature text not null,                        -- 'kg_enabled', …
  enabled boolean not null,
  updated_by text not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, feature)
);

-- Tokens per work type, over the defaults.
create table context_budget_overrides (
  org_id text not null,
  work_type text not null,
  budget_tokens integer not null check (budget_tokens >= 0),
  updated_by text not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, work_type)
);

-- Which work types recall the graph, over the defaults.
create table recall_matrix_overrides (
  org_id text not null,
  work_type text not null,
  graph boolean not null,
  updated_by text not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, work_type)
);

create table config_changes (
  org_id text not null,
  id uuid not null,
  actor text not null,
  subject text not null,                        -- 'project:<id>', 'plan', 'budget', 'recall-matrix', later 'policy', 'transfer', 'api-key'
  field text not null,
  old_value jsonb,                              -- null = the default
  new_value jsonb,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
create index config_changes_recent on config_changes (org_id, created_at desc, id desc);

do $$
declare
  t text;
begin
  foreach t in array array['project_memory_config', 'org_plan_features', 'context_budget_overrides', 'recall_matrix_overrides', 'config_changes'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy tenant on %I to inkling_tenant using (org_id = current_setting(''inkling.org_id'', true)) with check (org_id = current_setting(''inkling.org_id'', true))', t);
    execute format('grant select, insert, update, delete on %I to inkling_tenant', t);
  end loop;
end
$$;
