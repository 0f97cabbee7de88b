import type { ConfigChange } from '@inkling/engine/types';
import { ScrollText } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useOperation } from '../api/use-operation.ts';
import { Timestamp } from '../text/timestamp.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { Button } from '../ui/form/button.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';

const PAGE = 50;

/** Who changed what, newest first. */
export function AuditSection(): ReactNode {
  const [limit, setLimit] = useState(PAGE);
  const changes = useOperation('listConfigChanges', { query: { limit } });
  return (
    <Panel title="Audit" about="Every change of a setting, with who made it." flush>
      <Loaded query={changes}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState icon={ScrollText} title="Nobody has changed anything">
              Changes of budgets, projects, policies and grants are written down here.
            </EmptyState>
          ) : (
            <>
              <DataTable label="Changes" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />
              {rows.length === limit && limit < 1000 ? (
                <div className="table-foot">
                  <Button onClick={() => setLimit(1000)}>Show more</Button>
                </div>
              ) : null}
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Value({ value }: { readonly value: unknown }): ReactNode {
  if (value === null || value === undefined) return <span className="faint">default</span>;
  return (
    <span className="mono clamp-2 change-value">
      <VisibleText>{typeof value === 'string' ? value : JSON.stringify(value)}</VisibleText>
    </span>
  );
}

const COLUMNS: readonly Column<ConfigChange>[] = [
  { id: 'at', head: 'When', cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
  { id: 'who', head: 'Who', wideOnly: true, cell: ({ actor }) => <VisibleText>{actor}</VisibleText> },
  {
    id: 'what',
    head: 'What',
    grow: true,
    cell: ({ subject, field, actor }) => (
      <>
        <span className="row-title">
          <VisibleText>{subject}</VisibleText>
        </span>
        <p className="row-sub">
          <VisibleText>{field}</VisibleText>
          <span className="narrow-only">
            {' · '}
            <VisibleText>{actor}</VisibleText>
          </span>
        </p>
      </>
    ),
  },
  { id: 'from', head: 'From', wideOnly: true, cell: ({ oldValue }) => <Value value={oldValue} /> },
  { id: 'to', head: 'To', cell: ({ newValue }) => <Value value={newValue} /> },
];
