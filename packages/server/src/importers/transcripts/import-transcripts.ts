import { createHash } from 'node:crypto';
import type { Clock, ObservationInput, OrgMemory, RememberResult } from '@inkling/engine';
import { captureExchanges, captureStatements, repeatsGiven, type OrgCapture } from '@inkling/engine/capture';
import { recordAt } from '../../base/record.ts';
import { relativePath } from '../../project/relative-path.ts';
import {
  type BatchTarget,
  countQuarantined,
  type ImportProgress,
  type ImportReport,
  type ImportTally,
  isRowError,
  rememberBatch,
} from '../import-target.ts';
import { placeOfWriting, type TranscriptFile } from './find-transcripts.ts';
import { type LiveTarget, liveSession } from './live-session.ts';
import { readDirectory, readTranscript } from './read-transcript.ts';
import type { Transcript, TranscriptAgent } from './transcript.ts';

/** What an import of transcripts needs of one organisation's memory. */
export interface TranscriptTarget extends BatchTarget, LiveTarget, Pick<OrgMemory, 'importCursors'> {
  readonly observations: Pick<OrgMemory['observations'], 'rememberMany' | 'list'>;
  readonly capture: Pick<OrgCapture, 'remember' | 'linkAmendments'>;
}

/** Where an agent worked. */
export interface TranscriptProject {
  readonly projectId: string;
  /** The top of its repository; null = it is in none. */
  readonly root: string | null;
}

export interface TranscriptImportOptions {
  readonly files: readonly TranscriptFile[];
  /** The project whose import this is: its cursor says what was read before. */
  readonly projectId: string;
  /** Files of all projects are wanted: another import than that of one. (Default: false) */
  readonly allProjects?: boolean;
  /** The project of a directory; null = not one of those wanted. `away`: it is not there now, or git cannot be asked about it. */
  readonly projectOf: (directory: string | null) => Promise<TranscriptProject | 'away' | null>;
  readonly clock: Clock;
  /** Read everything again, whatever an earlier import covered. (Default: false) */
  readonly full?: boolean;
  readonly onProgress?: ImportProgress;
}

interface RefusedStatement {
  readonly file: string;
  readonly code: string;
  readonly message: string;
}

const NOTHING = {
  /** Files that have not changed since the last import. */
  unchanged: 0,
  /** Files of other projects, or of directories that are gone. */
  elsewhere: 0,
  sessions: 0,
  prompts: 0,
  imported: 0,
  /** Statements that the memory had, in these or in nearly these words. */
  known: 0,
  /** Sessions that were found to change what an earlier one settled. */
  amendments: 0,
  /** Statements that were left out, because somebody had forgotten them or their session. */
  forgotten: 0,
  quarantined: 0,
  redacted: 0,
  unreadableLines: 0,
};

type Tally = ImportTally<typeof NOTHING, RefusedStatement> & { readonly kinds: Record<string, number> };

export interface TranscriptImportReport extends ImportReport<RefusedStatement>, Readonly<typeof NOTHING> {
  readonly files: number;
  /** How many of each kind are new; together `imported`. */
  readonly kinds: Readonly<Record<string, number>>;
}

/** Part of a file's version in the cursor: raised when readers read more, so that files that have not changed are read again. */
const READS = 4;

const cursorSource = ({ allProjects }: TranscriptImportOptions): string =>
  allProjects === true ? 'transcripts-all' : 'transcripts';

/**
 * Remembers what earlier sessions taught, from the transcripts that agents left on this disk, through the same detectors as live sessions. A
 * second run reads only files that changed; repeating it adds nothing.
 */
export async function importTranscripts(
  target: TranscriptTarget,
  options: TranscriptImportOptions,
): Promise<TranscriptImportReport> {
  const { files, projectId, clock, full = false, onProgress } = options;
  const startedAt = clock.monotonic();
  const source = cursorSource(options);
  const read = full ? {} : readFiles(await target.importCursors.get(projectId, source));
  const tally: Tally = { ...NOTHING, kinds: {}, refused: [] };
  const talks: Talk[] = [];
  for (const [index, file] of files.entries()) {
    const [name, version] = [nameOf(file), `${READS}-${file.bytes}-${file.modifiedMs}`];
    if (read[name] === version) tally.unchanged += 1;
    else if (await isAway(options, file)) tally.elsewhere += 1;
    else if (await importFile(target, options, file, tally, talks)) {
      read[name] = version;
      // After each file: an import that is stopped goes on where it was.
      await target.importCursors.set(projectId, source, { files: read });
    }
    onProgress?.(index + 1, files.length);
  }
  // When all are there: files come in no order, and what a session comes back to may be read after it.
  for (const { sessionId, projectId: project } of talks.toSorted((a, b) => (a.at < b.at ? -1 : 1))) {
    const links = await target.capture.linkAmendments({ sessionId, projectId: project });
    tally.amendments += links.filter(({ replaces }) => replaces).length;
  }
  const elapsedMs = clock.monotonic() - startedAt;
  return { source: 'transcripts', projectId, files: files.length, ...tally, elapsedMs };
}

const timeOf = ({ createdAt }: ObservationInput): string =>
  createdAt === undefined ? '' : new Date(createdAt).toISOString();

/** A session that was read and whose talk is remembered. */
interface Talk {
  readonly sessionId: string;
  readonly projectId: string;
  readonly at: string;
}

