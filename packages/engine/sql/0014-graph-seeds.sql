-- Where a search of the graph begins, in one call for all of a query's words. 10,000 nodes, 13 look-ups that find 1,000 of them, the best
-- of 80 on a busy machine: 18 ms on PGlite (9 on a server) with a call for each and every node told; 4 (3) so, with the ten that are wanted.

-- Every search reads the pending list through, once for each look-up, and PGlite has no autovacuum to empty it: with 256 kB that was 5 ms
-- of those 18. A node is one row of a bulk write, so shorter batches cost the writer little.
alter index graph_nodes_terms set (gin_pending_list_limit = 64);

-- match_graph_queries: for each tsquery up to `most` nodes of the tenant's own organisation that match it, by the query's position. It runs
-- as the owner and repeats the policy itself for the reason that match_observation_terms has (0001-core.sql): `@@` is not leakproof. One
-- function for all of them, because each call plans anew.
do $$
begin
  execute format($create$
    create function match_graph_queries(org text, project text, queries tsquery[], most integer)
    returns table (query_number bigint, id uuid, importance double precision, feedback_weight double precision)
    language plpgsql stable security definer rows 1000
    set search_path = %I, pg_temp
    set plan_cache_mode = force_custom_plan
    set enable_seqscan = off
    as $body$
    begin
      return query
        select q.number, m.id, m.importance, m.feedback_weight
        from unnest(queries) with ordinality as q (query, number) cross join lateral (
          select n.id, n.importance, n.feedback_weight
          from graph_nodes n
          where n.org_id = org
            and org = current_setting('inkling.org_id', true)
            and (project is null or n.project_id = project)
            and n.terms @@ q.query
          limit most
        ) m;
    end
    $body$
  $create$, current_schema());
end
$$;
revoke all on function match_graph_queries(text, text, tsquery[], integer) from public;
grant execute on function match_graph_queries(text, text, tsquery[], integer) to inkling_tenant;
drop function match_graph_terms(text, text, tsquery, integer);
