import { Download, Table2 } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/form/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { download, toCsv, type FigureColumn } from './csv.ts';

export interface FigureProps<Row> {
  readonly title: string;
  readonly about: string;
  /** What the downloaded file is called, without its ending. */
  readonly name: string;
  readonly rows: readonly Row[];
  readonly columns: readonly FigureColumn<Row>[];
  readonly icon: LucideIcon;
  /** How one gets data, when there is none. */
  readonly empty: ReactNode;
  /** The chart; left out where the table is the figure. */
  readonly children?: ReactNode;
  /** Beside the buttons. */
  readonly actions?: ReactNode;
}

/** A chart with the numbers behind it: as a table on the page, and as a file. */
export function Figure<Row>({ children, ...props }: FigureProps<Row>): ReactNode {
  const { title, about, name, rows, columns, icon, empty } = props;
  const [isTable, setTable] = useState(children === undefined);
  const isEmpty = rows.length === 0;
  return (
    <Panel
      title={title}
      about={about}
      flush
      actions={
        isEmpty ? (
          props.actions
        ) : (
          <>
            {props.actions}
            {children === undefined ? null : (
              <Button
                small
                icon={<Table2 size={12} aria-hidden />}
                aria-pressed={isTable}
                onClick={() => setTable(!isTable)}
              >
                Table
              </Button>
            )}
            <Button
              small
              icon={<Download size={12} aria-hidden />}
              onClick={() => download(`${name}.csv`, toCsv(columns, rows))}
            >
              CSV
            </Button>
          </>
        )
      }
    >
      {isEmpty ? (
        <EmptyState icon={icon} title="No data for this time">
          {empty}
        </EmptyState>
      ) : isTable ? (
        <FigureTable title={title} rows={rows} columns={columns} />
      ) : (
        <div className="figure-chart">{children}</div>
      )}
    </Panel>
  );
}

function FigureTable<Row>({
  title,
  rows,
  columns,
}: {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly columns: readonly FigureColumn<Row>[];
}): ReactNode {
  const shown: readonly Column<{ readonly row: Row; readonly index: number }>[] = columns.map(
    ({ head, value, format }, at) => ({
      id: String(at),
      head,
      numeric: rows.some((row) => typeof value(row) === 'number'),
      cell: ({ row }) => {
        const found = value(row);
        if (found === null) return <span className="faint">–</span>;
        return typeof found === 'number' && format ? format(found) : found;
      },
    }),
  );
  return (
    <div className="figure-table">
      <DataTable
        label={title}
        columns={shown}
        rows={rows.map((row, index) => ({ row, index }))}
        keyOf={({ index }) => String(index)}
      />
    </div>
  );
}
