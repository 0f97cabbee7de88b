import type { Clock } from '../../base/clock.ts';
import type { TenantDatabase } from '../../base/database/database.ts';
import { requireObject, requireStrings } from '../../base/require-input.ts';
import { observationNotFound } from '../../base/errors.ts';
import type { Priority } from '../../base/threads/priority.ts';
import {
  type TalkPlace,
  laterTalks,
  linkAmendment,
  listAmendments,
  undoAmendment,
  type Amendment,
  type LaterTalks,
  type NewAmendment,
} from './write/amendments.ts';
import {
  changeObservation,
  type ChangeObservationResult,
  type ObservationPatch,
  type ReleaseResult,
  releaseObservation,
} from './write/change-observation.ts';
import { type ChangesPage, type ChangesRequest, type FeedCursor, changesSince, feedHead } from './read/change-feed.ts';
import {
  countObservations,
  type ListRequest,
  type ObservationPage,
  listObservations,
} from './read/list-observations.ts';
import type { AttributeSet } from '../../base/database/hidden-sets.ts';
import { exportObservations } from './exchange/export-observations.ts';
import {
  type ForgetRequest,
  requireForgetRequest,
  forgetObservations,
  forgetOutlived,
  type Outliving,
} from './write/forget-observations.ts';
import { getObservations, type CommitsRequest, idsOfCommits } from './read/get-observations.ts';
import { idsStatedOf, type StatedRequest } from './read/stated-of-file.ts';
import { type ImportResult, type ImportSource, importObservations } from './exchange/import-observations.ts';
import { getTalks, type TalksRequest, listTalks, type ListTalksRequest, type TalkPage } from './read/list-talks.ts';
import { listCrowdedOut, listOutlived } from './read/list-outlived.ts';
import type { Observation, ObservationInput, RememberResult } from './observation.ts';
import type { ObservationChange } from './observation-status.ts';
import type { ObservationFilter } from './read/observation-filter.ts';
import type { ObservationRecord } from './observation-row.ts';
import { type RememberOptions, rememberObservations, type WriteContext } from './write/remember-observations.ts';
import { type ScopePage, type ScopePageRequest, scopePage } from './read/scope-page.ts';
import { onlyOne, resolveId } from './read/resolve-id.ts';
import {
  supersessionChain,
  type SupersedeOptions,
  type Superseding,
  type SupersedeResult,
  supersedeObservation,
} from './write/supersede-observation.ts';
import { createInProcessPreparer, type TextPreparer } from './write/text-preparer.ts';

