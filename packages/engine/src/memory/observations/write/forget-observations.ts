import { noteChange, withChangeChain } from '../../../base/database/change-chain.ts';
import { projectColumn } from '../../../base/database/project-column.ts';
import type { Row, Statement, TenantDatabase } from '../../../base/database/database.ts';
import type { InklingError } from '../../../base/errors.ts';
import { requireId, requireInput, invalidInput } from '../../../base/require-input.ts';
import { isUuid, uuidv7 } from '../../../base/uuid.ts';
import { type AttributeSet, hiddenValue, isNotHidden } from '../../../base/database/hidden-sets.ts';
import type { ObservationChange } from '../observation-status.ts';
import { MAY_RETURN } from './find-forgotten.ts';
import { deleteEvents, type EventsOf } from './forget/delete-events.ts';

interface ForgetForms {
  readonly id: string;
  readonly sessionId: string;
  /** null = what belongs to no project. */
  readonly projectId: string | null;
  readonly all: true;
}

/** One of the four, without the others: with an id that is not known, the project beside it must not be forgotten. */
type OneOf<Form extends keyof ForgetForms> = Pick<ForgetForms, Form> & {
  readonly [Other in Exclude<keyof ForgetForms, Form>]?: never;
};

/** What to forget: exactly one of the four. `sessionId` also finds rows that name the session in their metadata only. */
export type ForgetRequest =
  | (OneOf<'id'> & {
      /** An import may bring the text again: its source had it no more. (Default: false) */
      readonly mayReturn?: boolean;
    })
  | (OneOf<'sessionId'> & {
      /** The session goes too, with its blocks, logs, figures and feedback, as if it had never been. (Default: false) */
      readonly traceless?: boolean;
    })
  | OneOf<'projectId'>
  | OneOf<'all'>;

const FORMS = ['id', 'sessionId', 'projectId', 'all'];

/** Throws `invalid-input` on a request with none of the four, or with more than one. */
export function requireForgetRequest(request: unknown): asserts request is ForgetRequest {
  const names = typeof request === 'object' && request !== null ? Object.keys(request) : [];
  if (names.filter((name) => FORMS.includes(name)).length !== 1) throw notOne();
}

const notOne = (): InklingError =>
  invalidInput('request', 'one of { id }, { sessionId }, { projectId } and { all: true }');

/** Rows, or nodes with their edges, deleted in one transaction: about 50 ms on PGlite. */
const CHUNK = 1000;

/**
 * Deletes the text for good and leaves a tombstone (id and hash) for followers of the change feed and the logs. With a session goes what it was
 * resumed as.
 * Works in chunks: when it fails midway, what was forgotten stays forgotten, and calling again does the rest.
 * An import does not bring back what was forgotten by its id or with its session. Forgetting a project, or all, also forgets how far imports
 * into it had come, so that a later import starts anew, and which technologies and manifests it has.
 * Forgetting a session, a project or all takes the query texts out of the injection log as well; its ids, hashes and figures stay.
 * A block in the inject queue that names a forgotten observation loses its text in the same transaction; one that waits is dropped.
 * Of the sessions themselves the events, the work items and the reasons of ends go.
 * Of the graph, the edges learned from a forgotten observation or session go, and all of a forgotten project.
 * Observations in one of the `hidden` sets stay; the rest goes as without them.
 * An observation that the forgotten one had superseded stays superseded: a correction's deletion never revives the error.
 */
export async function forgetObservations(
  tenant: TenantDatabase,
  request: ForgetRequest,
  { onRemoved, actor, now, hidden = [], unlearn }: ForgettingOptions,
): Promise<{ readonly forgotten: number }> {
  const [condition, value] = conditionOf(request);
  // First: what fails midway was wanted all the same, and nothing is gone of which the log does not know.
  await withChangeChain(tenant, [noteForgetting(tenant.orgId, [condition, value], { actor, now }, noteOf(request))]);
  const values = condition === 'session' && value !== null ? [value, ...(await resumedAs(tenant, value))] : [value];
  let forgotten = 0;
  for (const one of values) {
    forgotten += await deleteRows(tenant, [condition, one], onRemoved, hidden);
    if (condition !== 'id') await forgetTraces(tenant, condition, one);
    if (!isTraceless(request) || one === null) continue;
    await unlearn?.(one);
    await tenant.batch(EVERY_TRACE.map((text) => ({ text, values: [tenant.orgId, one] })));
  }
  return { forgotten };
}

