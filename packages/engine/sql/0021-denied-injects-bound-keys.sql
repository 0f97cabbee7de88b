-- A block may be kept back at its delivery, and a key says whom it may speak for.

alter table session_memory_injects drop constraint session_memory_injects_drop_reason_check;
alter table session_memory_injects add constraint session_memory_injects_drop_reason_check
  check (drop_reason in ('expired', 'superseded', 'queue-full', 'session-ended', 'forgotten', 'denied'));

alter table api_keys add column agents text[] not null default '{}';   -- whom its holder may act as; none = the key itself
alter table api_keys add column projects text[];                       -- null = every project