/** The observations of one organisation. Wherever an id is asked for, the short id of a block is one; `ambiguous-id` when several have it. */
export interface ObservationStore {
  /** Stores a statement; the same one again answers the first row's id and `created: false`. */
  remember(input: ObservationInput, options?: RememberOptions): Promise<RememberResult>;
  /** Stores statements in batches of at most 200; one result each, in order. */
  rememberMany(inputs: readonly ObservationInput[], options?: RememberOptions): Promise<RememberResult[]>;
  /** The whole ids of the observations that an id may mean: of a UUID itself, of a short id mostly one. */
  resolve(id: string): Promise<readonly string[]>;
  /** The observation, whatever its state; null when there is none. */
  get(id: string): Promise<Observation | null>;
  /** Those that exist, in the order of the ids. */
  getMany(ids: readonly string[], signal?: AbortSignal): Promise<Observation[]>;
  /** The exchanges of sessions that may be recalled, session by session, each in its order: of a longer one the last 64. */
  getTalks(request: TalksRequest, signal?: AbortSignal): Promise<Observation[]>;
  /** The memories of commits, by their full hashes; of those that may be recalled. */
  idsOfCommits(request: CommitsRequest, signal?: AbortSignal): Promise<ReadonlyMap<string, string>>;
  /** What somebody stated of a file (kinds `explicit`, `decision`, `convention`), newest first, at most 8; of those that may be recalled. */
  idsStatedOf(request: StatedRequest, signal?: AbortSignal): Promise<readonly string[]>;
  /** Which remembered talk amends which. */
  readonly amendments: AmendmentStore;
  /** One page, newest first. */
  list(request?: ListRequest): Promise<ObservationPage>;
  /** The sessions whose talk is remembered, the newest first. */
  talks(request?: ListTalksRequest): Promise<TalkPage>;
  count(filter?: ObservationFilter): Promise<number>;
  /** Replaces a statement by a newer one. `by`: for whom. (Default: who may read everything) */
  supersede(
    oldId: string,
    newContent: string,
    options?: SupersedeOptions,
    by?: Superseding,
  ): Promise<Omit<SupersedeResult, 'changed'>>;
  /** What it replaced and what replaced it, oldest first, itself included; empty when there is none. */
  chain(id: string): Promise<readonly Observation[]>;
  /** Pins, unpins or classifies; the change log names the actor. */
  change(id: string, patch: ObservationPatch, options: { readonly actor: string }): Promise<ChangeObservationResult>;
  /** Ends a quarantine after a review; `released` is false when there was none. The change log names the actor. (Default: 'library') */
  release(id: string, options?: { readonly actor?: string }): Promise<ReleaseResult>;
  /**
   * Deletes text for good, leaving ids and hashes only. The change log names who wanted it. (Default: 'library') Observations in
   * one of the `hidden` sets stay. (Default: none)
   */
  forget(
    request: ForgetRequest,
    options?: { readonly actor?: string; readonly hidden?: readonly AttributeSet[] },
  ): Promise<{ readonly forgotten: number }>;
  /** Forgets what is older than its kind is kept, and exchanges above the bounds of a session and a project; pinned observations stay. */
  forgetOutlived(): Promise<{ readonly forgotten: number }>;
  /** Every row, in ascending id, as {@link importRows} takes it. The change log names who wanted it. (Default: 'library') */
  exportRows(request?: {
    readonly projectId?: string | null;
    readonly actor?: string;
  }): AsyncIterable<ObservationRecord>;
  /** Brings exported rows (or lines of them) back. */
  importRows(rows: ImportSource, options?: Pick<RememberOptions, 'readable'>): Promise<ImportResult>;
  /** What was written and removed after a cursor, for indexes that follow the store. */
  changesSince(request: ChangesRequest, signal?: AbortSignal): Promise<ChangesPage>;
  /** The feed's end now. Take it, load the scope, then follow from it. */
  feedHead(): Promise<FeedCursor>;
  /** One page of the rows that may be recalled, for loading a scope. */
  scopePage(request: ScopePageRequest, signal?: AbortSignal): Promise<ScopePage>;
}

/** Links between talks of which the later one comes back to what the earlier one settled, and mostly changes it. */
export interface AmendmentStore {
  /** False when the link was there, or was taken back by a person. */
  link(link: NewAmendment): Promise<boolean>;
  /** Takes a link back; it is not made again. False when there is none that holds. */
  undo(link: Pick<Amendment, 'sessionId' | 'amendsSessionId'>): Promise<boolean>;
  /** Those of a project (undefined = of all), newest first, those taken back included; at most 500. */
  list(projectId?: string | null): Promise<Amendment[]>;
  /** For each of the talks that was taken up again what was said later in its project. */
  later(talks: readonly TalkPlace[], signal?: AbortSignal): Promise<ReadonlyMap<string, LaterTalks>>;
}

export interface ObservationStoreOptions {
  readonly tenant: TenantDatabase;
  readonly clock: Clock;
  /** Looks at texts before they are stored. (Default: one on the calling thread) */
  readonly preparer?: Pick<TextPreparer, 'prepare'>;
  /** An import waits for who holds it. (Default: for nobody) */
  readonly priority?: Pick<Priority, 'wait'>;
  /** Hears of changes after their commit, in this process only; other processes read the change feed. */
  readonly onWritten?: (changes: readonly ObservationChange[]) => void;
  /** Hears what `onWritten` threw: the write it was told of is committed, so it must not fail. */
  readonly onError?: (error: unknown) => void;
  /** Runs what deletes rows for good; what must happen before and after is the caller's. (Default: just runs it) */
  readonly forgetting?: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Takes back what a session taught, before it is forgotten without a trace. (Default: nothing) */
  readonly unlearn?: (sessionId: string) => Promise<void>;
}

/** Who does what nobody signs. */
const LIBRARY = 'library';

