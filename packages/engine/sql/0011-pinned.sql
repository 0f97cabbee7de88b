-- Pinned observations come unasked before every turn of a conversation. They are few among many: without an index of their own each
-- turn reads a whole project.
create index observations_pinned on observations (org_id, project_id, created_at desc) where pinned;
