import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { evidenceIn, readHistory, receiptsOf, type Receipt, type WrittenBlock } from './transcript-evidence.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'transcripts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const TEXT = `[Context from memory] (k3f9a1c0-1)
- [de6w5p93] the "header" is <tenant> & C:\\new\\table
[End of context from memory] (k3f9a1c0-1)`;

const AT = Date.parse('2026-11-24T20:00:00Z');
const line = (record: object, at = '2026-11-24T20:00:01Z'): string => JSON.stringify({ timestamp: at, ...record });
const said = (at?: string): string => line({ type: 'assistant', message: { role: 'assistant', id: 'm' } }, at);
const result = line({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 'call_1' }] } });

async function receipt(lines: readonly string[], block: Partial<WrittenBlock> = {}): Promise<Receipt | undefined> {
  const file = path.join(folder, 'ses_1.jsonl');
  writeFileSync(file, lines.join('\n'));
  const recorded = Promise.resolve();
  const written = { text: TEXT, callId: null, handedOverAt: AT, transcriptSize: 0, recorded, ...block };
  return (await receiptsOf({ kind: 'transcript', file }, new Map([['d', written]]))).get('d');
}

describe('a block is received when the transcript has it', () => {
  const escaped = TEXT.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  test.each([
    ['Claude Code', line({ type: 'attachment', attachment: { type: 'hook_additional_context', content: [TEXT] } })],
    ['a hook’s own output', line({ attachment: { stdout: JSON.stringify({ additionalContext: TEXT }) } })],
    ['Codex', line({ type: 'response_item', payload: { role: 'developer', content: [{ text: TEXT }] } })],
    ['Copilot CLI', line({ type: 'hook.end', data: { output: { additionalContext: TEXT } } })],
    ['Gemini CLI', line({ type: 'user', content: [{ text: `<hook_context>${escaped}</hook_context>` }] })],
  ])('%s', async (_client, shown) => {
    expect(await receipt([shown])).toBe('received');
    expect(await receipt([said(), shown])).toBe('received');
  });

  test('and another block of the session is not taken for it', async () => {
    const other = TEXT.replace('de6w5p93', 'de6w5p94');
    expect(await receipt([line({ content: other }), said()])).toBe('lost');
  });
});

describe('it is lost when the model has spoken since without it', () => {
  test.each([
    ['Claude Code', said()],
    ['Codex', line({ type: 'response_item', payload: { type: 'function_call', call_id: 'c' } })],
    ['Codex', line({ type: 'response_item', payload: { type: 'message', role: 'assistant' } })],
    ['Copilot CLI', line({ type: 'assistant.message', data: {} })],
    ['Gemini CLI', line({ type: 'gemini', content: 'Done.' })],
  ])('%s', async (_client, reply) => {
    expect(await receipt([reply])).toBe('lost');
  });

  test('what was said before it was handed over, or by somebody else, tells nothing', async () => {
    expect(await receipt([said('2026-11-24T19:59:59Z')])).toBe('open');
    const output = line({ type: 'response_item', payload: { type: 'function_call_output', call_id: 'c' } });
    expect(await receipt([output, line({ type: 'user' }), '{"type":"assistant","timesta'])).toBe('open');
  });

  test('behind a tool call only what is said behind its result: the model may speak while a call runs', async () => {
    const ofCall = { callId: 'call_1' };
    expect(await receipt([said(), result], ofCall)).toBe('open');
    expect(await receipt([result, said()], ofCall)).toBe('lost');
  });

  test('what was there when it was handed over is not read', async () => {
    const before = `${said()}\n`;
    expect(await receipt([before], { transcriptSize: Buffer.byteLength(before) })).toBe('open');
  });
});

