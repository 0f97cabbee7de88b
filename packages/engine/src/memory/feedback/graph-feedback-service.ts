import type { Statement, TenantDatabase } from '../../base/database/database.ts';
import { requireId, requireInput } from '../../base/require-input.ts';
import type { SessionFeedbackOutcome } from './observation-feedback.ts';

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
   * weight ← α × score + (1 − α) × weight for each session that was given a node or an edge, in the order of the sessions' creation, whatever order they
   * are judged in; with history, all or nothing. Of a session the last outcome counts: repeating it changes nothing, null takes it back. Fails with
   * `invalid-input`.
   */
  applyFeedback(sessionId: string, outcome: SessionFeedbackOutcome | null): Promise<GraphFeedbackResult>;
}

/** Binds the service to one organisation. Seeds "Context Injection" and "Graph Context Injection", contract 8. */
export function createGraphFeedbackService(tenant: TenantDatabase): GraphFeedbackService {
  return {
    async applyFeedback(sessionId, outcome) {
      requireId(sessionId, 'sessionId');
      const known = outcome === null || GRAPH_FEEDBACK_SCORES[outcome] !== undefined;
      requireInput(known, 'outcome', 'accepted, rework, rejected, or null');
      if (!(await wasGivenGraph(tenant, sessionId))) return { nodes: 0, edges: 0 };
      const [, nodes, edges] = await tenant.batch(judge(tenant.orgId, sessionId, outcome));
      return { nodes: nodes?.length ?? 0, edges: edges?.length ?? 0 };
    },
  };
}

/** Takes what a session's outcome made of the graph back, and the session out of the history, all or nothing. */
export async function withdrawGraphFeedback(tenant: TenantDatabase, sessionId: string): Promise<void> {
  const values = [tenant.orgId, sessionId];
  await tenant.batch([
    ...judge(tenant.orgId, sessionId, null),
    { text: dropJudgements(NODES), values },
    { text: dropJudgements(EDGES), values },
  ]);
}

function judge(orgId: string, sessionId: string, outcome: SessionFeedbackOutcome | null): Statement[] {
  const scores = [GRAPH_FEEDBACK_ALPHA, JSON.stringify(GRAPH_FEEDBACK_SCORES)];
  const values = [orgId, sessionId, outcome ?? WITHDRAWN, ...scores];
  return [
    { text: LOCK_SESSION, values: [orgId, sessionId] },
    { text: moveWeights(NODES), values },
    { text: moveWeights(EDGES), values },
  ];
}

/** Most sessions were given nothing of a graph. */
async function wasGivenGraph(tenant: TenantDatabase, sessionId: string): Promise<boolean> {
  const found = await tenant.query({
    name: 'graph_feedback_given',
    text: `
      select from context_injection_logs where org_id = $1 and session_id = $2 and shown
        and (graph_node_ids <> '{}' or graph_edge_keys <> '[]') limit 1`,
    values: [tenant.orgId, sessionId],
  });
  return found.length > 0;
}

/** In the history: an outcome that was taken back. */
const WITHDRAWN = 'withdrawn';

// Two that apply one session's feedback at once: the second waits, and then sees the first one's history.
const LOCK_SESSION = 'select id from sessions where org_id = $1 and id = $2 for update';

/** Where weights of one kind stand. */
interface Weighed {
  readonly table: string;
  readonly key: readonly string[];
  /** In the history, in the order of `key`. */
  readonly historyKey: readonly string[];
  /** Selects the keys that the session's injection log names. */
  readonly named: string;
}

const NODES: Weighed = {
  table: 'graph_nodes',
  key: ['id'],
  historyKey: ['node_id'],
  named:
    'select distinct unnest(graph_node_ids) from context_injection_logs where org_id = $1 and session_id = $2 and shown',
};

const EDGE_KEY = ['source_id', 'relationship_name', 'target_id'];
const EDGES: Weighed = {
  table: 'graph_edges',
  key: EDGE_KEY,
  historyKey: EDGE_KEY,
  named: `
    select distinct (key ->> 'sourceId')::uuid, key ->> 'relationshipName', (key ->> 'targetId')::uuid
    from context_injection_logs l, jsonb_array_elements(l.graph_edge_keys) as key where l.org_id = $1 and l.session_id = $2 and l.shown`,
};

