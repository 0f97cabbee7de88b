import type { Statement, TenantDatabase } from '../../base/database/database.ts';
import { requireId, requireInput } from '../../base/require-input.ts';
import type { SessionFeedbackOutcome } from './session-feedback.ts';

/** The share that a session has in a weight of the graph. Contract 8. */
const GRAPH_FEEDBACK_ALPHA = 0.1;

/** What an outcome says of what the session was given; a weight that no session has judged is 0.5. */
const GRAPH_FEEDBACK_SCORES: Readonly<Record<SessionFeedbackOutcome, number>> = Object.freeze({
  accepted: 1,
  rework: 0.5,
  rejected: 0,
});

/** What a session's end changed in the graph. */
export interface GraphFeedbackResult {
  readonly nodes: number;
  readonly edges: number;
}

/** Feedback on the knowledge graph. */
export interface GraphFeedbackService {
  /**
   * weight ← α × score + (1 − α) × weight, on the nodes and edges that the session's injection log names, with their history, all or
   * nothing. Of a session each node and edge changes once: repeating it changes nothing. Fails with `invalid-input`.
   */
  applyFeedback(sessionId: string, outcome: SessionFeedbackOutcome): Promise<GraphFeedbackResult>;
}

/** Binds the service to one organisation. Seeds "Context Injection" and "Graph Context Injection", contract 8. */
export function createGraphFeedbackService(tenant: TenantDatabase): GraphFeedbackService {
  return {
    async applyFeedback(sessionId, outcome) {
      requireId(sessionId, 'sessionId');
      const score = GRAPH_FEEDBACK_SCORES[outcome];
      requireInput(score !== undefined, 'outcome', 'accepted, rework or rejected');
      const values = [tenant.orgId, sessionId, outcome, score, GRAPH_FEEDBACK_ALPHA];
      const statements = [LOCK_SESSION, MOVE_NODES, MOVE_EDGES].map((text): Statement => ({
        text,
        values: text === LOCK_SESSION ? values.slice(0, 2) : values,
      }));
      const [, nodes, edges] = await tenant.batch(statements);
      return { nodes: nodes?.length ?? 0, edges: edges?.length ?? 0 };
    },
  };
}

// Two that apply one session's feedback at once: the second waits, and then sees the first one's history.
const LOCK_SESSION = 'select id from sessions where org_id = $1 and id = $2 for update';

const MOVE_NODES = `
  with named as (
    select distinct unnest(graph_node_ids) as id from context_injection_logs where org_id = $1 and session_id = $2
  ), held as (
    select n.id, n.feedback_weight from graph_nodes n join named using (id)
    where n.org_id = $1 and not exists (
      select from graph_weight_history h where h.org_id = $1 and h.session_id = $2 and h.node_id = n.id)
    order by n.id for update of n
  ), moved as (
    update graph_nodes n set feedback_weight = $5::float8 * $4::float8 + (1 - $5::float8) * n.feedback_weight,
      updated_at = clock_timestamp()
    from held where n.org_id = $1 and n.id = held.id
    returning n.id, held.feedback_weight as old_weight, n.feedback_weight as new_weight
  )
  insert into graph_weight_history (org_id, id, node_id, session_id, outcome, old_weight, new_weight)
  select $1, gen_random_uuid(), id, $2, $3, old_weight, new_weight from moved returning id`;

const MOVE_EDGES = `
  with named as (
    select distinct (key ->> 'sourceId')::uuid as source_id, key ->> 'relationshipName' as relationship_name,
      (key ->> 'targetId')::uuid as target_id
    from context_injection_logs l, jsonb_array_elements(l.graph_edge_keys) as key where l.org_id = $1 and l.session_id = $2
  ), held as (
    select e.source_id, e.relationship_name, e.target_id, e.feedback_weight
    from graph_edges e join named using (source_id, relationship_name, target_id)
    where e.org_id = $1 and not exists (
      select from graph_weight_history h where h.org_id = $1 and h.session_id = $2 and h.source_id = e.source_id
        and h.relationship_name = e.relationship_name and h.target_id = e.target_id)
    order by e.source_id, e.relationship_name, e.target_id for update of e
  ), moved as (
    update graph_edges e set feedback_weight = $5::float8 * $4::float8 + (1 - $5::float8) * e.feedback_weight,
      updated_at = clock_timestamp()
    from held where e.org_id = $1 and e.source_id = held.source_id and e.relationship_name = held.relationship_name
      and e.target_id = held.target_id
    returning e.source_id, e.relationship_name, e.target_id, held.feedback_weight as old_weight, e.feedback_weight as new_weight
  )
  insert into graph_weight_history
    (org_id, id, source_id, relationship_name, target_id, session_id, outcome, old_weight, new_weight)
  select $1, gen_random_uuid(), source_id, relationship_name, target_id, $2, $3, old_weight, new_weight from moved returning id`;
