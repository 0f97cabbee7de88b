import type { RECALL_REASONS } from '../memory/injection-log/injection-trace.ts';
import type { Observation } from '../memory/observations/observation.ts';
import type { PolicyDecision, ShadowDenial } from '../memory/policy/authorizer.ts';
import type { TalkLine } from '../memory/talk/deciding-lines.ts';
import type { BlamedLine } from './evidence/lines-behind.ts';
import type { Degradation, SearchExplanation, SemanticAnswer } from '../memory/search/search.ts';

/** What a feature asks of recall. */
export interface RecallRequest {
  readonly orgId: string;
  /** undefined or null with scope 'project' = only observations that belong to no project. */
  readonly projectId?: string | null;
  /** Who will read the rows: policies decide for this agent. (Default: 'anonymous') */
  readonly agentId?: string;
  /**
   * The session that asks: its own exchanges and summaries are left out, and the retrieval log, from which feedback tells what weights do, has a row.
   * With scope 'session' the only one whose statements are searched. (Default: none)
   */
  readonly sessionId?: string;
  /** Its first 8192 characters are searched. */
  readonly queryText: string;
  /** More query texts, asked beside `queryText`; a row that several find counts with its best. The first 3 count. */
  readonly moreQueries?: readonly string[];
  /** Files that are being worked on; the first 64 of up to 4096 characters count. */
  readonly paths?: readonly string[];
  /**
   * Commits that stand behind the lines in hand: their memories come before what the words found, best first. The first 8 count; a store that
   * does not know this field answers as without it.
   */
  readonly commits?: readonly CommitBehind[];
  /**
   * A file that is edited, by each name that it has had: what somebody stated of it comes before all that is found, also where much else touches it.
   * A store that does not know this field answers as without it. (Default: none is edited)
   */
  readonly statedOf?: readonly string[];
  /**
   * Without `paths`, guess up to three files from the question and from what its words find: they count as hints. What touches one of them, or a given one,
   * needs two thirds of `minRelevance`, its two latest commits that are not trivial need none. A store that does not know this field answers as
   * without it. (Default: false)
   */
  readonly guessFiles?: boolean;
  /**
   * Reads the lines of a file, each with the commit that brought it; null = it has no history. With `guessFiles`, the commits behind those lines of
   * the guessed files that say what is asked are found too, with the file and the line as their reason. (Default: words alone decide)
   */
  readonly linesOf?: (path: string) => Promise<readonly BlamedLine[] | null>;
  /** The last exchanges, newest last; the last 8 count, with 8192 characters each. */
  readonly context?: readonly string[];
  /**
   * `project`: what belongs to the project; without one, to none. `org`: all projects of the organisation, as far as policies allow. `session`: the
   * statements of `sessionId` in that project. (Default: 'project')
   */
  readonly scope?: 'project' | 'org' | 'session';
  /** Only observations whose `metadata.namespace` is exactly this. (Default: whatever their namespace) */
  readonly namespace?: string;
  /** Rows whose relevance is lower are left out; 0 to 1. (Default: 0.25) */
  readonly minRelevance?: number;
  /**
   * How much of what the question's words tell an observation must share, in nats: a short question finds all its words in any talk. A row without
   * `sharedInformation` passes, and so does a group of near-duplicates of which one passes. (Default: nothing)
   */
  readonly minInformation?: (observation: Observation) => number;
  /** Most rows, 1 to 200. (Default: 20) */
  readonly limit?: number;
  /**
   * What the caller has already, so that rows of it are not what it asks for. It still counts in `limit` and stands for its near-duplicates; a
   * store that does not know this field answers as without it. (Default: nothing)
   */
  readonly seen?: SeenRows;
  /** Hard limit for search, ranking and authorization together, 1 to 600,000 ms. (Default: 1000) */
  readonly deadlineMs?: number;
  readonly explain?: boolean;
  /** Fill `leftOut` without explaining the rows: it costs nothing. (Default: as `explain`) */
  readonly withLeftOut?: boolean;
  /** Aborting ends the recall like an expired deadline: it answers `deadline-exceeded` and does not reject. (Default: only the deadline ends it) */
  readonly signal?: AbortSignal;
}

