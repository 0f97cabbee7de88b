import type { ObservationStanding } from '@inkling/engine/types';
import { Trophy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOperation } from '../api/use-operation.ts';
import { FeedbackButtons } from '../memory/feedback-buttons.tsx';
import { MEMORY_COLUMN } from '../memory/memory-column.tsx';
import { formatFixed } from '../text/format.ts';
import { Button } from '../ui/form/button.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Meter } from '../ui/meter.tsx';
import { Panel } from '../ui/panel.tsx';
import { standingsOf } from './analytics-questions.ts';
import type { AnalyticsScope, AnalyticsViewProps } from './analytics-scope.ts';
import { download, toCsv, type FigureColumn } from './charts/csv.ts';

/** The memories that feedback thinks most and least of. */
export function StandingsView({ scope }: AnalyticsViewProps): ReactNode {
  return (
    <div className="stack">
      <Standings
        scope={scope}
        order="top"
        title="Proven"
        about="The memories with the highest weights, of those given or judged."
      />
      <Standings
        scope={scope}
        order="bottom"
        title="Doubted"
        about="Those with the lowest. Correct them, or forget them."
      />
    </div>
  );
}

function Standings({
  scope,
  order,
  title,
  about,
}: {
  readonly scope: AnalyticsScope;
  readonly order: 'top' | 'bottom';
  readonly title: string;
  readonly about: string;
}): ReactNode {
  const standings = useOperation('getTopObservations', standingsOf(scope, order));
  const rows = standings.data?.observations ?? [];
  return (
    <Panel
      title={title}
      about={about}
      flush
      actions={
        rows.length === 0 ? null : (
          <Button small onClick={() => download(`${order}-observations.csv`, toCsv(CSV, rows))}>
            CSV
          </Button>
        )
      }
    >
      <Loaded query={standings}>
        {({ observations }) =>
          observations.length === 0 ? (
            <EmptyState icon={Trophy} title="Nothing was given or judged in this time">
              Memories appear here once a session was given them.
            </EmptyState>
          ) : (
            <DataTable label={title} columns={COLUMNS} rows={observations} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
    </Panel>
  );
}

const COLUMNS: readonly Column<ObservationStanding>[] = [
  MEMORY_COLUMN,
  {
    id: 'weight',
    head: 'Weight',
    numeric: true,
    cell: ({ weight }) => (
      <span className="score">
        <Meter value={weight} max={2} label={`Weight ${formatFixed(weight)}`} tone={weight < 0.9 ? 'warn' : 'accent'} />
        {formatFixed(weight)}
      </span>
    ),
  },
  { id: 'injections', head: 'In blocks', numeric: true, wideOnly: true, cell: ({ injections }) => injections },
  { id: 'cited', head: 'Cited', numeric: true, wideOnly: true, cell: ({ cited }) => cited },
  { id: 'followed', head: 'Followed', numeric: true, wideOnly: true, cell: ({ followed }) => followed },
  { id: 'touched', head: 'Touched', numeric: true, wideOnly: true, cell: ({ touched }) => touched },
  {
    id: 'change',
    head: 'Change',
    numeric: true,
    wideOnly: true,
    cell: ({ weightChange }) =>
      weightChange === 0 ? '–' : `${weightChange > 0 ? '+' : '−'}${formatFixed(Math.abs(weightChange))}`,
  },
  { id: 'feedback', head: 'Feedback', wideOnly: true, cell: ({ id }) => <FeedbackButtons observationId={id} /> },
];

const CSV: readonly FigureColumn<ObservationStanding>[] = [
  { head: 'Id', value: ({ id }) => id },
  { head: 'Kind', value: ({ kind }) => kind },
  { head: 'Excerpt', value: ({ excerpt }) => excerpt },
  { head: 'Weight', value: ({ weight }) => weight },
  { head: 'In blocks', value: ({ injections }) => injections },
  { head: 'Cited', value: ({ cited }) => cited },
  { head: 'Followed', value: ({ followed }) => followed },
  { head: 'Touched', value: ({ touched }) => touched },
  { head: 'Change', value: ({ weightChange }) => weightChange },
  { head: 'Misleading', value: ({ misleading }) => misleading },
];