const columnsOf = (name: string, columns: readonly string[]): string =>
  columns.map((column) => `${name}.${column}`).join(', ');

/** What `held` has is locked and is to be judged anew: its session has another newest row than this outcome. */
function moveWeights({ table, key, historyKey, named }: Weighed): string {
  const of = columnsOf;
  const newest = (name: string): string => `
    select distinct on (${of(name, historyKey)}, ${name}.session_id) ${name}.* from graph_weight_history ${name}
    where ${name}.org_id = $1 and (${of(name, historyKey)}) in (select ${key.join(', ')} from held)
    order by ${of(name, historyKey)}, ${name}.session_id, ${name}.created_at desc, ${name}.id desc`;
  return `
  with named (${key.join(', ')}) as (${named}), held as (
    select ${of('w', key)}, w.feedback_weight from ${table} w join named using (${key.join(', ')})
    where w.org_id = $1 and $3 <> coalesce((
      select h.outcome from graph_weight_history h
      where h.org_id = $1 and h.session_id = $2 and (${of('h', historyKey)}) = (${of('w', key)}) order by h.created_at desc, h.id desc limit 1
    ), '${WITHDRAWN}')
    order by ${of('w', key)} for update of w
  ), judged as (
    select ${historyKey.map((column, at) => `n.${column} as ${key[at]}`).join(', ')}, n.session_id, n.outcome, n.created_at from (${newest('n')}) n
    where n.session_id <> $2
    union all
    select ${of('held', key)}, $2, $3, clock_timestamp() from held
  ), scored as (
    select ${of('j', key)}, ($5::jsonb ->> j.outcome)::float8 as score, row_number() over (
      partition by ${of('j', key)} order by coalesce(s.created_at, j.created_at) desc, j.session_id desc) - 1 as later
    from judged j left join sessions s on s.org_id = $1 and s.id = j.session_id where $5::jsonb ? j.outcome
  ), summed as (
    select ${of('c', key)}, sum($4::float8 * power(1 - $4::float8, c.later) * c.score) as gained, power(1 - $4::float8, count(*)) as kept
    from scored c group by ${of('c', key)}
  ), ended as (
    select ${of('held', key)}, held.feedback_weight as old_weight,
      coalesce(s.gained, 0) + coalesce(s.kept, 1) * coalesce((
        select h.old_weight from graph_weight_history h
        where h.org_id = $1 and (${of('h', historyKey)}) = (${of('held', key)}) order by h.created_at, h.id limit 1
      ), held.feedback_weight) as new_weight
    from held left join summed s using (${key.join(', ')})
  ), moved as (
    update ${table} w set feedback_weight = ended.new_weight, updated_at = clock_timestamp()
    from ended where w.org_id = $1 and (${of('w', key)}) = (${of('ended', key)})
  )
  insert into graph_weight_history (org_id, id, ${historyKey.join(', ')}, session_id, outcome, old_weight, new_weight)
  select $1, gen_random_uuid(), ${key.join(', ')}, $2, $3, old_weight, new_weight from ended returning id`;
}

/** A weight's oldest row says what it was before anybody judged it: the next one says so when that row goes. */
function dropJudgements({ historyKey }: Weighed): string {
  const key = historyKey.join(', ');
  const oldest = (from: string): string => `
    select distinct on (${columnsOf('h', historyKey)}) ${columnsOf('h', historyKey)}, h.id, h.created_at, h.old_weight from ${from}
    order by ${columnsOf('h', historyKey)}, h.created_at, h.id`;
  return `
  with gone as (
    delete from graph_weight_history h where h.org_id = $1 and h.session_id = $2 and h.${historyKey[0]} is not null returning h.*
  ), began as (${oldest('gone h')}), following as (${oldest(`
    graph_weight_history h where h.org_id = $1 and h.session_id <> $2 and (${columnsOf('h', historyKey)}) in (select ${key} from began)`)}
  )
  update graph_weight_history h set old_weight = began.old_weight from following join began using (${key})
  where h.org_id = $1 and h.id = following.id and (began.created_at, began.id) < (following.created_at, following.id)`;
}
