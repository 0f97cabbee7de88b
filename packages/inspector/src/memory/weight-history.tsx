import type { Observation } from '@inkling/engine';
import type { WeightHistoryEntry } from '@inkling/engine/types';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useOperation } from '../api/use-operation.ts';
import { sessionHref } from '../sessions/session-name.ts';
import { formatFixed, shortId } from '../text/format.ts';
import { Timestamp } from '../text/timestamp.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';

/** How feedback moved a memory's weight, and by what. */
export function WeightHistory({ observation }: { readonly observation: Observation }): ReactNode {
  const history = useOperation('listWeightHistory', { params: { id: observation.id }, query: { limit: 100 } });
  return (
    <Panel title="Weight" about="It begins at 1, and only evidence of use or a person's rating changes it." flush>
      <Loaded query={history}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="panel-note">Nobody has used or judged it yet.</p>
          ) : (
            <DataTable label="Changes of the weight" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
    </Panel>
  );
}

const COLUMNS: readonly Column<WeightHistoryEntry>[] = [
  { id: 'when', head: 'When', cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
  { id: 'cause', head: 'Because', cell: ({ cause, evidence }) => `${cause}, ${evidence.replace('-', ' ')}` },
  {
    id: 'session',
    head: 'Session',
    cell: ({ sessionId }) => (sessionId ? <Link href={sessionHref(sessionId)}>{shortId(sessionId)}</Link> : '–'),
  },
  { id: 'from', head: 'From', numeric: true, cell: ({ oldWeight }) => formatFixed(oldWeight) },
  {
    id: 'to',
    head: 'To',
    numeric: true,
    cell: ({ oldWeight, newWeight }) => (
      <span className={newWeight > oldWeight ? 'up' : 'down'}>{formatFixed(newWeight)}</span>
    ),
  },
];