describe('a client that writes its history anew', () => {
  const MARK = '(k3f9a1c0-1)';
  const history = (...texts: readonly string[]): string =>
    `${JSON.stringify({ $set: { messages: texts.map((text) => ({ content: [{ text }] })) } })}\n`;
  const shown = `${line({ type: 'user', content: [{ text: TEXT }] })}\n`;
  const written = (...parts: readonly string[]): string => {
    const file = path.join(folder, 'ses_2.jsonl');
    writeFileSync(file, parts.join(''));
    return file;
  };
  const blocksIn = async (...parts: readonly string[]) => (await readHistory(written(...parts), MARK, null)).blocks;

  test('has lost the blocks that stood before it and not in it', async () => {
    expect(await blocksIn(history('context', 'hello'))).toBe('none');
    expect(await blocksIn(shown)).toBe('there');
    expect(await blocksIn(shown, history('context', TEXT))).toBe('there');
    expect(await blocksIn(shown, history('context', 'summary'))).toBe('gone');
    expect(await blocksIn(shown, history('context', 'summary'), shown)).toBe('there');
  });

  test('has lost them too when the newest messages, which have one, were left as they were', async () => {
    const said = Array.from(
      { length: 12 },
      (_value, at) =>
        `${JSON.stringify({ id: `m${at >> 1}`, timestamp: 't', type: at % 3 === 0 ? 'user' : 'gemini' })}\n`,
    );
    expect(await blocksIn(shown, ...said, history('context', 'summary', TEXT))).toBe('gone');
    expect(await blocksIn(shown, ...said, history('context', ...said.slice(0, 5), TEXT))).toBe('there');
    const file = written(shown, ...said.slice(0, 7));
    const half = await readHistory(file, MARK, null);
    appendFileSync(file, said.slice(7).join(''));
    const before = await readHistory(file, MARK, half);
    expect(before).toMatchObject({ blocks: 'there', messages: 6 });
    appendFileSync(file, history('context', 'summary', TEXT));
    expect(await readHistory(file, MARK, before)).toMatchObject({ blocks: 'gone', messages: 3 });
  });

  test('has not when a session is resumed: first stands its context alone, then the messages', async () => {
    expect(await blocksIn(shown, history('context'))).toBe('there');
    expect(await blocksIn(shown, history('context'), history('context', TEXT))).toBe('there');
  });

  test('is read on from where it was, by whole lines, and by the mark of the present stretch', async () => {
    const anew = history('context', 'summary');
    const file = written(shown, anew.slice(0, 40));
    const first = await readHistory(file, MARK, null);
    expect(first).toMatchObject({ mark: MARK, size: Buffer.byteLength(shown), blocks: 'there' });
    appendFileSync(file, anew.slice(40));
    const second = await readHistory(file, MARK, first);
    expect(second.blocks).toBe('gone');
    expect(await readHistory(file, '(k3f9a1c0-2)', second)).toEqual({
      ...second,
      mark: '(k3f9a1c0-2)',
      blocks: 'none',
    });
    expect(await readHistory(path.join(folder, 'none.jsonl'), MARK, second)).toEqual(second);
  });
});

test('a transcript that is not there tells nothing', async () => {
  const evidence = { kind: 'transcript', file: path.join(folder, 'none.jsonl') } as const;
  expect(await receiptsOf(evidence, new Map())).toEqual(new Map());
});

test('only the session’s own transcript is read, and none of a sub-agent', () => {
  const named = (transcript_path: string, more: object = {}): unknown =>
    evidenceIn({ transcript_path, ...more }, '8a4fb66d-582b');
  expect(named('/transcripts/8a4fb66d-582b.jsonl')).toEqual({
    evidence: { kind: 'transcript', file: '/transcripts/8a4fb66d-582b.jsonl' },
  });
  expect(named('/transcripts/session-8a4fb66d.jsonl')).toHaveProperty('evidence');
  for (const other of ['/etc/passwd', '/transcripts/other.jsonl', '8a4fb66d.jsonl', '/x/8a4fb66d/../other.jsonl']) {
    expect(named(other)).toEqual({});
  }
  expect(named('/transcripts/8a4fb66d-582b.jsonl', { agent_id: 'a' })).toEqual({});
  expect(evidenceIn({ received: ['a', 1], held: null }, 's')).toEqual({
    evidence: { kind: 'plugin', received: ['a'], held: [] },
  });
});
