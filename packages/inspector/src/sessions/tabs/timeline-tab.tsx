import type { Session } from '@inkling/engine';
import type { StoredVerbEvent } from '@inkling/engine/types';
import { ChartNoAxesGantt } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { formatClock, formatMilliseconds, formatShare } from '../../text/format.ts';
import { VisibleText } from '../../text/visible-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Stats } from '../../ui/stats.tsx';
import { isLive } from '../session-status.tsx';
import { BUDGET_MS, outcomeInWords } from './tool-calls.ts';

const REFRESH_MS = 2000;

/** Each tool call that memory was asked about: what became of it, and how long that took of its 100 ms. */
export function TimelineTab({ session }: { readonly session: Session }): ReactNode {
  const events = useOperation(
    'listVerbEvents',
    { params: { sessionId: session.id }, query: { limit: 500 } },
    isLive(session.status) ? { everyMs: REFRESH_MS } : {},
  );
  return (
    <Loaded query={events} lines={6}>
      {({ rows }) =>
        rows.length === 0 ? (
          <Panel>
            <EmptyState icon={ChartNoAxesGantt} title="No tool call was looked up">
              Each tool call that a hook reports while the session runs appears here with its outcome.
            </EmptyState>
          </Panel>
        ) : (
          <div className="stack">
            <TimelineSummary rows={rows} />
            <Panel flush>
              <DataTable label="Timeline" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />
            </Panel>
          </div>
        )
      }
    </Loaded>
  );
}

function TimelineSummary({ rows }: { readonly rows: readonly StoredVerbEvent[] }): ReactNode {
  const times = rows.map(({ elapsedMs }) => elapsedMs).toSorted((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  const gave = rows.filter(({ outcome }) => outcome === 'injected' || outcome === 'queued').length;
  const stats = [
    ['Tool calls', String(rows.length), 'looked up'],
    ['Gave a hint', formatShare(gave, rows.length), `${gave} of ${rows.length}`],
    ['Median', formatMilliseconds(at(0.5)), 'of a budget of 100 ms'],
    ['Slowest in 20', formatMilliseconds(at(0.95)), '95th percentile'],
    [
      'No answer in time',
      String(rows.filter(({ outcome }) => outcome === 'budget-exceeded').length),
      'the agent went on without',
    ],
  ] as const;
  return <Stats stats={stats.map(([name, value, note]) => ({ name, value, note }))} />;
}

const COLUMNS: readonly Column<StoredVerbEvent>[] = [
  { id: 'at', head: 'At', numeric: true, wideOnly: true, cell: ({ createdAt }) => formatClock(createdAt) },
  {
    id: 'tool',
    head: 'Tool call',
    grow: true,
    cell: ({ tool, path, phase, createdAt }) => (
      <>
        <span className="row-title">
          <VisibleText>{tool}</VisibleText>
        </span>
        <p className="row-sub">
          <span className="narrow-only">{formatClock(createdAt)} · </span>
          {phase === 'pre-verb' ? 'before' : 'after'}
          {path === null ? '' : ' · '}
          <span className="mono">
            <VisibleText>{path ?? ''}</VisibleText>
          </span>
        </p>
      </>
    ),
  },
  {
    id: 'outcome',
    head: 'Outcome',
    cell: (event) => {
      const { words, tone, why } = outcomeInWords(event);
      return (
        <span className="row">
          <Badge tone={tone} {...(why === undefined ? {} : { title: why })}>
            {words}
          </Badge>
          {event.reason === null ? null : <span className="faint small">{event.reason}</span>}
        </span>
      );
    },
  },
  {
    id: 'memories',
    head: 'Memories',
    numeric: true,
    wideOnly: true,
    cell: ({ observationIds }) => observationIds.length || '–',
  },
  { id: 'tokens', head: 'Tokens', numeric: true, wideOnly: true, cell: ({ actualTokens }) => actualTokens || '–' },
  {
    id: 'elapsed',
    head: 'Took',
    numeric: true,
    cell: ({ elapsedMs }) => (
      <span className="score">
        <Meter
          value={elapsedMs}
          max={BUDGET_MS}
          label={`${formatMilliseconds(elapsedMs)} of 100 ms`}
          tone={elapsedMs > BUDGET_MS ? 'bad' : 'accent'}
        />
        {formatMilliseconds(elapsedMs)}
      </span>
    ),
  },
];
