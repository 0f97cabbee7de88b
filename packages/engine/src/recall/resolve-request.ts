import { InklingError } from '../base/errors.ts';
import {
  invalidInput,
  numberOr,
  requireInput,
  requireObject,
  requireStrings,
  requireWellFormed,
} from '../base/require-input.ts';
import { boundQueryText } from '../memory/injection-log/context-injection-log.ts';
import type { SearchFilter, SearchScope } from '../memory/search/search.ts';
import type { CommitBehind, RecallRequest, SeenRows } from './memory-store.ts';

/** Recall's defaults. `minRelevance` is the session-start threshold of contract section 4; in-session asks for 0.4. */
export const DEFAULT_RECALL: { readonly limit: number; readonly minRelevance: number; readonly deadlineMs: number } =
  Object.freeze({ limit: 20, minRelevance: 0.25, deadlineMs: 1000 });

const MAX_RECALL_LIMIT = 200;

// A tool call names one or two files and a work item a handful; each hint is compared with every path of every candidate.
const MAX_HINTS = 64;

// As long as a path of an operating system may be. What is longer is no file's: stored paths have 1024 bytes at most.
const MAX_HINT_CHARACTERS = 4096;

// A block shows three; those behind them stand for what the session has had.
const MAX_COMMITS = 8;

// Only the six most specific words of the context are used (SearchSettings.contextTerms); two exchanges already hold hundreds.
const MAX_EXCHANGES = 8;

// Each is a search of its own. A tool call asks two things: what is known of its file, and what of its words.
const MAX_QUERIES = 4;

/** A request with every default filled in and every number checked. */
export interface ResolvedRecall {
  readonly scope: SearchScope;
  readonly filter: SearchFilter;
  /** The session that asks, unless it asks for its own rows. */
  readonly asking: string | null;
  /** At least one. */
  readonly texts: readonly string[];
  readonly paths: readonly string[];
  /** Whether files are to be guessed: nobody named any. */
  readonly guessFiles: boolean;
  readonly context: readonly string[];
  readonly commits: readonly CommitBehind[];
  /** Empty = no file is edited. */
  readonly statedOf: readonly string[];
  readonly limit: number;
  /** null = the caller has nothing yet. */
  readonly seen: SeenRows | null;
  readonly minRelevance: number;
  /** null = none is asked for. */
  readonly minInformation: RecallRequest['minInformation'] | null;
  readonly deadlineMs: number;
  readonly explain: boolean;
  readonly withLeftOut: boolean;
}

/** A name as remembering takes it. */
function storable(name: string, value: unknown): string {
  requireInput(typeof value === 'string', name, 'a string');
  requireWellFormed(value, name);
  return value;
}

function texts(name: string, value: readonly string[] = []): readonly string[] {
  requireStrings(value, name);
  return value;
}

function hints(name: string, value: readonly string[] | undefined): readonly string[] {
  return texts(name, value)
    .filter(({ length }) => length <= MAX_HINT_CHARACTERS)
    .slice(0, MAX_HINTS);
}

function scopeOf(request: RecallRequest): SearchScope {
  const { orgId, scope = 'project' } = request;
  if (scope === 'org') return { orgId };
  // '' is no project, as it is when something is remembered.
  const projectId = storable('projectId', request.projectId ?? '') || null;
  if (scope === 'project' || scope === 'session') return { orgId, projectId };
  throw invalidInput('scope', "'project', 'org' or 'session'");
}

function filterOf(request: RecallRequest): SearchFilter {
  requireInput(
    request.scope !== 'session' || Boolean(request.sessionId),
    'sessionId',
    "the session of scope 'session'",
  );
  return {
    ...(request.scope === 'session' && request.sessionId
      ? { sessionId: storable('sessionId', request.sessionId) }
      : {}),
    ...(request.namespace === undefined ? {} : { namespace: storable('namespace', request.namespace) }),
  };
}

function commitsOf({ commits = [] }: RecallRequest): readonly CommitBehind[] {
  requireInput(Array.isArray(commits), 'commits', 'a list of commits');
  return commits.slice(0, MAX_COMMITS).map(({ commit, worth }) => ({
    commit: storable('commits.commit', commit).toLowerCase(),
    worth: numberOr(worth, 0, 'commits.worth', 0, 1),
  }));
}

function seenOf({ seen }: RecallRequest): SeenRows | null {
  if (seen === undefined) return null;
  requireInput(typeof seen?.ids === 'function', 'seen.ids', 'a function');
  return {
    ids: seen.ids,
    enough: Math.floor(numberOr(seen.enough, DEFAULT_RECALL.limit, 'seen.enough', 1, MAX_RECALL_LIMIT)),
  };
}

/** Throws `invalid-input` on what cannot be meant; the message names the field and what it takes. */
export function resolveRecall(request: RecallRequest): ResolvedRecall {
  const paths = hints('paths', request.paths);
  requireInput(typeof request.queryText === 'string', 'queryText', 'a string');
  for (const name of ['agentId', 'sessionId'] as const) if (request[name] !== undefined) storable(name, request[name]);
  return {
    scope: scopeOf(request),
    filter: filterOf(request),
    asking: request.scope === 'session' ? null : (request.sessionId ?? null),
    texts: [request.queryText, ...texts('moreQueries', request.moreQueries)].slice(0, MAX_QUERIES).map(boundQueryText),
    paths,
    guessFiles: request.guessFiles === true,
    context: texts('context', request.context).slice(-MAX_EXCHANGES).map(boundQueryText),
    commits: commitsOf(request),
    statedOf: hints('statedOf', request.statedOf),
    limit: Math.floor(numberOr(request.limit, DEFAULT_RECALL.limit, 'limit', 1, MAX_RECALL_LIMIT)),
    seen: seenOf(request),
    minRelevance: numberOr(request.minRelevance, DEFAULT_RECALL.minRelevance, 'minRelevance', 0, 1),
    minInformation: request.minInformation ?? null,
    deadlineMs: numberOr(request.deadlineMs, DEFAULT_RECALL.deadlineMs, 'deadlineMs', 1, 600_000),
    explain: request.explain === true,
    withLeftOut: request.withLeftOut ?? request.explain === true,
  };
}

const HAS_WORD = /[\p{L}\p{N}]/u;

/** Throws `invalid-input` on a question without a letter or digit in any of its texts. What is no text is left to recall itself. */
export function requireQuestion<T extends Pick<RecallRequest, 'queryText' | 'moreQueries'>>(request: T): T {
  requireObject(request, 'request');
  const texts: readonly unknown[] = [request.queryText, ...(request.moreQueries ?? [])];
  if (texts.some((text) => typeof text !== 'string' || HAS_WORD.test(text))) return request;
  throw new InklingError('invalid-input', 'The question is empty.', {
    hint: 'Say in a few words what to look for; a file beside it is a hint, no question.',
  });
}
