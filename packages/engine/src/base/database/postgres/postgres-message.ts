import type { Row } from '../database.ts';
import { shapeOf, type Shape } from '../parse-value.ts';
import type { PostgresClient, PostgresQuery, WireConnection } from './postgres-pool.ts';

/** One step's answer, as it comes in. */
interface Answer {
  shape: Shape;
  readonly rows: Row[];
}

const NO_COLUMNS = shapeOf([]);

/** The statements that a connection keeps prepared, and what they answer, which cannot change without an error. */
const preparedOn = new WeakMap<object, Map<string, Shape>>();

/**
 * Sends the steps as one message of the extended protocol, with one sync at its end, so that they are one transaction without `begin` and
 * `commit`: the server commits at the sync, and an error skips the rest and takes everything back. One write, one answer, one round trip; by pg's
 * own queries each step has a sync, an answer and a turn of the event loop to itself. Rejects with the first error.
 * pg calls a query that knows how to `submit` itself with each message of its answer, as pg-cursor and pg-query-stream have it.
 */
export function sendAsOneMessage(client: PostgresClient, steps: readonly PostgresQuery[]): Promise<Row[][]> {
  const taker = client as unknown as { query(message: SubmittedMessage): unknown };
  return new Promise((resolve, reject) => {
    taker.query(createMessage(steps, resolve, reject));
  });
}

/**
 * Forgets what the connection keeps prepared, so that the next message prepares it anew. False when there was nothing.
 */
export function forgetPrepared({ connection }: PostgresClient): boolean {
  const known = connection && preparedOn.get(connection);
  if (!known?.size) return false;
  known.clear();
  return true;
}

/** The part of pg's query that its client calls while an answer comes in. */
interface SubmittedMessage {
  submit(connection: WireConnection): null;
  handleRowDescription(message: {
    readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
  }): void;
  handleDataRow(message: { readonly fields: readonly (string | null)[] }): void;
  handleCommandComplete(): void;
  handleEmptyQuery(): void;
  handleCopyInResponse(connection: WireConnection): void;
  handleReadyForQuery(connection: WireConnection): void;
  handleError(error: unknown): void;
  /** pg's timer for a query that takes too long, which it must hear the end of. */
  callback?: () => void;
}

function createMessage(
  steps: readonly PostgresQuery[],
  resolve: (rows: Row[][]) => void,
  reject: (error: unknown) => void,
): SubmittedMessage {
  const answers: Answer[] = steps.map(() => ({ shape: NO_COLUMNS, rows: [] }));
  let at = 0;
  const next = (): void => {
    at += 1;
  };
  return {
    submit(connection) {
      const known = preparedNames(connection);
      for (const [index, { name = '' }] of steps.entries()) answers[index]!.shape = known.get(name) ?? NO_COLUMNS;
      write(connection, steps, known);
      return null;
    },
    handleRowDescription({ fields }) {
      answers[at]!.shape = shapeOf(fields);
    },
    handleDataRow({ fields }) {
      const { shape, rows } = answers[at]!;
      rows.push(readRow(fields, shape));
    },
    handleCommandComplete: next,
    handleEmptyQuery: next,
    handleCopyInResponse: (connection) => connection.sendCopyFail('A statement cannot copy.'),
    handleReadyForQuery(connection) {
      const known = preparedNames(connection);
      for (const [index, { name }] of steps.entries()) if (name) known.set(name, answers[index]!.shape);
      resolve(answers.map(({ rows }) => rows));
      this.callback?.();
    },
    handleError(error) {
      reject(error);
      this.callback?.();
    },
  };
}

function preparedNames(connection: WireConnection): Map<string, Shape> {
  const known = preparedOn.get(connection) ?? new Map<string, Shape>();
  preparedOn.set(connection, known);
  return known;
}

function write(connection: WireConnection, steps: readonly PostgresQuery[], known: ReadonlyMap<string, unknown>): void {
  const { stream } = connection;
  const sent = new Set<string>();
  stream.cork?.();
  try {
    for (const { text, name = '', values = [] } of steps) {
      if (!known.has(name) && !sent.has(name)) {
        // A message that failed may have left it prepared all the same.
        if (name !== '') connection.close({ type: 'S', name });
        connection.parse({ text, name });
      }
      if (name !== '') sent.add(name);
      connection.bind({ statement: name, values: values.map(wireValue) });
      if (!known.has(name)) connection.describe({ type: 'P' });
      connection.execute();
    }
    connection.sync();
  } finally {
    stream.uncork?.();
  }
}

/** Bytes go as they are, and pg takes only its own kind for bytes. */
function wireValue(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}

function readRow(fields: readonly (string | null)[], { columns, blank }: Shape): Row {
  const row = { ...blank };
  for (let index = 0; index < columns.length; index++) {
    const { name, parse } = columns[index]!;
    const text = fields[index] ?? null;
    if (text !== null) row[name] = parse(text);
  }
  return row;
}
