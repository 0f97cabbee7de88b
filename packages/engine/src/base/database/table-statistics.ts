import type { Row, Statement } from './database.ts';

/** How {@link createAnalyzer} acts. */
export interface AnalyzerSettings {
  /** Act first after this many characters of bound values, then whenever they have doubled. (Default: 262,144) */
  readonly first?: number;
  /** Which tables are ours: a condition on `c`, a row of pg_class. (Default: all) */
  readonly tables?: string;
  /** The statement that analyzes a table. (Default: plain `analyze`) */
  readonly analyze?: (table: string) => Statement;
}

/**
 * Without statistics the planner takes an organisation for a handful of rows: to find 200 statements by key PGlite read all 30,000 (54 ms, and
 * as much for one), and on a server each path's foreign key read every row of its organisation: the first 20,000 rows of a new database took
 * 56 s. PGlite never analyzes a table by itself, a server after a minute.
 * The returned function is to be awaited after each request with its statements. What was sent stands for what was written, and only then
 * is looked which tables have grown: a look costs some milliseconds. One table is analyzed after each request, since 100,000 observations
 * take a third of a second, in which PGlite answers nothing else.
 */
export function createAnalyzer(
  run: (statement: Statement) => Promise<Row[]>,
  { first = 262_144, tables = 'true', analyze = plainAnalyze }: AnalyzerSettings = {},
): (statements: readonly Statement[]) => Promise<void> {
  let sent = 0;
  let due = first;
  let waiting: unknown[] = [];
  let isBusy = false;
  async function act(): Promise<void> {
    if (sent >= due) {
      due = 2 * sent;
      waiting = (await run(grownTables(tables))).map(({ name }) => name);
    } else if (waiting.length > 0) await run(analyze(waiting.shift() as string));
  }
  return async (statements) => {
    sent += statements.reduce((sum, statement) => sum + charactersIn(statement), 0);
    // One at a time: on a server many requests end at once, and each look takes a connection from somebody who waits for one.
    if (isBusy) return;
    isBusy = true;
    await act().finally(() => (isBusy = false));
  };
}

function charactersIn({ values = [] }: Statement): number {
  return values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
}

const plainAnalyze = (table: string): Statement => ({ text: `analyze ${table}`, values: [] });

/** Never analyzed, or twice as large as then, which another process may have done. */
const grownTables = (tables: string): Statement => ({
  text: `select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    cross join lateral (select pg_relation_size(c.oid) / current_setting('block_size')::int as pages offset 0) now
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') and ${tables} and now.pages > 0
      and (c.reltuples < 0 or now.pages >= 2 * c.relpages)
    order by now.pages desc`,
  values: [],
});
