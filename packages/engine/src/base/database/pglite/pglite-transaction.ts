import { type PGlite, protocol } from '@electric-sql/pglite';
import { isScript, type Statement } from '../database.ts';
import { encodeValue } from '../parse-value.ts';
import { TENANT_ROLE } from '../tenant-role.ts';
import { MESSAGE, messageEnd, type AnswerSpan, type EncodedAnswer } from '../wire-answer.ts';

/** The parts of PGlite that a transaction needs. */
export type WireDatabase = Pick<PGlite, 'execProtocolRawStream'>;

/** Names already prepared in this session. PostgreSQL keeps them across transactions, also across failed ones. */
export type PreparedNames = Set<string>;

/** How a transaction ends that nothing went wrong in. */
export type TransactionEnding = 'commit' | 'rollback';

const { serialize, Parser } = protocol;
const BEGIN: Statement = { text: 'begin', values: [], name: 'inkling_begin' };
const ENDS: Readonly<Record<TransactionEnding, Statement>> = {
  commit: { text: 'commit', values: [], name: 'inkling_commit' },
  rollback: { text: 'rollback', values: [], name: 'inkling_rollback' },
};

/** Both end with the transaction. The role comes last, when it can change nothing more. */
const tenantOpening = (orgId: string): Statement => ({
  text: `select set_config('inkling.org_id', $1, true), set_config('role', $2, true)`,
  values: [orgId, TENANT_ROLE],
  name: 'inkling_opening',
});

/**
 * Runs the statements as one transaction, sent as one wire message: PGlite's own `query` makes five calls into WASM for each statement. An error
 * skips the rest up to the final sync.
 * `ending`: `rollback` takes back what was written. A statement without `values` may hold several commands (a migration); its rows are those of its last command.
 */
export async function runTransaction(
  database: WireDatabase,
  prepared: PreparedNames,
  orgId: string | null,
  statements: readonly Statement[],
  ending: TransactionEnding = 'commit',
): Promise<EncodedAnswer> {
  const opening = orgId === null ? [] : [tenantOpening(orgId)];
  // The sync commits by itself, and takes everything back after an error. Of a text of several commands each would be committed alone.
  const isImplicit = ending === 'commit' && !statements.some(isScript);
  const before = isImplicit ? opening : [BEGIN, ...opening];
  const steps = [...before, ...statements, ...(isImplicit ? [] : [ENDS[ending]])];
  const bytes = await exchange(database, encodeSteps(steps, statements, prepared));
  try {
    const spans = splitAnswer(bytes, steps, prepared);
    return { bytes, spans: spans.slice(before.length, before.length + statements.length) };
  } catch (error) {
    if (!isImplicit) await exchange(database, serialize.query('rollback'));
    throw error;
  }
}

async function exchange(database: WireDatabase, message: Uint8Array): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  // A part is a view into PGlite's memory, which the next one overwrites.
  await database.execProtocolRawStream(message, { onRawData: (part) => void parts.push(part.slice()) });
  return joined(parts);
}

/** In memory of its own, which another thread can take over: a small `Buffer` would share its with others. */
function joined(parts: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.from(new ArrayBuffer(parts.reduce((sum, { length }) => sum + length, 0)));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** What the steps around the `statements` answer is not read: it is not described, which takes 7 µs. */
function encodeSteps(
  steps: readonly Statement[],
  statements: readonly Statement[],
  prepared: PreparedNames,
): Uint8Array {
  const known = new Set(prepared);
  const describe = serialize.describe({ type: 'P' });
  const encoded = steps.flatMap((step) => encodeStep(step, known, statements.includes(step) ? [describe] : []));
  return Buffer.concat([...encoded, serialize.sync()]);
}

function encodeStep(step: Statement, known: Set<string>, describe: readonly Uint8Array[]): Uint8Array[] {
  if (isScript(step)) return [serialize.query(step.text)];
  const { name = '' } = step;
  const parse = known.has(name) ? [] : [serialize.parse({ text: step.text, name })];
  if (name) known.add(name);
  const bind = serialize.bind({ statement: name, values: (step.values ?? []).map(encodeValue) });
  return [...parse, bind, ...describe, serialize.execute()];
}

/** Where each step's messages are. Throws what the first failure says, which may come behind all of them: a transaction can fail as it commits. */
function splitAnswer(bytes: Buffer, steps: readonly Statement[], prepared: PreparedNames): AnswerSpan[] {
  const spans: AnswerSpan[] = [];
  let start = 0;
  for (const step of steps) {
    const end = endOfStep(bytes, start, step, prepared);
    spans.push({ start, end });
    start = end;
  }
  for (let at = start; at < bytes.length; at = messageEnd(bytes, at)) {
    if (bytes[at] === MESSAGE.error) throw readFailure(bytes, at);
  }
  return spans;
}

/** The failure that the message at `at` tells of, with the names that `pg` gives its fields. */
function readFailure(bytes: Buffer, at: number): unknown {
  let failure: unknown;
  new Parser().parse(bytes.subarray(at, messageEnd(bytes, at)), (message) => (failure = message));
  return failure;
}

function endOfStep(bytes: Buffer, start: number, step: Statement, prepared: PreparedNames): number {
  let at = start;
  while (at < bytes.length) {
    const type = bytes[at];
    if (type === MESSAGE.error) throw readFailure(bytes, at);
    if (type === MESSAGE.parseComplete && step.name) prepared.add(step.name);
    at = messageEnd(bytes, at);
    if (isScript(step) ? type === MESSAGE.readyForQuery : type === MESSAGE.commandComplete) break;
  }
  return at;
}
