-- What was said in sessions, as exchanges: many rows that leave by age and above a bound, and are looked at by session. All of that is asked of this
-- index, not of the texts: of 100,000 exchanges the table has some 150 MB, the index some 10.
create index observations_exchanges on observations (org_id, project_id, session_id, created_at) where kind = 'exchange';

-- The kinds that are not captured from a project's sessions, and how many exchanges are kept of a session and of the project.
alter table project_memory_config
  add column capture_off text[] not null default '{}',
  add column exchanges_per_session integer not null default 200 check (exchanges_per_session > 0),
  add column exchanges_per_project integer not null default 100000 check (exchanges_per_project > 0);
