import type { Observation } from '../../memory/observations/observation.ts';
import type { RecalledObservation, RecalledTalk, LeftOut } from '../memory-store.ts';
import { takenFrom } from './taken-from-talk.ts';
import type { TracedLeftOut, TracedRow } from '../../memory/injection-log/injection-trace.ts';

/** An observation as a block shows it: with the reason that its row has, and the talk that it stands for. */
export type ShownObservation = Observation & {
  readonly talk?: RecalledTalk;
  readonly reason?: string;
  /** Files it names that are not in the checkout at hand. */
  readonly goneFiles?: readonly string[];
  /** A file of the statement was changed since. */
  readonly isFileChanged?: boolean;
};

/** A talk that answers so much worse than the best one is about something else. */
const WEAK_TALK = 0.6;

/**
 * What a block may show of recalled rows, in their order: talks that come close to the best one, beside a talk nothing that was taken from it,
 * and beside a statement no summary that says it too. `weakTalk`: the share of the best one's relevance, 0 to 1 (default 0.6).
 */
export function shownRows(
  rows: readonly RecalledObservation[],
  weakTalk: number = WEAK_TALK,
): readonly ShownObservation[] {
  const best = Math.max(0, ...rows.map(({ talk, relevance }) => (talk === undefined ? 0 : relevance)));
  const strong = rows.filter(({ talk, relevance }) => talk === undefined || relevance >= weakTalk * best);
  const told = new Set(strong.flatMap(({ talk, observation }) => (talk === undefined ? [] : observation.sessionId)));
  return strong
    .filter(({ talk, observation }) => {
      if (talk !== undefined) return true;
      // Of a talk behind the best ones.
      if (observation.kind === 'exchange') return told.size === 0;
      const from = takenFrom(observation);
      return from === null || !told.has(from);
    })
    .filter(({ observation }, _at, rows) => !rows.some((other) => saysToo(observation, other.observation)))
    .map(shownOf);
}

/** A summary cuts what was settled, and a line cuts the summary. What else it says stands in statements of its own. */
const BEGINNING = 120;

function saysToo(summary: Observation, statement: Observation): boolean {
  if (summary.kind !== 'session_summary' || statement.kind === 'session_summary') return false;
  const from = takenFrom(statement);
  const isOfIt = from !== null && takenFrom(summary) === from;
  return isOfIt && summary.content.includes(statement.content.slice(0, BEGINNING));
}

function shownOf({ observation, talk, reason }: RecalledObservation): ShownObservation {
  if (talk === undefined && reason === undefined) return observation;
  return { ...observation, ...(talk === undefined ? {} : { talk }), ...(reason === undefined ? {} : { reason }) };
}

/** A row of a block as its trace keeps it: numbers, no text. */
export function tracedRowOf(row: RecalledObservation, tokens: number | null): TracedRow {
  const { observation, relevance, score, unweightedRank, weightedRank, policy, explanation } = row;
  return {
    id: observation.id,
    relevance,
    score,
    weight: observation.weight,
    unweightedRank,
    weightedRank,
    tokens,
    policy: policy ?? explanation?.policy ?? null,
  };
}

/** A candidate that recall left out, as a trace keeps it. */
export function tracedLeftOutOf({ id, reason, relevance, decision }: LeftOut): TracedLeftOut {
  return { id, reason, relevance, weightedRank: null, tokens: null, policy: decision?.policy ?? null };
}
