import type { Row, Statement } from '../../base/database/database.ts';
import { projectColumn } from '../../base/database/project-column.ts';
import type { GraphSeed } from './find-graph-seeds.ts';
import type { GraphScope } from './graph-edge.ts';
import type { GraphNode } from './graph-node.ts';
import type { GraphContextTriplet } from './triplet.ts';

/** How an expansion is bounded and scored. Source: contract 8. */
const GRAPH_EXPANSION: Readonly<{
  fanOut: number;
  stepsRead: number;
  decay: number;
  influence: number;
}> = Object.freeze({
  /** Edges followed from one node, the best by feedback, then importance. */
  fanOut: 10,
  /** Steps taken altogether, nearest first: depth 3 from ten seeds could take 11,110. */
  stepsRead: 4000,
  /** What a triplet keeps of its seed's strength with each further edge. */
  decay: 0.5,
  /** How much feedback moves a score, up and down. */
  influence: 0.3,
});

/** What a policy sees of a triplet's end. */
export type TripletNode = Pick<GraphNode, 'orgId' | 'id' | 'projectId' | 'type' | 'classification'>;

/** A triplet with what deciding on it and ordering it takes. */
export interface FoundTriplet extends GraphContextTriplet {
  readonly source: TripletNode;
  readonly target: TripletNode;
  /** 0 to 1: half the edge's, half that of its more important end. */
  readonly importance: number;
  /** Edges between a found node and this one: 0 = touches it. */
  readonly distance: number;
}

/** A row of {@link expandGraph}. */
export interface TripletRow extends Row {
  readonly source: TripletNode & { readonly name: string };
  readonly target: TripletNode & { readonly name: string };
  readonly relationship: string;
  readonly importance: number;
  readonly distance: number;
  readonly score: number;
  readonly observation_id: string | null;
  readonly session_id: string | null;
  readonly observed_at: string;
}

const node = (alias: string): string => `jsonb_build_object('orgId', ${alias}.org_id, 'id', ${alias}.id,
  'projectId', nullif(${alias}.project_id, ''), 'type', ${alias}.type, 'classification', ${alias}.classification, 'name', ${alias}.name)`;

/** The best edges of a node in one direction, read from an index that has this very order. */
const edges = (from: 'source_id' | 'target_id', to: 'source_id' | 'target_id', also = ''): string => `
  (select e.${to} as other, e.source_id, e.relationship_name, e.target_id, e.feedback_weight, e.importance
  from graph_edges e
  where e.org_id = $1 and e.${from} = walk.node and ($2::text is null or e.project_id = $2)${also}
  order by e.feedback_weight desc, e.importance desc, e.${to}, e.relationship_name collate "C" limit $6)`;

/**
 * A row by its key. As a plain join the planner, which cannot know how few edges are reached, read all the edges of the organisation:
 * with a limit it goes by the key, once for each.
 */
const oneRow = (alias: string, table: string, condition: string): string =>
  `cross join lateral (select * from ${table} x where x.org_id = $1 and ${condition} limit 1) ${alias}`;

/**
 * The triplets within `depth` edges of the seeds, best first. From each node only its best edges are followed, in both directions
 * together. A triplet counts by its nearest, strongest seed, by importance and by feedback; both ends are in the scope.
 */
export function expandGraph(scope: GraphScope, seeds: readonly GraphSeed[], depth: number, topK: number): Statement {
  const { fanOut, stepsRead, decay, influence } = GRAPH_EXPANSION;
  return {
    name: 'inkling_expand_graph',
    text: `
      with recursive walk (node, depth, closeness, source_id, relationship_name, target_id) as (
        select id, 0, strength, null::uuid, null::text, null::uuid from unnest($3::uuid[], $4::double precision[]) as seed (id, strength)
        union
        select step.other, walk.depth + 1, walk.closeness * case walk.depth when 0 then 1 else $8::double precision end,
          step.source_id, step.relationship_name, step.target_id
        from walk cross join lateral (
          select * from (
            ${edges('source_id', 'target_id')}
            union all
            ${edges('target_id', 'source_id', ' and e.source_id <> e.target_id')}
          ) both_ways
          order by feedback_weight desc, importance desc, other, relationship_name collate "C", source_id limit $6
        ) step
        where walk.depth < $5
      ), reached as (
        select source_id, relationship_name, target_id, max(closeness) as closeness, min(depth) - 1 as distance
        from (select * from walk limit $7) taken where depth > 0 group by 1, 2, 3
      ), weighed as (
        select ${node('s')} as source, ${node('t')} as target, e.source_id, e.target_id, r.relationship_name as relationship,
          r.closeness, r.distance, e.observation_id, e.session_id, e.observed_at,
          (e.importance + greatest(s.importance, t.importance)) / 2 as importance,
          (e.feedback_weight + s.feedback_weight + t.feedback_weight) / 3 as weight
        from reached r
        ${oneRow('e', 'graph_edges', 'x.source_id = r.source_id and x.relationship_name = r.relationship_name and x.target_id = r.target_id')}
        ${oneRow('s', 'graph_nodes', 'x.id = r.source_id and ($2::text is null or x.project_id = $2)')}
        ${oneRow('t', 'graph_nodes', 'x.id = r.target_id and ($2::text is null or x.project_id = $2)')}
      )
      select source, target, relationship, distance, importance, observation_id, session_id, observed_at,
        closeness * (0.5 + 0.5 * importance) * (1 + $9::double precision * (2 * weight - 1)) as score
      from weighed order by score desc, source_id, target_id, relationship collate "C" limit $10`,
    values: [
      scope.orgId,
      projectColumn(scope.projectId),
      seeds.map(({ id }) => id),
      seeds.map(({ strength }) => strength),
      depth,
      fanOut,
      stepsRead,
      decay,
      influence,
      topK,
    ],
  };
}

/** A triplet from its row. Its relevance score is 0 at best and 1 at worst. */
export function toFoundTriplet(row: TripletRow): FoundTriplet {
  const { name: sourceEntity, ...source } = row.source;
  const { name: targetEntity, ...target } = row.target;
  return {
    sourceEntity,
    relationship: row.relationship,
    targetEntity,
    relevanceScore: 1 - row.score / (1 + GRAPH_EXPANSION.influence),
    sourceNodeId: source.id,
    targetNodeId: target.id,
    provenance: {
      observationId: row.observation_id,
      sessionId: row.session_id,
      timestamp: new Date(row.observed_at),
    },
    source,
    target,
    importance: row.importance,
    distance: row.distance,
  };
}
