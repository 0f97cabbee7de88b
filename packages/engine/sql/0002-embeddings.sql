-- One vector for each observation, of the model that embedded it last. A row stays until it is replaced, so a change of model loses
-- nothing on the way; every statement names the model and the dimension, so vectors of two models are never compared.
-- A table of its own: beside text and tsvector a row would pass the 2 KB from which PostgreSQL stores values out of line.

create table observation_embeddings (
  org_id text not null,
  observation_id uuid not null,
  project_id text not null default '',
  model_id text not null,
  dimension integer not null check (dimension between 1 and 16000),
  components bytea not null,                    -- one signed byte for each dimension
  scale real not null check (scale >= 0),       -- components × scale has length 1
  code bit varying not null,                    -- one sign bit for each dimension, padded: what SQL alone compares
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, observation_id),
  foreign key (org_id, observation_id) references observations (org_id, id) on delete cascade,
  check (octet_length(components) = dimension),
  check (bit_length(code) >= dimension)
);
-- In the row as long as it fits on a page: a scan reads every vector, and each one out of line would be a look-up of its own.
alter table observation_embeddings alter column components set storage main, alter column code set storage main;
create index observation_embeddings_scope on observation_embeddings (org_id, project_id, observation_id);
create index observation_embeddings_feed on observation_embeddings (org_id, updated_at, observation_id);

alter table observation_embeddings enable row level security;
create policy tenant on observation_embeddings to inkling_tenant
  using (org_id = current_setting('inkling.org_id', true))
  with check (org_id = current_setting('inkling.org_id', true));
grant select, insert, update, delete on observation_embeddings to inkling_tenant;
