-- What the queue's statements stand on: one open row per text, and a bounded queue that says what it dropped.

-- One index for both questions about open rows: is this text already waiting (in whatever epoch), and what waits in this session. A session
-- has at most a few dozen open rows, so they are sorted when they are read, and each change of a row's status keeps one index less.
drop index session_memory_injects_open;
create unique index session_memory_injects_open on session_memory_injects (org_id, session_id, content_hash)
  where status in ('pending', 'delivered');

alter table session_memory_injects drop constraint session_memory_injects_drop_reason_check;
alter table session_memory_injects add constraint session_memory_injects_drop_reason_check
  check (drop_reason in ('expired', 'superseded', 'queue-full', 'session-ended', 'forgotten'));
