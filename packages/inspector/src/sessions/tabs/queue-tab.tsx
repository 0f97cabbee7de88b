import type { MemoryInject, Session } from '@inkling/engine';
import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { formatAbsolute, formatClock } from '../../text/format.ts';
import { VisibleText } from '../../text/visible-text.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Stats } from '../../ui/stats.tsx';
import { InjectStatusBadge } from '../delivery-badge.tsx';
import { isLive } from '../session-status.tsx';

const REFRESH_MS = 1000;

/** The durable queue of a session: what waits, what is in flight, and what became of the rest. */
export function QueueTab({ session }: { readonly session: Session }): ReactNode {
  const queue = useOperation(
    'listMemoryInjects',
    { params: { sessionId: session.id }, query: { limit: 200 } },
    isLive(session.status) ? { everyMs: REFRESH_MS } : {},
  );
  return (
    <Loaded query={queue} lines={6}>
      {({ rows }) => (
        <div className="stack">
          <QueueState rows={rows} />
          <Panel flush>
            {rows.length === 0 ? (
              <EmptyState icon={Inbox} title="The queue is empty">
                A block waits here from the moment it is made until the agent's worker acknowledges it.
              </EmptyState>
            ) : (
              <DataTable label="Queue" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />
            )}
          </Panel>
        </div>
      )}
    </Loaded>
  );
}

function QueueState({ rows }: { readonly rows: readonly MemoryInject[] }): ReactNode {
  const count = (status: MemoryInject['status']): number => rows.filter((row) => row.status === status).length;
  const stats = [
    ['Waiting', count('pending'), 'for the next heartbeat'],
    ['In flight', count('delivered'), 'at most one at a time'],
    ['Handed over', count('written'), 'not known to have arrived'],
    ['Acknowledged', count('acked'), 'reached the agent'],
    ['Dropped', count('dropped'), 'no longer of use'],
  ] as const;
  return <Stats stats={stats.map(([name, value, note]) => ({ name, value: String(value), note }))} />;
}

function Moment({ at }: { readonly at: string | null }): ReactNode {
  if (at === null) return <span className="faint">–</span>;
  return (
    <time dateTime={at} title={formatAbsolute(at)}>
      {formatClock(at)}
    </time>
  );
}

const COLUMNS: readonly Column<MemoryInject>[] = [
  {
    id: 'text',
    head: 'Block',
    grow: true,
    cell: ({ text, source, epoch }) => (
      <>
        <details className="queue-block">
          <summary className="clamp-2">
            <VisibleText>{text === '' ? 'The text was forgotten' : firstLine(text)}</VisibleText>
          </summary>
          <pre className="pre">
            <VisibleText>{text}</VisibleText>
          </pre>
        </details>
        <p className="row-sub">
          {source} · epoch {epoch}
        </p>
      </>
    ),
  },
  {
    id: 'status',
    head: 'Status',
    cell: ({ status, dropReason }) => <InjectStatusBadge status={status} reason={dropReason} />,
  },
  { id: 'attempts', head: 'Handed over', numeric: true, wideOnly: true, cell: ({ attempts }) => `${attempts}×` },
  { id: 'created', head: 'Enqueued', numeric: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    id: 'delivered',
    head: 'Delivered',
    numeric: true,
    wideOnly: true,
    cell: ({ deliveredAt }) => <Moment at={deliveredAt} />,
  },
  { id: 'acked', head: 'Acknowledged', numeric: true, wideOnly: true, cell: ({ ackedAt }) => <Moment at={ackedAt} /> },
];

/** The first line that says something of its own, without its id: headings and wrappers are the same in every block. */
function firstLine(text: string): string {
  const line = text.split('\n').find((each) => each.startsWith('- ')) ?? text;
  return line.replace(/^- (?:\[(?:[0-9a-f-]{36}|[0-9a-hjkmnp-tv-z]{8})\] )?/, '');
}