const isTraceless = (request: ForgetRequest): boolean => 'traceless' in request && (request.traceless ?? false);

/** How the change log tells one forgetting from another. */
function noteOf(request: ForgetRequest): string | null {
  if ('mayReturn' in request && request.mayReturn) return MAY_RETURN;
  return isTraceless(request) ? 'traceless' : null;
}

/** Why observations are forgotten that nobody named: they are older than their kind is kept, or there are too many of them. */
export type Outliving = 'outlived' | 'crowded';

/**
 * Forgets observations by their ids, as {@link forgetObservations} does, except those that were pinned since they were listed. What was crowded out of
 * a session that is still open leaves its events there, of which the session may say more when it ends, and goes again after that.
 */
export async function forgetOutlived(
  tenant: TenantDatabase,
  [condition, ids]: readonly [Outliving, readonly string[]],
  { onRemoved, actor, now }: Forgetting,
): Promise<number> {
  await withChangeChain(tenant, [noteForgetting(tenant.orgId, [condition, null], { actor, now }, ids.length)]);
  return deleteRows(tenant, [condition, ids], onRemoved);
}

/** A session that goes on after its end has its id with a number behind it: `id~2`, `id~3`, … */
async function resumedAs(tenant: TenantDatabase, sessionId: string): Promise<readonly string[]> {
  const rows = await tenant.query<Row & { readonly id: string }>({
    text: `
      select id from (
        select s.id from sessions s where s.org_id = $1
        union
        select o.session_id from observations o where o.org_id = $1
      ) known
      where starts_with(id, $2 || '~') and substr(id, length($2) + 2) ~ '^[0-9]+$'`,
    values: [tenant.orgId, sessionId],
  });
  return rows.map(({ id }) => id);
}

async function deleteRows(
  tenant: TenantDatabase,
  [condition, value]: readonly [Condition, string | null | readonly string[]],
  onRemoved: OnRemoved,
  hidden: readonly AttributeSet[] = [],
): Promise<number> {
  let forgotten = 0;
  for (let found = CHUNK; found === CHUNK; forgotten += found) {
    const deletion = deleteChunk(tenant.orgId, [condition, value], hidden);
    const [rows = []] = await tenant.batch([deletion, blankNaming(tenant.orgId)]);
    found = rows.length;
    if (found > 0) onRemoved(rows.map(removedChange));
  }
  return forgotten;
}

/** What else holds text of a session, of a project or of all. */
async function forgetTraces(tenant: TenantDatabase, condition: Traced, value: string | null): Promise<void> {
  const statement = (text: string): Statement => ({ text, values: [tenant.orgId, value] });
  for (const text of tracesOf(condition)) await tenant.query(statement(text));
  if (condition !== 'session') {
    for (let found = CHUNK; found === CHUNK;) found = (await tenant.query(statement(DELETE_NODES))).length;
  }
  await tenant.batch(sessionTextOf(condition).map(statement));
}

