import { open } from 'node:fs/promises';
import path from 'node:path';
import { parseJson, recordAt, textsOf } from '../base/record.ts';
import { type DeliveryEvidence, fieldIn, idIn, type Payload, textIn } from './clients/hook-event.ts';

/** A block that was handed over. */
export interface WrittenBlock {
  /** In its envelope. */
  readonly text: string;
  /** The tool call whose end carried it, where the client numbers them. */
  readonly callId: string | null;
  /** Wall-clock ms. */
  readonly handedOverAt: number;
  /** How large the client's transcript was then, in bytes; 0 = not known. */
  readonly transcriptSize: number;
  /** Fulfilled when its row is there. */
  readonly recorded: Promise<unknown>;
}

/** What is known of a block that was handed over: in the context, not in it, or neither is told yet. */
export type Receipt = 'received' | 'lost' | 'open';

/** Of a transcript that grew by more than this since the block was handed over, nothing is concluded. */
const MOST_BYTES = 33_554_432;

/** Its name has the client's session in it, since a payload may name any file; one client writes the beginning of the id. */
const ID_CHARACTERS = 8;

/**
 * What the event tells of earlier blocks: the client's transcript, or, of a plugin, the deliveries that it saw in a request or still holds. A
 * sub-agent's transcript is not named.
 */
export function evidenceIn(payload: Payload, sessionId: string): { readonly evidence?: DeliveryEvidence } {
  const received = fieldIn(payload, 'received');
  if (Array.isArray(received)) {
    return { evidence: { kind: 'plugin', received: textsOf(received), held: textsOf(fieldIn(payload, 'held')) } };
  }
  const file = textIn(payload, 'transcript_path');
  if (file === null || idIn(payload, 'agent_id', 'agentId') !== null || !path.isAbsolute(file)) return {};
  const isOwn = file.endsWith('.jsonl') && path.normalize(file).includes(sessionId.slice(0, ID_CHARACTERS));
  return isOwn ? { evidence: { kind: 'transcript', file } } : {};
}

/** How large the transcript is: what is handed over now will be written behind that. */
export async function transcriptSize(evidence: DeliveryEvidence | undefined): Promise<number> {
  return evidence?.kind === 'transcript' ? ((await readFrom(evidence.file, null))?.size ?? 0) : 0;
}

/** What the evidence tells of the blocks that a session was given. */
export async function receiptsOf(
  evidence: DeliveryEvidence,
  written: ReadonlyMap<string, WrittenBlock>,
): Promise<ReadonlyMap<string, Receipt>> {
  if (evidence.kind === 'plugin') {
    const held = new Set(evidence.held);
    const received = new Set(evidence.received);
    const receipt = (id: string): Receipt => (received.has(id) ? 'received' : held.has(id) ? 'open' : 'lost');
    return new Map([...written.keys()].map((id) => [id, receipt(id)]));
  }
  const blocks = [...written];
  const from = Math.min(...blocks.map(([, { transcriptSize: size }]) => size));
  const read = await readFrom(evidence.file, from);
  if (read === null || read.text === null) return new Map();
  const lines = read.text.split('\n');
  return new Map(blocks.map(([id, block]) => [id, receiptIn(lines, block)]));
}

/**
 * A block is in the context when the transcript has it. It is lost when the model has spoken since and the block is not there: of a tool call, since
 * the call's result, because the model may go on speaking while a call runs.
 */
function receiptIn(lines: readonly string[], { text, callId, handedOverAt }: WrittenBlock): Receipt {
  const [mark = ''] = text.split('\n', 1);
  const wanted = lettersOf(text);
  let isResultThere = callId === null;
  let isAnswered = false;
  for (const line of lines) {
    if (line.includes(mark) && lettersOf(line).includes(wanted)) return 'received';
    if (isResultThere) isAnswered ||= isReply(line, handedOverAt);
    else isResultThere = RESULT.test(line) && line.includes(`"${callId}"`);
  }
  return isAnswered ? 'lost' : 'open';
}

