/** A column of a table that can be downloaded. */
export interface FigureColumn<Row> {
  readonly head: string;
  /** Numbers stand right on screen. */
  readonly value: (row: Row) => string | number | null;
  /** How the number is shown; downloads have it in full. (Default: as it is) */
  readonly format?: (value: number) => string;
}

// A cell that begins with one of these is a formula to a spreadsheet, and what is remembered is not ours to trust.
const FORMULA = /^[=+\-@\t\r]/;

/** Rows as comma-separated values (RFC 4180), safe to open in a spreadsheet. */
export function toCsv<Row>(columns: readonly FigureColumn<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ head }) => cell(head)),
    ...rows.map((row) => columns.map(({ value }) => cell(value(row)))),
  ];
  return `${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Hands a text to the browser as a file. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
