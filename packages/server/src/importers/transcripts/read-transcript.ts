import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { readLines } from '../jsonl/read-lines.ts';
import { geminiDirectory, type TranscriptFile } from './find-transcripts.ts';
import { parseJson } from '../../base/record.ts';
import { createClaudeReader } from './read-claude-transcript.ts';
import { createCodexReader } from './read-codex-transcript.ts';
import { createCopilotReader } from './read-copilot-transcript.ts';
import { createCursorReader, cursorDirectory, readCursorText } from './read-cursor-transcript.ts';
import { createGeminiReader } from './read-gemini-transcript.ts';
import { createOpencodeReader, readOpencodeHead, readOpencodeSession } from './read-opencode-transcript.ts';
import type { TranscriptAgent, TranscriptReader } from './transcript.ts';

/** Makes the reader of one file of an agent. */
export const READERS: Readonly<Record<TranscriptAgent, (file: string) => TranscriptReader>> = {
  'claude-code': createClaudeReader,
  codex: createCodexReader,
  gemini: createGeminiReader,
  opencode: createOpencodeReader,
  'copilot-cli': createCopilotReader,
  cursor: createCursorReader,
};

/** A recording that is one JSON value is held as a whole; a longer one is left. */
const LONGEST_WHOLE = 64 * 2 ** 20;

/**
 * Reads a file. Lines that are no JSON or too long to hold are counted as `unreadable`: the last one of a session that is being written often is half a line. What was said
 * at a time that is not told was said when the file was written last.
 */
export async function readTranscript(from: TranscriptFile) {
  const { agent, file, modifiedMs } = from;
  const reader = READERS[agent](file);
  let unreadable = 0;
  for await (const record of recordsOf(from)) {
    if (record === undefined) unreadable += 1;
    else reader.accept(record);
  }
  const transcript = reader.finish();
  const directory = transcript.directory ?? (await directoryBeside(from));
  const written = new Date(modifiedMs).toISOString();
  const events = transcript.events.map((event) => (event.at === '' ? { ...event, at: written } : event));
  return { transcript: { ...transcript, directory, events, endedAt: transcript.endedAt ?? written }, unreadable };
}

const FIRST_RECORDS = 20;

/**
 * Where a session was held, as the beginning of its file tells it; null = it does not. A file that is one JSON value or a text is read as a whole;
 * of opencode that is the session's alone, without its messages.
 */
export async function readDirectory(from: TranscriptFile): Promise<string | null> {
  const reader = READERS[from.agent](from.file);
  let records = 0;
  for await (const record of recordsOf(from, readOpencodeHead)) {
    reader.accept(record);
    records += 1;
    const { directory } = reader.finish();
    if (directory !== null) return directory;
    if (records === FIRST_RECORDS) break;
  }
  return directoryBeside(from);
}

/** undefined = it cannot be read. */
async function* recordsOf(
  { agent, file, bytes }: TranscriptFile,
  readOpencode: (file: string) => Promise<unknown> = readOpencodeSession,
): AsyncGenerator {
  if (/\.(?:json|txt)$/u.test(file)) {
    if (bytes > LONGEST_WHOLE) yield undefined;
    else if (agent === 'opencode') yield readOpencode(file);
    else if (file.endsWith('.txt')) yield* readCursorText(await readFile(file, 'utf8'));
    else yield parseJson(await readFile(file, 'utf8'));
    return;
  }
  for await (const { text } of readLines(createReadStream(file))) {
    if (text?.trim() !== '') yield text === null ? undefined : parseJson(text);
  }
}

async function directoryBeside({ agent, file }: TranscriptFile): Promise<string | null> {
  if (agent === 'cursor') return cursorDirectory(file);
  return agent === 'gemini' ? geminiDirectory(file) : null;
}