/** How far a transcript was read for its history, and what became of the blocks of one stretch: none so far, in the context, or gone from it. */
export interface HistoryRead {
  /** What stands in each of these blocks and nowhere else. */
  readonly mark: string;
  /** In bytes; what is behind the last whole line is read again. */
  readonly size: number;
  readonly blocks: 'none' | 'there' | 'gone';
  /** Messages that the history has, and the newest of them. */
  readonly messages: number;
  readonly newest: string;
}

/** A history that was written anew with a smaller share of its messages was compacted: a resume leaves out a few. */
const KEPT_BY_A_RESUME = 0.7;

/**
 * Goes on reading a transcript in which a client writes its whole history anew when it has changed it. Blocks that stood before are gone from the
 * context when the new one has none of them, or is much shorter: a compaction leaves the newest messages as they were, with their blocks.
 */
export async function readHistory(file: string, mark: string, before: HistoryRead | null): Promise<HistoryRead> {
  const known = before ?? { size: 0, messages: 0, newest: '' };
  const read = await readFrom(file, known.size);
  const whole = read?.text?.slice(0, read.text.lastIndexOf('\n') + 1) ?? '';
  let history: HistoryRead = { ...known, mark, blocks: before?.mark === mark ? before.blocks : 'none' };
  for (const line of whole.split('\n')) history = afterLine(history, line);
  return { ...history, size: known.size + Buffer.byteLength(whole) };
}

function afterLine(history: HistoryRead, line: string): HistoryRead {
  const { mark, blocks, messages, newest } = history;
  const has = line.includes(mark);
  const anew = messagesAnew(line);
  if (anew !== null) {
    const isCompacted = blocks === 'there' && (!has || anew < messages * KEPT_BY_A_RESUME);
    return { ...history, messages: anew, blocks: isCompacted ? 'gone' : has ? 'there' : blocks };
  }
  // An answer is written as it begins, and again when it is whole.
  const id = MESSAGE.exec(line)?.[1] ?? newest;
  const more = id === newest ? 0 : 1;
  return { ...history, newest: id, messages: messages + more, blocks: has ? 'there' : blocks };
}

const MESSAGE = /^\{"id":"([^"]+)","timestamp":"[^"]*","type":"(?:user|gemini)"/;

/** How many messages a record of all of Gemini CLI's has; one alone is what a session begins with, also when it is resumed. */
function messagesAnew(line: string): number | null {
  if (!line.startsWith('{"$set":{"messages":')) return null;
  const messages = fieldIn(recordAt(fieldIn(recordAt(parseJson(line)), '$set')), 'messages');
  return Array.isArray(messages) && messages.length > 1 ? messages.length : null;
}

const RESULT = /"tool_result"|_output"/;

/** Of a text without what JSON and HTML spell in other ways. */
function lettersOf(text: string): string {
  return text.replace(/\\+[nrt]?|&(?:lt|gt|amp|quot|#39);|[^\p{L}\p{N}\\]/gu, '');
}

/** A record of what a model said, in Claude Code's, Codex's, Copilot CLI's or Gemini CLI's transcript, that was begun after a moment. */
function isReply(line: string, afterMs: number): boolean {
  if (!/"type":\s*"(?:assistant|assistant\.message|gemini|response_item)"/.test(line)) return false;
  // A line that is being written is no record.
  const { type, timestamp, payload } = recordAt(parseJson(line));
  if (!(Date.parse(String(timestamp)) > afterMs)) return false;
  if (type !== 'response_item') return true;
  const { type: kind, role } = recordAt(payload);
  return role === 'assistant' || (typeof kind === 'string' && kind.endsWith('_call'));
}

/** null = the file is not there, or cannot be read: nothing is concluded from it. `from` null = only its size is asked for. */
async function readFrom(
  file: string,
  from: number | null,
): Promise<{ readonly size: number; readonly text: string | null } | null> {
  try {
    const handle = await open(file, 'r');
    try {
      const stat = await handle.stat();
      const { size } = stat;
      const isRead = from !== null && stat.isFile() && size - from <= MOST_BYTES;
      if (!isRead || size <= from) return { size, text: isRead ? '' : null };
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - from), 0, size - from, from);
      return { size, text: buffer.toString('utf8', 0, bytesRead) };
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}
