import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { toolCallEvents, type CaptureEvent } from '@inkling/engine/capture';
import { isRecord, recordAt, textOf } from '../../base/record.ts';
import { contentText, type TranscriptReader } from './transcript.ts';

/**
 * Reads a transcript of Cursor: `~/.cursor/projects/<project>/agent-transcripts/<session>/<session>.jsonl`, or an older `<session>.txt`, of
 * which {@link readCursorText} makes the same records. No record has a time but the user's, and how a call ended is not told.
 */
export function createCursorReader(file: string): TranscriptReader {
  const events: CaptureEvent[] = [];
  let [at, directory] = ['', ''];
  return {
    accept(record) {
      const { content } = recordAt(record, 'message');
      const { role } = recordAt(record);
      const text = contentText(content);
      if (role === 'user') {
        at = timeIn(text) || at;
        const typed = typedIn(text);
        if (typed !== '') events.push({ type: 'prompt', text: typed, at, seq: null });
      }
      if (role !== 'assistant') return;
      // Thoughts are left out by the client, which says so.
      const said = text.replaceAll(/^\[REDACTED\]$/gmu, '').trim();
      if (said !== '') events.push({ type: 'answer', text: said, at, seq: null });
      for (const part of Array.isArray(content) ? content : []) {
        const { type, name, input } = recordAt(part);
        if (type !== 'tool_use') continue;
        directory ||= directoryIn(input, folderOf(file));
        const told = toolCallEvents(textOf(name), input, { at, succeeded: true });
        events.push(...told.filter((event) => event.type === 'edit'));
      }
    },
    finish: () => ({
      sessionId: path.parse(file).name,
      directory: directory || null,
      title: '',
      events,
      endedAt: at || null,
    }),
  };
}

/** What was typed stands in an element of its own, beside what the client adds. */
function typedIn(text: string): string {
  const queries = [...text.matchAll(/<user_query>(.*?)<\/user_query>/gsu)].map(([, query]) => query!.trim());
  if (queries.length > 0) return queries.join('\n\n');
  return /^\s*<\w/u.test(text) ? '' : text.trim();
}

/** `<timestamp>Monday, Aug 31, 2026, 5:52 AM (UTC-4)</timestamp>` */
function timeIn(text: string): string {
  const [, date, zone] = /<timestamp>\w+, ([^<(]+?) \(UTC([+-]\d{1,2}(?::\d\d)?)?\)<\/timestamp>/u.exec(text) ?? [];
  if (date === undefined) return '';
  const [, sign, hours, minutes] = /([+-])(\d+):?(\d*)/u.exec(zone ?? '+0')!;
  const time = new Date(`${date} GMT${sign}${hours!.padStart(2, '0')}${minutes!.padStart(2, '0')}`);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

const folderOf = (file: string): string => /([^/\\]+)[/\\]agent-transcripts[/\\]/u.exec(file)?.[1] ?? '';

/** How Cursor makes the name of a project's folder from its directory. It cannot be undone: `-` stands for everything that is no letter or digit. */
const folderName = (directory: string): string => directory.replaceAll(/[^a-z0-9]+/giu, '-').replaceAll(/^-|-$/gu, '');

/** The directory around a path in a call's input that has the folder's name; '' = none. */
function directoryIn(input: unknown, folder: string): string {
  for (const value of isRecord(input) ? Object.values(input) : []) {
    const parts = typeof value === 'string' && folder !== '' ? value.split(/(?=[/\\])/u) : [];
    for (let count = parts.length; count > 0; count--) {
      const directory = parts.slice(0, count).join('');
      if (/^(?:\/|[a-z]:)/iu.test(directory) && folderName(directory) === folder) return directory;
    }
  }
  return '';
}

/** The directory on this disk that a transcript's project folder is named after; null = there is none. Of several the first one is taken. */
export async function cursorDirectory(file: string): Promise<string | null> {
  const folder = folderOf(file);
  const { root } = path.parse(process.cwd());
  return folder === '' ? null : descend(root, folder.slice(folderName(root).length).replace(/^-/u, ''));
}

async function descend(directory: string, rest: string): Promise<string | null> {
  if (rest === '') return directory;
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const name = folderName(entry.name);
    const fits = name !== '' && entry.isDirectory() && `${rest}-`.startsWith(`${name}-`);
    const found = fits ? await descend(path.join(directory, entry.name), rest.slice(name.length + 1)) : null;
    if (found !== null) return found;
  }
  return null;
}

/** Records of a transcript that is a text. Behind `[Thinking]` it does not show where the thought ends: what follows up to the next mark is left. */
export function readCursorText(text: string): unknown[] {
  const [, ...turns] = text.split(/^(user|assistant):[ \t]*$/mu);
  return turns.flatMap((role, index) => {
    const said = turns[index + 1] ?? '';
    if (index % 2 === 1) return [];
    return [{ role, message: { content: role === 'user' ? said : withoutMarks(said) } }];
  });
}

function withoutMarks(said: string): string {
  const [first = '', ...marked] = said.split(/^(?=\[(?:Thinking|Tool call|Tool result)\])/mu);
  const behind = marked.map((part) =>
    part.startsWith('[Thinking]') ? '' : part.replace(/^.*?(?:\n[ \t]*\n|$)/su, ''),
  );
  return [first, ...behind]
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n\n');
}
