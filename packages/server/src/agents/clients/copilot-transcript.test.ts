import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@inkling/engine';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { awaitCopilotAnswer, copilotTranscript } from './copilot-transcript.ts';

let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'inkling-test-'));
  mkdirSync(path.join(directory, 'session-state', 'cp-1'), { recursive: true });
  file = path.join(directory, 'session-state', 'cp-1', 'events.jsonl');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const line = (type: string, second: number, data: object = {}): string =>
  `${JSON.stringify({ type, data, timestamp: `2026-11-24T01:52:${second}.000Z` })}\n`;
const said = (second: number, content: string, more: object = {}): string =>
  line('assistant.message', second, { content, ...more });
const FIRST = [line('user.message', 10, { content: 'Why?' }), said(12, 'Because.'), line('hook.start', 13)].join('');

/** A turn that ended at 01:52:40, looked for on a clock that goes on at once; `meanwhile` happens between the first look and the second. */
const answer = (meanwhile: () => void = () => undefined): Promise<string | null> => {
  let looks = 0;
  const schedule = (callback: () => void): (() => void) => {
    looks += 1;
    if (looks === 1) meanwhile();
    queueMicrotask(callback);
    return () => undefined;
  };
  return awaitCopilotAnswer(
    { file, stoppedAtMs: Date.parse('2026-11-24T01:52:40.000Z') },
    { ...systemClock, schedule },
  );
};

describe('the answer of a turn', () => {
  test('is what the agent said last, and not what it said before a tool call or what a sub-agent said', async () => {
    const sub = said(38, 'Found three files.', { parentToolCallId: 'call-1' });
    const turn = [line('user.message', 30), said(31, 'I look first.'), said(37, 'Seven days.'), sub, said(39, '')];
    writeFileSync(file, `${FIRST}${turn.join('')}${line('hook.start', 40)}`);
    expect(await answer()).toBe('Seven days.');
  });

  test('is awaited: before it is written the answer of the turn before stands there, or nothing', async () => {
    expect(
      await answer(() => {
        writeFileSync(file, FIRST);
        appendFileSync(file, `${line('user.message', 30)}${said(40, 'Seven days.')}${line('hook.start', 40)}`);
      }),
    ).toBe('Seven days.');
    writeFileSync(file, FIRST);
    expect(await answer()).toBe(null);
  });

  test('is not one of a later turn', async () => {
    const later = `${line('user.message', 41)}${said(42, 'Later.')}`;
    writeFileSync(file, `${FIRST}${line('user.message', 30)}${said(39, 'Seven days.')}${later}`);
    expect(await answer()).toBe('Seven days.');
  });

  test('is found behind megabytes, and a line that is being written is none', async () => {
    const output = line('tool.execution_complete', 20, { result: 'x'.repeat(2_000_000) });
    writeFileSync(file, `${output}${said(39, 'Seven days.')}${line('hook.start', 40)}{"type":"hook.en`);
    expect(await answer()).toBe('Seven days.');
  });

  test('is not read from what a link names, nor from a directory', async () => {
    const other = path.join(directory, 'other.jsonl');
    writeFileSync(other, `${said(39, 'Another’s.')}${line('hook.start', 40)}`);
    symlinkSync(other, file);
    expect(await answer()).toBe(null);
    rmSync(file);
    mkdirSync(file);
    expect(await answer()).toBe(null);
  });
});

describe('the transcript that an event names', () => {
  const named = (transcript_path: unknown, sessionId = 'cp-1'): unknown =>
    copilotTranscript({ transcript_path, timestamp: '2026-11-24T01:52:40.000Z' }, sessionId);

  test('is the session’s own', () => {
    expect(named('/ann/.copilot/session-state/cp-1/events.jsonl')).toEqual({
      file: '/ann/.copilot/session-state/cp-1/events.jsonl',
      stoppedAtMs: 1795485160000,
    });
  });

  test.each([
    ['another session’s', '/ann/.copilot/session-state/cp-2/events.jsonl', 'cp-1'],
    ['another client’s', '/ann/.claude/projects/p/cp-1.jsonl', 'cp-1'],
    ['one that leads elsewhere', '/ann/session-state/cp-1/events.jsonl/../../../secrets/events.jsonl', 'cp-1'],
    ['one that a session’s name leads to', '/session-state/../secrets/events.jsonl', '../secrets'],
    ['no absolute path', 'x/session-state/cp-1/events.jsonl', 'cp-1'],
    ['no path', 7, 'cp-1'],
  ])('is not %s', (_what, file, sessionId) => {
    expect(named(file, sessionId)).toBe(null);
  });

  test('is none without the time at which the agent stopped', () => {
    expect(copilotTranscript({ transcript_path: '/session-state/cp-1/events.jsonl' }, 'cp-1')).toBe(null);
  });
});
