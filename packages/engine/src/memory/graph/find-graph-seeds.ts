import type { Row, Statement } from '../../base/database/database.ts';
import { projectColumn } from '../../base/database/project-column.ts';
import type { GraphLookup } from './graph-terms.ts';
import type { GraphScope } from './graph-edge.ts';

/** A node that a search begins at. */
export interface GraphSeed {
  readonly id: string;
  /** 0 to 1. */
  readonly strength: number;
}

/** A row of {@link findGraphSeeds}. */
export interface FoundSeed extends GraphSeed, Row {
  /** Importance and feedback weight: of equally strong ones the one that stands higher comes first. */
  readonly standing: number;
}

/** Nodes that a search begins at: with 10 edges each the expansion reads a thousand edges at depth 2. */
const MOST_SEEDS = 10;

/** Nodes looked at for each look-up. A term with more is common: its count tells no more than that. */
const MATCHES_PER_LOOKUP = 200;

/** What a node is worth that has all of the query's words. */
const ALL_WORDS = 0.8;

// A word that one node has tells 1, one that 200 have a ninth of that: 1 / (1 + log2 of how many).
const SEEDS = `
  with found as (
    select m.query_number, m.id, m.importance + m.feedback_weight as standing, ($4::double precision[])[m.query_number] as worth
    from match_graph_queries($1, $2::text, $3::text[]::tsquery[], $5) m
  ), word as (
    select query_number, 1 / (1 + ln(count(*)::double precision) / ln(2::double precision)) as information
    from found where worth = 0 group by query_number
  ), node as (
    select f.id, max(f.standing) as standing, max(f.worth) as best,
      coalesce(sum(w.information), 0) / coalesce((select sum(information) from word), 1) as covered
    from found f left join word w using (query_number) group by f.id
  )
  select id, standing, 1 - (1 - best) * (1 - $6::double precision * covered) as strength
  from node order by strength desc, standing desc, id limit $7`;

/**
 * The nodes to begin at, strongest first: by path, by whole name, by the share of the query's words that a node has, where a word counts
 * the less the more nodes have it. What a node has of these adds up, never beyond 1. Of equal ones the more important come first.
 */
export function findGraphSeeds(scope: GraphScope, lookups: readonly GraphLookup[]): Statement {
  return {
    name: 'inkling_find_graph_seeds',
    text: SEEDS,
    values: [
      scope.orgId,
      projectColumn(scope.projectId),
      lookups.map(({ terms }) => terms.map(quoteLexeme).join(' | ')),
      lookups.map(({ worth }) => worth),
      MATCHES_PER_LOOKUP,
      ALL_WORDS,
      MOST_SEEDS,
    ],
  };
}

/** The strongest of those found and of others, such as by meaning, each once. */
export function strongestSeeds(found: readonly FoundSeed[], others: readonly GraphSeed[]): readonly GraphSeed[] {
  if (others.length === 0) return found;
  const ranked = [...found, ...others.map((other) => ({ ...other, standing: 0 }))].sort(
    (a, b) => b.strength - a.strength || b.standing - a.standing || (a.id < b.id ? -1 : 1),
  );
  const strongest = new Map<string, GraphSeed>();
  for (const { id, strength } of ranked) {
    if (strongest.size < MOST_SEEDS && !strongest.has(id)) strongest.set(id, { id, strength });
  }
  return [...strongest.values()];
}

/** A lexeme as tsquery text. */
function quoteLexeme(term: string): string {
  return `'${term.replaceAll(/['\\]/g, '$&$&')}'`;
}
