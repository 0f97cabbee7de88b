import type { ReactNode } from 'react';

/** One column of a table. */
export interface Column<Row> {
  readonly id: string;
  readonly head: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand right, in figures of one width. (Default: false) */
  readonly numeric?: boolean;
  /** Takes what room is left, and its text is cut. (Default: false) */
  readonly grow?: boolean;
  /** Left out on narrow screens. (Default: false) */
  readonly wideOnly?: boolean;
}

export interface DataTableProps<Row> {
  /** What the table is of, for those who hear it. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly rowClass?: (row: Row) => string;
}

/** Rows and columns. Too wide a table scrolls in its own box, which the keyboard reaches. */
export function DataTable<Row>({ label, columns, rows, keyOf, rowClass }: DataTableProps<Row>): ReactNode {
  return (
    <div className="table-box" tabIndex={0} role="region" aria-label={label}>
      <table className="table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={classOf(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className={rowClass?.(row)}>
              {columns.map((column) => (
                <td key={column.id} className={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function classOf<Row>({ numeric, grow, wideOnly }: Column<Row>): string {
  return [numeric ? 'cell-num' : '', grow ? 'cell-grow' : '', wideOnly ? 'cell-wide-only' : '']
    .filter(Boolean)
    .join(' ');
}