/** Who forgets, and who hears of it. */
export interface Forgetting {
  readonly onRemoved: OnRemoved;
  readonly actor: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface ForgettingOptions extends Forgetting {
  readonly hidden?: readonly AttributeSet[] | undefined;
  /** Takes back what a session taught, before the session goes too. */
  readonly unlearn?: ((sessionId: string) => Promise<void>) | undefined;
}

function noteForgetting(
  orgId: string,
  [condition, value]: readonly [Condition, string | null],
  { actor, now }: Pick<Forgetting, 'actor' | 'now'>,
  newValue: number | string | null = null,
): Statement {
  requireId(actor, 'actor');
  const subject = `${CONDITIONS[condition].subject}${value ?? ''}`;
  return noteChange(orgId, { id: uuidv7(now), actor, subject, field: 'forget', oldValue: null, newValue });
}

type OnRemoved = (removed: readonly ObservationChange[]) => void;

type Condition = keyof typeof CONDITIONS;

const OUTLIVED = 'o.id = any($2::uuid[]) and not o.pinned';
const ALL = '$2::text is null';

/** How the change log names what is forgotten, which observations those are, and their events: of a session, a project and all, every one goes ({@link sessionTextOf}). */
const CONDITIONS = {
  id: { subject: 'observation:', where: 'o.id = $2::uuid', events: 'what-it-came-from' },
  session: { subject: 'session:', where: `(o.session_id = $2 or o.metadata ->> 'sessionId' = $2)`, events: 'none' },
  project: { subject: 'project:', where: 'o.project_id = $2', events: 'none' },
  outlived: { subject: 'retention', where: OUTLIVED, events: 'what-outlived' },
  crowded: { subject: 'retention', where: OUTLIVED, events: 'what-outlived-but-open' },
  all: { subject: 'organisation', where: ALL, events: 'none' },
} as const satisfies Record<string, { subject: string; where: string; events: EventsOf }>;

function conditionOf(request: ForgetRequest): [Exclude<Condition, Outliving>, string | null] {
  if (request.id !== undefined) {
    if (!isUuid(request.id)) throw invalidInput('id', 'the id of an observation');
    return ['id', request.id];
  }
  if (typeof request.sessionId === 'string') return ['session', request.sessionId];
  // An undefined project must not come to mean "all projects", nor an empty one "what belongs to none".
  if (request.projectId !== undefined) {
    const isProject = request.projectId === null || (typeof request.projectId === 'string' && request.projectId !== '');
    requireInput(isProject, 'projectId', 'a string that is not empty; null = what belongs to no project');
    return ['project', projectColumn(request.projectId)];
  }
  if (Object.is(request.all, true)) return ['all', null];
  throw notOne();
}

/** A block quotes what it names. What was delivered keeps its ids and its hash; what still waits is not delivered any more. */
const BLANK_INJECT = `
  set text = '', status = case when q.status in ('pending', 'delivered') then 'dropped' else q.status end,
      drop_reason = case when q.status in ('pending', 'delivered') then 'forgotten' else q.drop_reason end`;

function deleteChunk(
  orgId: string,
  [condition, value]: readonly [Condition, string | null | readonly string[]],
  hidden: readonly AttributeSet[],
): Statement {
  return {
    // Locked in the order of ids, so that two forgetters wait for each other instead of deadlocking.
    text: `
      with chosen as (
        select o.id from observations o where o.org_id = $1 and ${CONDITIONS[condition].where} and ${isNotHidden('$3')} order by o.id limit ${CHUNK} for update
      ), gone as (
        delete from observations o using chosen where o.org_id = $1 and o.id = chosen.id
        returning o.id, o.project_id, o.content_hash, o.session_id, o.kind, o.metadata
      ), stones as (
        insert into observation_tombstones (org_id, observation_id, project_id, content_hash)
        select $1, id, project_id, content_hash from gone
        on conflict (org_id, observation_id) do update set deleted_at = excluded.deleted_at
      ), unlearned as (
        delete from graph_edges e using gone where e.org_id = $1 and e.observation_id = gone.id
      )${deleteEvents(CONDITIONS[condition].events)}
      select id, nullif(project_id, '') as "projectId" from gone`,
    values: [orgId, value, hiddenValue(hidden)],
  };
}

/**
 * Takes the text of the blocks that name what was deleted before it in the same transaction. A statement of its own: the deletion waits for blocks
 * that are being stored, and only a later statement sees those.
 */
function blankNaming(orgId: string): Statement {
  return {
    text: `
      with gone as (
        select t.observation_id as id from observation_tombstones t where t.org_id = $1 and t.deleted_at >= transaction_timestamp()
      ), named as (
        select q.id from session_memory_injects q
        where q.org_id = $1 and q.text <> '' and exists (
          select from unnest(q.observation_ids) held(id) where held.id in (select id from gone))
        order by q.id for update
      )
      update session_memory_injects q ${BLANK_INJECT} from named where q.org_id = $1 and q.id = named.id`,
    values: [orgId],
  };
}

type Traced = 'session' | 'project' | 'all';

// '' = what belongs to no project.
const OF_PROJECT = '($2::text is null or project_id = $2)';

// Locked in the order of ids, as the writers of nodes do.
const DELETE_NODES = `
  with chosen as (
    select id from graph_nodes where org_id = $1 and ${OF_PROJECT} order by id limit ${CHUNK} for update
  )
  delete from graph_nodes n using chosen where n.org_id = $1 and n.id = chosen.id returning n.id`;

/** Blocks that name no observation: what somebody put into the queue of the session, of one of the project, or of any. */
const blankInjects = (those: string): string => `
  update session_memory_injects q ${BLANK_INJECT}
  where q.org_id = $1 and q.text <> '' and ${those}`;

/** An import into all projects at once has its cursor in one of them. */
const DELETE_CURSORS = `
  delete from import_cursors where org_id = $1 and (${OF_PROJECT} or source like '%-all')`;
const DELETE_FINGERPRINTS = `delete from project_fingerprints where org_id = $1 and ${OF_PROJECT}`;
const DELETE_FILES = `delete from graph_files where org_id = $1 and ${OF_PROJECT}`;
const DELETE_EDGES = 'delete from graph_edges where org_id = $1 and session_id = $2';

const SESSIONS_OF = { session: 's.id = $2', project: 's.project_id = $2', all: ALL } as const;
const sessionsOf = (condition: Traced): string =>
  `(select s.id from sessions s where s.org_id = $1 and ${SESSIONS_OF[condition]})`;

const OWN_TRACES: Readonly<Record<Traced, readonly string[]>> = {
  session: [blankInjects('q.session_id = $2'), DELETE_EDGES],
  project: [
    DELETE_CURSORS,
    DELETE_FINGERPRINTS,
    blankInjects(`q.session_id in ${sessionsOf('project')}`),
    DELETE_FILES,
  ],
  all: [DELETE_CURSORS, DELETE_FINGERPRINTS, blankInjects(ALL), DELETE_FILES],
};

const LOGS_OF = { session: 'session_id = $2', project: `coalesce(project_id, '') = $2`, all: ALL } as const;

/** Statements, each with the organisation and the value. Contract section 3: after a hard delete the logs keep no text. */
function tracesOf(condition: Traced): string[] {
  return [
    ...OWN_TRACES[condition],
    // A query quotes the work item, and an event names the file that an agent had in hand.
    `update context_injection_logs set query_text = '' where org_id = $1 and query_text <> '' and ${LOGS_OF[condition]}`,
    `delete from session_verb_events where org_id = $1 and ${LOGS_OF[condition]}`,
  ];
}

/** Events, work items and the reasons of ends. The sessions stay, and go on counting their events where they were. */
function sessionTextOf(condition: Traced): string[] {
  const chosen = sessionsOf(condition);
  return [
    `delete from session_activities where org_id = $1 and session_id in ${chosen}`,
    `delete from session_work_items where org_id = $1 and session_id in ${chosen}`,
    `update session_evidence set detail = '' where org_id = $1 and session_id in ${chosen}`,
    `update sessions s set end_reason = null where s.org_id = $1 and s.end_reason is not null and ${SESSIONS_OF[condition]}`,
  ];
}

/** What is left of a session when its text is forgotten. Its events and its work item go with its row. */
const EVERY_TRACE = [
  ...[
    ...['session_memory_injects', 'context_injection_logs', 'session_retrievals', 'session_verb_events'],
    ...['session_evidence', 'extraction_runs'],
  ].map((table) => `delete from ${table} where org_id = $1 and session_id = $2`),
  'delete from talk_amendments where org_id = $1 and $2 in (session_id, amends_session_id)',
  'delete from sessions where org_id = $1 and id = $2',
];

function removedChange(row: Row): ObservationChange {
  return { type: 'removed', id: row['id'] as string, projectId: row['projectId'] as string | null };
}
