import type { PGlite } from '@electric-sql/pglite';
import { messages, protocol } from '@electric-sql/pglite';
import type { Row, Statement } from './database.ts';
import { encodeValue } from './encode-value.ts';
import { parserFor } from './parse-value.ts';

type Message = messages.BackendMessage;

/** The parts of PGlite that a transaction needs. */
export type WireDatabase = Pick<PGlite, 'execProtocol'>;

/** Names already prepared in this session. PostgreSQL keeps them across transactions, also across failed ones. */
export type PreparedNames = Set<string>;

/** How a transaction ends that nothing went wrong in. */
export type TransactionEnding = 'commit' | 'rollback';

const { serialize } = protocol;
const TENANT_ROLE: Statement = { text: 'set local role inkling_tenant', values: [], name: 'inkling_role' };
const BEGIN: Statement = { text: 'begin', values: [], name: 'inkling_begin' };
const ENDS: Readonly<Record<TransactionEnding, Statement>> = {
  commit: { text: 'commit', values: [], name: 'inkling_commit' },
  rollback: { text: 'rollback', values: [], name: 'inkling_rollback' },
};
const tenantSetting = (orgId: string): Statement => ({
  text: `select set_config('inkling.org_id', $1, true)`,
  values: [orgId],
  name: 'inkling_org',
});

/**
 * Runs the statements as one transaction, sent as one wire message: PGlite's own `query` makes five calls into WASM for
 * each statement and a tenant transaction needs five statements. An error skips the rest up to the final sync.
 * `ending`: `rollback` takes back what was written. A statement without `values` may hold several commands (a migration); its rows are those of its last command.
 */
export async function runTransaction(
  database: WireDatabase,
  prepared: PreparedNames,
  orgId: string | null,
  statements: readonly Statement[],
  ending: TransactionEnding = 'commit',
): Promise<Row[][]> {
  const opening = orgId === null ? [BEGIN] : [BEGIN, TENANT_ROLE, tenantSetting(orgId)];
  const steps = [...opening, ...statements, ENDS[ending]];
  const { messages: answers } = await database.execProtocol(encodeSteps(steps, prepared), { throwOnError: false });
  try {
    return readSteps(answers, steps, prepared).slice(opening.length, -1);
  } catch (error) {
    await database.execProtocol(serialize.query('rollback'), { throwOnError: false });
    throw error;
  }
}

function encodeSteps(steps: readonly Statement[], prepared: PreparedNames): Uint8Array {
  const known = new Set(prepared);
  return Buffer.concat([...steps.flatMap((step) => encodeStep(step, known)), serialize.sync()]);
}

function encodeStep(step: Statement, known: Set<string>): Uint8Array[] {
  if (isScript(step)) return [serialize.query(step.text)];
  const { name = '' } = step;
  const parse = known.has(name) ? [] : [serialize.parse({ text: step.text, name })];
  if (name) known.add(name);
  const bind = serialize.bind({ statement: name, values: (step.values ?? []).map(encodeValue) });
  return [...parse, bind, serialize.describe({ type: 'P' }), serialize.execute()];
}

/** Several commands in one text need the simple protocol, which takes no values. */
function isScript(step: Statement): boolean {
  return step.values === undefined && step.name === undefined;
}

function readSteps(answers: readonly Message[], steps: readonly Statement[], prepared: PreparedNames): Row[][] {
  const queue = answers.values();
  return steps.map((step) => readStep(queue, step, prepared));
}

function readStep(queue: Iterator<Message>, step: Statement, prepared: PreparedNames): Row[] {
  let rows: Row[] = [];
  let columns: Column[] = [];
  for (let next = queue.next(); !next.done; next = queue.next()) {
    const message = next.value;
    if (message instanceof messages.DatabaseError) throw message;
    if (message.name === 'parseComplete' && step.name) prepared.add(step.name);
    if (message.name === 'rowDescription') {
      columns = describeColumns(message as messages.RowDescriptionMessage);
      rows = [];
    }
    if (message.name === 'dataRow') rows.push(readRow((message as messages.DataRowMessage).fields, columns));
    if (message.name === (isScript(step) ? 'readyForQuery' : 'commandComplete')) return rows;
  }
  return rows;
}

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

function describeColumns(description: messages.RowDescriptionMessage): Column[] {
  return description.fields.map((field) => ({ name: field.name, parse: parserFor(field.dataTypeID) }));
}

function readRow(fields: readonly (string | null)[], columns: readonly Column[]): Row {
  const row: Row = {};
  for (const [index, { name, parse }] of columns.entries()) {
    const text = fields[index] ?? null;
    row[name] = text === null ? null : parse(text);
  }
  return row;
}
