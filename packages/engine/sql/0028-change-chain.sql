-- The change log as a chain: each entry carries the hash of itself and of the one before, so that whoever changes, removes or adds one leaves a gap
-- that `inkling audit verify` finds. Entries are numbered and hashed in the transaction that writes them.
-- breaking: an older program would write entries without a hash.

alter table config_changes add column seq bigint;
alter table config_changes add column hash text;                -- SHA-256 hex; null only within the transaction that wrote the entry
create unique index config_changes_chain on config_changes (org_id, seq) where seq is not null;
create index config_changes_unsealed on config_changes (org_id) where seq is null;

-- Where the chain of an organisation ends. Its row is the lock under which entries are numbered.
create table change_chain_heads (
  org_id text not null,
  seq bigint not null default 0,
  hash text not null default '',
  primary key (org_id)
);
alter table change_chain_heads enable row level security;
create policy tenant on change_chain_heads to inkling_tenant
  using (org_id = current_setting('inkling.org_id', true)) with check (org_id = current_setting('inkling.org_id', true));
grant select, insert, update, delete on change_chain_heads to inkling_tenant;

-- The entries so far, in their order. The expression is the one that the program hashes by.
do $$
declare
  entry record;
  chained text := '';
  number bigint := 0;
  last_org text := null;
begin
  for entry in select * from config_changes order by org_id, created_at, id loop
    if last_org is distinct from entry.org_id then
      chained := '';
      number := 0;
      last_org := entry.org_id;
    end if;
    number := number + 1;
    chained := encode(sha256(convert_to(chained || jsonb_build_array(entry.org_id, entry.id, entry.actor, entry.subject, entry.field,
      entry.old_value, entry.new_value, (extract(epoch from entry.created_at) * 1000000)::bigint)::text, 'UTF8')), 'hex');
    update config_changes set seq = number, hash = chained where org_id = entry.org_id and id = entry.id;
    insert into change_chain_heads as head (org_id, seq, hash) values (entry.org_id, number, chained)
    on conflict (org_id) do update set seq = excluded.seq, hash = excluded.hash;
  end loop;
end
$$;
