-- Blocks name an observation by the last 40 bits of its id. Asking for one by them is a look-up by this key.
create index observations_short_ids on observations (org_id, right(id::text, 10));
