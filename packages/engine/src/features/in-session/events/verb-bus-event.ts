import { requireId, requireInput, requireLabel } from '../../../base/require-input.ts';
import type { LinesAtHand } from '../../../recall/evidence/lines-behind.ts';
import type { InSessionMemoryConfig } from '../in-session-config.ts';

/** A file that a tool call is about. */
export interface FileAtHand {
  readonly orgId: string;
  readonly sessionId: string;
  /** As the agent named it. */
  readonly path: string;
  /** Where the agent works; null = unknown. */
  readonly directory: string | null;
}

/** A file that a memory of a session's project names. */
export interface FileOfProject extends FileAtHand {
  readonly projectId: string | null;
}

/** One tool call of an agent, before or after it ran. Source: seed "In-Session Injection", VerbBusEvent shape. */
export interface VerbBusEvent {
  readonly phase: 'pre-verb' | 'post-verb';
  readonly sessionId: string;
  readonly orgId: string;
  /** (Default: only observations that belong to no project) */
  readonly projectId?: string | null;
  readonly agentId: string;
  /** For example `Edit`, `Read`, `Bash`. */
  readonly tool: string;
  /** It changes the focal file. (Default: by the tool's name) */
  readonly isEdit?: boolean;
  /** Files that the tool touches. The first is the focal one; a path of more than 1024 characters is none. */
  readonly paths?: readonly string[];
  /** The part of the focal file that the call is about. (Default: all of it) */
  readonly lines?: LinesAtHand;
  /** Where the agent works: relative paths are told from there when the history of the file is looked at. */
  readonly directory?: string;
  /** What the call says in words. Its first 8192 characters are searched. */
  readonly query?: string;
  /** What a call that failed printed: what is remembered of the same error comes with it. (Default: it did not fail, or nobody knows) */
  readonly failure?: string;
  /** Wall-clock ms. It is told to the observer and decides nothing: clocks of two machines differ. */
  readonly emittedAt: number;
  /** (Default: 'project') */
  readonly memoryScope?: 'project' | 'org' | 'session';
  /** Only observations whose `metadata.namespace` is exactly this. */
  readonly memoryNamespace?: string;
  /** The whole configuration of this event, in place of the injector's; for a session that has one of its own. (Default: the injector's) */
  readonly config?: Partial<InSessionMemoryConfig>;
  /** The same for both phases of one tool call (`tool_use_id`). Not in the seed: prefetching needs it. */
  readonly callId?: string;
}

/** No observation is stored with a longer path, so none can match. */
const PATH_MAX_CHARACTERS = 1024;

/** Only the first path counts; the others are looked at no further than this, however many an event names. */
const CHECKED_PATHS = 64;

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.slice(0, CHECKED_PATHS).every((item) => typeof item === 'string');
}

/** Throws `invalid-input`, naming the field, unless the value is an event. */
export function requireVerbBusEvent(value: unknown): asserts value is VerbBusEvent {
  requireInput(typeof value === 'object' && value !== null, 'event', 'an object');
  const event = value as Partial<Record<keyof VerbBusEvent, unknown>>;
  const { phase, memoryScope } = event;
  requireInput(phase === 'pre-verb' || phase === 'post-verb', 'phase', "'pre-verb' or 'post-verb'");
  requireId(event.sessionId, 'sessionId');
  requireId(event.orgId, 'orgId');
  requireId(event.agentId, 'agentId');
  if (event.projectId !== undefined && event.projectId !== null) requireId(event.projectId, 'projectId');
  requireLabel(event.tool, 'tool');
  requireInput(event.isEdit === undefined || typeof event.isEdit === 'boolean', 'isEdit', 'a boolean');
  requireInput(event.paths === undefined || isTexts(event.paths), 'paths', 'a list of strings');
  requireInput(event.query === undefined || typeof event.query === 'string', 'query', 'a string');
  requireInput(event.failure === undefined || typeof event.failure === 'string', 'failure', 'a string');
  requireInput(Number.isFinite(event.emittedAt), 'emittedAt', 'a number of milliseconds');
  const scopes: readonly unknown[] = [undefined, 'project', 'org', 'session'];
  requireInput(scopes.includes(memoryScope), 'memoryScope', "'project', 'org' or 'session'");
  if (event.memoryNamespace !== undefined) requireLabel(event.memoryNamespace, 'memoryNamespace');
  if (event.callId !== undefined) requireId(event.callId, 'callId');
}

/** What an event asks of the memory. */
export interface VerbQuestions {
  /** The file that the call is about; null when it names none. */
  readonly focalPath: string | null;
  /** The focal path and the words, as far as there are any. */
  readonly texts: readonly string[];
}

/** The two queries of the seed: one anchored on the focal path, one on the words. */
export function questionsOf({ paths = [], query = '' }: Pick<VerbBusEvent, 'paths' | 'query'>): VerbQuestions {
  const [first = ''] = paths;
  const focalPath = first.trim() === '' || first.length > PATH_MAX_CHARACTERS ? null : first;
  const words = query.trim() === '' ? [] : [query];
  return { focalPath, texts: focalPath === null ? words : [focalPath, ...words] };
}
