import type { RecalledObservation, RecallResult } from '@inkling/engine';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useOperation } from '../api/use-operation.ts';
import { formatCountOf, formatFixed, formatMilliseconds, shortId } from '../text/format.ts';
import { Badge } from '../ui/badge.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { Explain } from './explain.tsx';
import { FeedbackButtons } from './feedback-buttons.tsx';
import { passesFilters, recallBody, type MemoryFilters } from './memory-filters.ts';
import { ObservationLine } from './observation-line.tsx';

const WARMING_MS = 1000;

/** While an index loads the store answers, without reasons, or nobody in time: asked again until the index does. */
function untilWarm({ degraded, outcome }: RecallResult): number | false {
  return degraded === 'cold-index' || outcome === 'deadline-exceeded' ? WARMING_MS : false;
}

/** What an agent would be told, best first, each with its reasons. */
export function RecallResults({ filters }: { readonly filters: MemoryFilters }): ReactNode {
  const recalled = useOperation('recall', { body: recallBody(filters) }, { freshMs: 0, everyMs: untilWarm });
  return (
    <Loaded query={recalled} lines={8}>
      {(result) => {
        const rows = result.rows.filter(({ observation }) => passesFilters(observation, filters));
        return (
          <div className="stack">
            <Panel title={titleOf(rows.length)} about={<Answer result={result} />} flush>
              {rows.length > 0 ? <Rows rows={rows} /> : result.outcome === 'ok' ? <NothingFound /> : <TooLate />}
            </Panel>
            <LeftOut leftOut={result.leftOut} />
          </div>
        );
      }}
    </Loaded>
  );
}

function titleOf(count: number): string {
  return `${formatCountOf(count, 'memory', 'memories')} found`;
}

function Answer({ result }: { readonly result: RecallResult }): ReactNode {
  return (
    <span className="num">
      In {formatMilliseconds(result.elapsedMs)}
      {result.degraded ? `, from the store: ${result.degraded.replace('-', ' ')}` : ''}
      {result.semantic ? `, words and meaning (${result.semantic.modelId})` : ', by words and paths'}
    </span>
  );
}

function Rows({ rows }: { readonly rows: readonly RecalledObservation[] }): ReactNode {
  const best = Math.max(...rows.map(({ explanation }) => explanation?.lexical ?? 0));
  return (
    <ol className="list">
      {rows.map((row) => (
        <li key={row.observation.id} className="list-item recall-row">
          <span className="recall-rank num" aria-label={`Rank ${row.weightedRank}`}>
            {row.weightedRank}
          </span>
          <div className="stack stack-tight">
            <ObservationLine observation={row.observation}>
              <FeedbackButtons observationId={row.observation.id} />
            </ObservationLine>
            <Explain row={row} bestLexical={best} />
          </div>
        </li>
      ))}
    </ol>
  );
}

const REASONS: Readonly<Record<RecallResult['leftOut'][number]['reason'], string>> = {
  'below-relevance': 'not relevant enough',
  'not-recallable': 'replaced, expired or in review',
  'near-duplicate': 'says the same as another',
  denied: 'denied by policy',
};

function LeftOut({ leftOut }: { readonly leftOut: RecallResult['leftOut'] }): ReactNode {
  if (leftOut.length === 0) return null;
  return (
    <details className="left-out">
      <summary>{leftOut.length} more were considered and left out</summary>
      <div className="panel">
        <ul className="list">
          {leftOut.map(({ id, reason, relevance, decision }) => (
            <li key={id} className="list-item row">
              <Link href={`/memory/${id}`} className="mono">
                {shortId(id)}
              </Link>
              <Badge tone={reason === 'denied' ? 'bad' : 'neutral'}>{REASONS[reason]}</Badge>
              <span className="num small muted">relevance {formatFixed(relevance)}</span>
              {decision?.policy ? <span className="mono small faint">{decision.policy}</span> : null}
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}

function NothingFound(): ReactNode {
  return (
    <EmptyState icon={SearchX} title="No relevant memory">
      An agent would get no memory for this question. Use words that would appear in the answer.
    </EmptyState>
  );
}

function TooLate(): ReactNode {
  return (
    <EmptyState icon={SearchX} title="No answer within five seconds">
      The index is loading, or the machine is busy. Asking again.
    </EmptyState>
  );
}