/** A commit that stands behind lines. */
export interface CommitBehind {
  /** Its full hash. */
  readonly commit: string;
  /** How much these lines share with what is asked, 0 to 1: the relevance of its memory, unless words say more. */
  readonly worth: number;
}

/** What a caller has already. */
export interface SeenRows {
  /** Ids in lower case, asked for when the candidates are found; null = not known yet, and then every candidate is read. */
  readonly ids: () => ReadonlySet<string> | null;
  /** So many rows beside them are enough: candidates that are not needed for these are not read. */
  readonly enough: number;
}

/** Why a row stands where it stands. */
export interface RecallExplanation extends SearchExplanation {
  readonly pathBoost: number;
  readonly corroboration: number;
  readonly feedbackFactor: number;
  /** Below 1 for a stranger's words; else not there. */
  readonly provenanceFactor?: number;
  /** The policy that allowed it. */
  readonly policy: string;
  /** What policies in shadow mode would do to it. */
  readonly shadow?: ShadowDenial;
}

/** The talk that a recalled exchange is part of. */
export interface RecalledTalk {
  /** What it was about: its first request. */
  readonly title: string;
  /** ISO-8601 UTC. When the talk was held whose rules this one replaces; null = it replaces none. */
  readonly replaces: string | null;
  /** ISO-8601 UTC. When the talk was held that this one comes back to, which is the next row; null = it is shown for itself. */
  readonly revisits: string | null;
  /** Every exchange of it that the viewer may read, in order. */
  readonly exchangeIds: readonly string[];
  /** Its sentences in their order, each with what it decides. */
  readonly lines: readonly TalkLine[];
}

/** One recalled row with its place and scores. */
export interface RecalledObservation {
  readonly observation: Observation;
  /** Absolute, 0…1, path boost and corroboration included. */
  readonly relevance: number;
  /** Ranking score × feedback factor. */
  readonly score: number;
  /** What the words asked for that it holds tell, in nats. Unset = not known: SQL answered, or its meaning or its time found it. */
  readonly sharedInformation?: number;
  /** Position (from 1) before and after feedback weighting. */
  readonly unweightedRank: number;
  readonly weightedRank: number;
  /** The policy that allowed it. A store of another make may not tell. */
  readonly policy?: string;
  readonly explanation?: RecallExplanation;
  /** Why it is shown, in at most three words: same lines, line 152, same file and words, same error, decided here, pinned. */
  readonly reason?: string;
  /** Of an exchange: what the session said around it. */
  readonly talk?: RecalledTalk;
}

/** A candidate that was not recalled, and why. */
export interface LeftOut {
  readonly id: string;
  readonly reason: (typeof RECALL_REASONS)[number];
  readonly relevance: number;
  readonly decision?: PolicyDecision;
}

/** What recall answers. */
export interface RecallResult {
  readonly outcome: 'ok' | 'deadline-exceeded';
  /** Best first. Empty when nothing passed, and always empty on 'deadline-exceeded'. */
  readonly rows: readonly RecalledObservation[];
  /** Filled when the request asked for it, or to explain. */
  readonly leftOut: readonly LeftOut[];
  readonly degraded: Degradation | null;
  /** What vectors had to do with it; null = words and paths alone answered: no embedder, or no vector was ready in time. */
  readonly semantic: SemanticAnswer | null;
  /** The question holds nothing to look for ("please fix this"), so nothing was searched. */
  readonly namesNothing?: true;
  readonly elapsedMs: number;
}

/** The port that features recall through. Wrap it to change what is recalled (cross-project transfer does). */
export interface MemoryStore {
  /**
   * It asks `moreQueries` itself, its rows' relevance includes the path boost, and their order the feedback. Without it a store answers `queryText`
   * by relevance, and the features do the rest, as the seeds have it. (Default: false)
   */
  readonly ranksItself?: boolean;
  recall(request: RecallRequest): Promise<RecallResult>;
}
