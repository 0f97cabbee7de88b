import { InklingError } from '../base/errors.ts';
import { requireWellFormed } from '../base/require-input.ts';
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
  /** null = no file is edited. */
  readonly statedOf: string | null;
  readonly limit: number;
  /** null = the caller has nothing yet. */
  readonly seen: SeenRows | null;
  readonly minRelevance: number;
  readonly deadlineMs: number;
  readonly explain: boolean;
  readonly withLeftOut: boolean;
}

function numberIn(name: string, value: number | undefined, fallback: number, low: number, high: number): number {
  if (value === undefined) return fallback;
  if (typeof value === 'number' && value >= low && value <= high) return value;
  throw new InklingError('invalid-input', `${name} is ${String(value)}.`, {
    hint: `Give a number from ${low} to ${high}, or leave it out for ${fallback}.`,
  });
}

function text(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new InklingError('invalid-input', `${name} is not text.`, { hint: `Give ${name} as a string.` });
}

/** A name as remembering takes it. */
function storable(name: string, value: unknown): string {
  const given = text(name, value);
  requireWellFormed(given, name);
  return given;
}

function texts(name: string, value: readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw new InklingError('invalid-input', `${name} is not a list of strings.`, { hint: 'Give an array of strings.' });
}

function hints(paths: readonly string[] | undefined): readonly string[] {
  return texts('paths', paths)
    .filter(({ length }) => length <= MAX_HINT_CHARACTERS)
    .slice(0, MAX_HINTS);
}

function scopeOf(request: RecallRequest): SearchScope {
  const { orgId, scope = 'project' } = request;
  if (scope === 'org') return { orgId };
  // '' is no project, as it is when something is remembered.
  const projectId = storable('projectId', request.projectId ?? '') || null;
  if (scope === 'project' || scope === 'session') return { orgId, projectId };
  throw new InklingError('invalid-input', `scope is '${String(scope)}'.`, {
    hint: "Use 'project', 'org' or 'session'.",
  });
}

function filterOf(request: RecallRequest): SearchFilter {
  if (request.scope === 'session' && !request.sessionId) {
    throw new InklingError('invalid-input', "scope 'session' was asked for without a session.", {
      hint: 'Give sessionId too.',
    });
  }
  return {
    ...(request.scope === 'session' && request.sessionId
      ? { sessionId: storable('sessionId', request.sessionId) }
      : {}),
    ...(request.namespace === undefined ? {} : { namespace: storable('namespace', request.namespace) }),
  };
}

function commitsOf({ commits = [] }: RecallRequest): readonly CommitBehind[] {
  if (!Array.isArray(commits)) {
    throw new InklingError('invalid-input', 'commits is not a list.', { hint: 'Give an array of commits.' });
  }
  return commits.slice(0, MAX_COMMITS).map(({ commit, worth }) => ({
    commit: storable('commits.commit', commit).toLowerCase(),
    worth: numberIn('commits.worth', worth, 0, 0, 1),
  }));
}

function seenOf({ seen }: RecallRequest): SeenRows | null {
  if (seen === undefined) return null;
  if (typeof seen?.ids !== 'function') {
    throw new InklingError('invalid-input', 'seen.ids is no function.', {
      hint: 'Give a function, or leave seen out.',
    });
  }
  return {
    ids: seen.ids,
    enough: Math.floor(numberIn('seen.enough', seen.enough, DEFAULT_RECALL.limit, 1, MAX_RECALL_LIMIT)),
  };
}

/** Throws `invalid-input` on what cannot be meant; the message names the field and what it takes. */
export function resolveRecall(request: RecallRequest): ResolvedRecall {
  const paths = hints(request.paths);
  return {
    scope: scopeOf(request),
    filter: filterOf(request),
    asking: request.scope === 'session' ? null : (request.sessionId ?? null),
    texts: [text('queryText', request.queryText), ...texts('moreQueries', request.moreQueries)]
      .slice(0, MAX_QUERIES)
      .map(boundQueryText),
    paths,
    guessFiles: request.guessFiles === true,
    context: texts('context', request.context).slice(-MAX_EXCHANGES).map(boundQueryText),
    commits: commitsOf(request),
    statedOf: hints(request.statedOf === undefined ? [] : [request.statedOf])[0] ?? null,
    limit: Math.floor(numberIn('limit', request.limit, DEFAULT_RECALL.limit, 1, MAX_RECALL_LIMIT)),
    seen: seenOf(request),
    minRelevance: numberIn('minRelevance', request.minRelevance, DEFAULT_RECALL.minRelevance, 0, 1),
    deadlineMs: numberIn('deadlineMs', request.deadlineMs, DEFAULT_RECALL.deadlineMs, 1, 600_000),
    explain: request.explain === true,
    withLeftOut: request.withLeftOut ?? request.explain === true,
  };
}

const HAS_WORD = /[\p{L}\p{N}]/u;

/** Throws `invalid-input` on a question without a letter or digit in any of its texts. What is no text is left to recall itself. */
export function requireQuestion<T extends Pick<RecallRequest, 'queryText' | 'moreQueries'>>(request: T): T {
  const texts: readonly unknown[] = [request.queryText, ...(request.moreQueries ?? [])];
  if (texts.some((text) => typeof text !== 'string' || HAS_WORD.test(text))) return request;
  throw new InklingError('invalid-input', 'The question is empty.', {
    hint: 'Say in a few words what to look for; a file beside it is a hint, no question.',
  });
}
