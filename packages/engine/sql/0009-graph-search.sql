-- Searching the knowledge graph: the best edges of a node without reading all of them, and names under row-level security.

-- A hub has 10,000 edges and untouched edges have equal weights, so the order must be complete in the index: without the last two
-- columns, ties are sorted, and every edge of the hub is read for that. "C" because the order of bytes is the same on every server.
drop index graph_edges_out;
drop index graph_edges_in;
create index graph_edges_out on graph_edges
  (org_id, source_id, feedback_weight desc, importance desc, target_id, relationship_name collate "C");
create index graph_edges_in on graph_edges
  (org_id, target_id, feedback_weight desc, importance desc, source_id, relationship_name collate "C");

-- match_graph_terms: nodes of the tenant's own organisation that match a tsquery, at most `most` of them. It runs as the owner and
-- repeats the policy itself for the reason that match_observation_terms has (0001-core.sql): `@@` is not leakproof.
do $$
begin
  execute format($create$
    create function match_graph_terms(org text, project text, query tsquery, most integer)
    returns table (id uuid, importance double precision, feedback_weight double precision)
    language plpgsql stable security definer rows 100
    set search_path = %I, pg_temp
    set plan_cache_mode = force_custom_plan
    set enable_seqscan = off
    as $body$
    begin
      return query
        select n.id, n.importance, n.feedback_weight
        from graph_nodes n
        where n.org_id = org
          and org = current_setting('inkling.org_id', true)
          and (project is null or n.project_id = project)
          and n.terms @@ query
        limit most;
    end
    $body$
  $create$, current_schema());
end
$$;
revoke all on function match_graph_terms(text, text, tsquery, integer) from public;
grant execute on function match_graph_terms(text, text, tsquery, integer) to inkling_tenant;