/** Whether a session has to be looked for again: its directory may come back. Many do not, so no more is read each time than {@link readDirectory} needs. */
async function isAway({ projectOf }: TranscriptImportOptions, file: TranscriptFile): Promise<boolean> {
  const directory = await readDirectory(file);
  return directory !== null && (await projectOf(directory)) === 'away';
}

/** False when its directory is away: the beginning of a file need not tell it, and it may go meanwhile. */
async function importFile(
  target: TranscriptTarget,
  { projectOf, clock }: TranscriptImportOptions,
  file: TranscriptFile,
  tally: Tally,
  talks: Talk[],
): Promise<boolean> {
  const { transcript, unreadable } = await readTranscript(file);
  const place = await projectOf(transcript.directory);
  if (place === null || place === 'away') {
    tally.elsewhere += 1;
    return place === null;
  }
  tally.sessions += 1;
  tally.unreadableLines += unreadable;
  tally.prompts += transcript.events.filter(({ type }) => type === 'prompt').length;
  const live = await liveSession(target, transcript.sessionId, place.projectId);
  const inputs = transcriptObservations(transcript, live.given, { agent: file.agent, ...place, now: clock.now() });
  // What was said is kept as it was said: it is no statement that something known could say already.
  const exchanges = inputs.filter(({ kind }) => kind === 'exchange');
  const said = exchanges.filter((input) => !live.isCaptured(input));
  tally.known += exchanges.length - said.length;
  const { results, forgotten, refused } = await rememberBatch(target, said);
  tally.forgotten += forgotten.length;
  for (const result of results) count(result, 'exchange', tally);
  for (const { code, message } of refused) tally.refused.push({ file: file.file, code, message });
  const [first] = said;
  if (first?.sessionId) talks.push({ sessionId: first.sessionId, projectId: place.projectId, at: timeOf(first) });
  const left = live.isSummedUp ? ['exchange', 'session_summary'] : ['exchange'];
  for (const input of inputs) if (!left.includes(input.kind ?? '')) await remember(target, input, file, tally);
  return true;
}

async function remember(
  target: TranscriptTarget,
  input: ObservationInput,
  { file }: TranscriptFile,
  tally: Tally,
): Promise<void> {
  try {
    count(await target.capture.remember(input), input.kind ?? 'explicit', tally);
  } catch (error) {
    if (!isRowError(error)) throw error;
    tally.refused.push({ file, code: error.code, message: error.message });
  }
}

function count(result: RememberResult, kind: string, tally: Tally): void {
  const { created, status, redacted } = result;
  if (status === 'forgotten') tally.forgotten += 1;
  else if (created) {
    tally.imported += 1;
    tally.kinds[kind] = (tally.kinds[kind] ?? 0) + 1;
  } else tally.known += 1;
  tally.quarantined += countQuarantined([result]);
  if (redacted.length > 0) tally.redacted += 1;
}

/** Short, and without the names of a home: a cursor keeps ids and hashes. */
function nameOf({ file }: TranscriptFile): string {
  return createHash('sha256').update(placeOfWriting(file), 'utf8').digest('base64url').slice(0, 16);
}

function readFiles(cursor: unknown): Record<string, string> {
  const entries = Object.entries(recordAt(cursor, 'files'));
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

interface TranscriptPlace {
  readonly agent: TranscriptAgent;
  readonly projectId: string;
  /** The top of the repository: paths are told from it. null = not known, then from where the agent worked. */
  readonly root: string | null;
  readonly now: number;
}

function transcriptObservations(
  transcript: Transcript,
  given: readonly string[],
  place: TranscriptPlace,
): ObservationInput[] {
  const { sessionId, title, endedAt, directory } = transcript;
  const at = { root: place.root, directory };
  const events = transcript.events.map((event) =>
    event.type === 'edit' ? { ...event, path: relativePath(event.path, at) } : event,
  );
  const frame = endedAt === null ? undefined : { title, outcome: null, endedAt };
  const exchanges = captureExchanges(events, given).map(({ turn, ...exchange }) => ({
    ...exchange,
    kind: 'exchange',
    detector: 'exchange',
    told: { exchange: { turn } },
  }));
  const from = { ...place, sessionId, root: place.root ?? directory };
  const statements = captureStatements(events, frame).filter((statement) => !repeatsGiven(statement, given));
  return [...exchanges, ...statements].map((learned) => inputOf(learned, from));
}

interface Learned {
  readonly content: string;
  readonly kind: string;
  readonly detector: string;
  readonly paths: readonly string[];
  readonly at: string;
  /** What else its metadata tells. (Default: nothing) */
  readonly told?: ObservationInput['metadata'];
}

function inputOf(
  { content, kind, detector, paths, at, told = {} }: Learned,
  { agent, projectId, root, now, sessionId }: TranscriptPlace & { readonly sessionId: string },
): ObservationInput {
  // Those of edits are told from the top already, those that somebody wrote are as they were written.
  const relative = paths.map((path) => relativePath(path, { root }));
  const moment = Date.parse(at);
  return {
    content,
    kind,
    projectId,
    agentId: agent,
    source: 'import',
    ...(sessionId === '' ? {} : { sessionId }),
    // A record without a time, or of a clock that ran ahead, was made when it is read: before its time nothing is recalled.
    ...(Number.isNaN(moment) ? {} : { createdAt: moment > now ? new Date(now) : at }),
    metadata: {
      ...(relative.length > 0 ? { paths: relative } : {}),
      ...told,
      capture: { detector, transcript: agent },
    },
  };
}