/** Binds the store's verbs to one organisation. */
export function createObservationStore(options: ObservationStoreOptions): ObservationStore {
  const { tenant, clock, priority, forgetting = (work) => work() } = options;
  const { preparer = createInProcessPreparer() } = options;
  const announce = (changes: readonly ObservationChange[]): void => announceTo(options, changes);
  const onCreated = (created: readonly Observation[]): void => announce(created.map(written));
  const context: WriteContext = { tenant, clock, preparer, priority, onCreated };
  return {
    remember: async (input, rememberOptions) => (await rememberObservations(context, [input], rememberOptions))[0]!,
    rememberMany: (inputs, rememberOptions) => rememberObservations(context, inputs, rememberOptions),
    ...verbsOfOne(options),
    async getMany(ids, signal) {
      requireStrings(ids, 'ids');
      return getObservations(tenant, ids, signal);
    },
    idsOfCommits: (request, signal) => idsOfCommits(tenant, request, signal),
    idsStatedOf: (request, signal) => idsStatedOf(tenant, request, clock.now(), signal),
    getTalks: (request, signal) => getTalks(tenant, request, clock.now(), signal),
    amendments: {
      link: (link) => linkAmendment(tenant, link),
      undo: (link) => undoAmendment(tenant, link, clock.now()),
      list: (projectId) => listAmendments(tenant, projectId),
      later: (talks, signal) => laterTalks(tenant, talks, signal),
    },
    list: (request = {}) => listObservations(tenant, request, clock.now()),
    talks: (request) => listTalks(tenant, request),
    count: (filter = {}) => countObservations(tenant, filter, clock.now()),
    async supersede(oldId, newContent, supersedeOptions, by) {
      const { changed, ...result } = await supersedeObservation(context, oldId, newContent, supersedeOptions, by);
      if (changed.length > 0) announce(changed.map(written));
      return result;
    },
    async forgetOutlived() {
      let forgotten = 0;
      for (let round = 1; round > 0; forgotten += round) {
        const by = { onRemoved: announce, actor: 'retention', now: clock.now() };
        const drop = async (why: Outliving, ids: readonly string[]): Promise<number> =>
          ids.length === 0 ? 0 : forgetting(() => forgetOutlived(tenant, [why, ids], by));
        round = await drop('outlived', await listOutlived(tenant, new Date(by.now)));
        round += await drop('crowded', await listCrowdedOut(tenant));
      }
      return { forgotten };
    },
    exportRows: ({ projectId, actor = LIBRARY } = {}) =>
      exportObservations(tenant, { projectId, actor, now: clock.now() }),
    importRows: (rows, importOptions) => importObservations(context, rows, importOptions),
    changesSince: (request, signal) => changesSince(tenant, request, signal),
    feedHead: () => feedHead(tenant),
    scopePage: (request, signal) => scopePage(tenant, request, clock.now(), signal),
  };
}

/** What is done with one observation that is named. */
function verbsOfOne(
  options: ObservationStoreOptions,
): Pick<ObservationStore, 'resolve' | 'get' | 'chain' | 'change' | 'release' | 'forget'> {
  const { tenant, clock, forgetting = (work) => work(), unlearn } = options;
  const announce = (changes: readonly ObservationChange[]): void => announceTo(options, changes);
  const whole = async (id: string): Promise<string | null> => onlyOne(id, await resolveId(tenant, id));
  const existing = async (id: string): Promise<string> => {
    const meant = await whole(id);
    if (meant === null) throw observationNotFound(id);
    return meant;
  };
  return {
    resolve: (id) => resolveId(tenant, id),
    get: async (id) => (await getObservations(tenant, [id]))[0] ?? null,
    async chain(id) {
      const meant = await whole(id);
      return meant === null ? [] : supersessionChain(tenant, meant);
    },
    async change(id, patch, changer) {
      requireObject(changer, 'options');
      const { actor } = changer;
      const result = await changeObservation(tenant, await existing(id), patch, { actor, now: clock.now() });
      if (result.changed) announce([written(result.observation)]);
      return result;
    },
    async release(id, { actor = LIBRARY } = {}) {
      const result = await releaseObservation(tenant, await existing(id), { actor, now: clock.now() });
      if (result.released) announce([written(result.observation)]);
      return result;
    },
    async forget(request, { actor = LIBRARY, hidden } = {}) {
      requireForgetRequest(request);
      const id = request.id === undefined ? null : await whole(request.id);
      // What nobody has is, as with a whole id, nothing that could be forgotten.
      if (request.id !== undefined && id === null) return { forgotten: 0 };
      const wanted = request.id === undefined || id === null ? request : { ...request, id };
      return forgetting(() =>
        forgetObservations(tenant, wanted, { onRemoved: announce, actor, now: clock.now(), hidden, unlearn }),
      );
    },
  };
}

function announceTo({ onWritten, onError }: ObservationStoreOptions, changes: readonly ObservationChange[]): void {
  try {
    onWritten?.(changes);
  } catch (error) {
    onError?.(error);
  }
}

function written(observation: Observation): ObservationChange {
  return { type: 'written', observation };
}
