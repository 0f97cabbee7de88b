-- What was handed to a client is not yet with its agent: 'written' stands in an answer until the agent is known to have it.
alter table session_memory_injects drop constraint session_memory_injects_status_check;
alter table session_memory_injects add constraint session_memory_injects_status_check
  check (status in ('pending', 'delivered', 'written', 'acked', 'dropped') and (status = 'written') <= (delivery_id is not null));

-- 'resume': the same conversation goes on, with what its parent was given in its context.
alter table sessions drop constraint sessions_parent_link_check;
alter table sessions add constraint sessions_parent_link_check check (parent_link in ('sub-agent', 'hand-off', 'resume'));
