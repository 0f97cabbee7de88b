-- Which sets of attributes an organisation's observations have: policies decide on a set, not on a row. Read by skipping from one set to
-- the next, a step each; without it every row is read, 0.9 s of 100,000 on PGlite. Few sets and many rows: 100,000 entries take 0.7 MB.
create index observations_attributes on observations (org_id, project_id, classification, kind, agent_id);
