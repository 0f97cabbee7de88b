import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { readLines } from '../jsonl/read-lines.ts';
import { geminiDirectory, type TranscriptFile } from './find-transcripts.ts';
import { createClaudeReader } from './read-claude-transcript.ts';
import { createCodexReader } from './read-codex-transcript.ts';
import { createGeminiReader } from './read-gemini-transcript.ts';
import type { Transcript, TranscriptAgent, TranscriptReader } from './transcript.ts';

const READERS: Readonly<Record<TranscriptAgent, () => TranscriptReader>> = {
  'claude-code': createClaudeReader,
  codex: createCodexReader,
  gemini: createGeminiReader,
};

/** A transcript, and how many of its lines were no JSON or too long to hold. */
export interface ReadTranscript {
  readonly transcript: Transcript;
  readonly unreadable: number;
}

/** A recording that is one JSON value is held as a whole; a longer one is left. */
const LONGEST_WHOLE = 64 * 2 ** 20;

/** Reads a file. Lines that cannot be read are counted: the last one of a session that is being written often is half a line. */
export async function readTranscript({ agent, file, bytes }: TranscriptFile): Promise<ReadTranscript> {
  const reader = READERS[agent]();
  let unreadable = 0;
  const accept = (text: string | null): void => {
    const record = text === null ? undefined : parseJson(text);
    if (record === undefined) unreadable += 1;
    else reader.accept(record);
  };
  if (file.endsWith('.json')) accept(bytes > LONGEST_WHOLE ? null : await readFile(file, 'utf8'));
  else for await (const { text } of readLines(createReadStream(file))) if (text?.trim() !== '') accept(text);
  const transcript = reader.finish();
  const directory = transcript.directory ?? (agent === 'gemini' ? await geminiDirectory(file) : null);
  return { transcript: { ...transcript, directory }, unreadable };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
