import type { Observation, OrgMemory, Session } from '@inkling/engine';
import { InklingError, observationNotFound, sessionNotFound } from '@inkling/engine/errors';
import type { AdministrativeAction, RememberOptions } from '@inkling/engine/types';
import { z } from 'zod';
import { type Endpoint, PEOPLE } from '../contract/endpoint.ts';
import { placeOfTalk } from '../agents/agent-session.ts';
import { recordAt } from '../base/record.ts';
import { agentOf, type Caller, viewerOf } from './caller.ts';
import type { DaemonMetrics } from './metrics.ts';
import type { CheckedRequest } from './read-request.ts';
import type { Writing } from './route.ts';

/** A request of a caller that is bound, and the memory that knows its sessions. */
export interface Binding {
  readonly caller: Caller;
  readonly endpoint: Pick<Endpoint, 'id' | 'path' | 'agent' | 'takesPayload' | 'query' | 'body'>;
  readonly memory: Pick<OrgMemory, 'sessions' | 'observations'>;
}

/**
 * Holds a request to what its key is bound to: the agent that asks is one of the key's, whoever the body names, and every project that it
 * names, or whose session it names, is too. Rejects with `forbidden`. What a request says may narrow what a key is for, never widen it.
 */
export async function bindRequest(binding: Binding, checked: CheckedRequest): Promise<CheckedRequest> {
  const { caller, endpoint } = binding;
  if (caller.ownsMachine || endpoint.takesPayload) return checked;
  const { sessionId } = recordAt(checked.params);
  if (endpoint.path.includes('{sessionId}') && !(await isSessionInProjectOf(binding, String(sessionId)))) {
    // Its worker is told that the lock is lost, as where a session is gone.
    if (endpoint.id === 'heartbeat') return checked;
    throw sessionNotFound(String(sessionId));
  }
  await requireSessions(binding, checked);
  // The list of projects is answered with the key's own.
  if (caller.projects !== undefined && endpoint.id !== 'listProjects')
    await requireProjects(binding, caller.projects, checked);
  if (endpoint.agent !== 'asks') return checked;
  const body = recordAt(checked.body);
  return { ...checked, body: { ...body, agentId: agentOf(caller, body['agentId'] as string | undefined) } };
}

/** What decides on a session, or on what is to become one. */
type SessionPlace = Pick<Session, 'agentId' | 'projectId'>;

/** The agents whose sessions a program sees, beside those of nobody in particular: those that its key is bound to. People look after everybody's. */
export function agentsSeenBy(caller: Caller): { readonly agentIds?: readonly string[] } {
  return caller.role === 'worker' || caller.role === 'agent' ? { agentIds: namesOf(caller) } : {};
}

/** Whether a caller may see a session and act in it: one of an agent that they see, in a project that their key is bound to. */
export function maySee(caller: Caller, { agentId, projectId }: SessionPlace): boolean {
  const { agentIds } = agentsSeenBy(caller);
  if (agentIds !== undefined && agentId !== null && !agentIds.includes(agentId)) return false;
  return caller.projects === undefined || (projectId !== null && caller.projects.includes(projectId));
}

/** Whether a session is in a project that the caller's key is bound to: any other is to it one that does not exist. */
export async function isSessionInProjectOf(
  { memory, caller }: Pick<Binding, 'memory' | 'caller'>,
  id: string,
): Promise<boolean> {
  if (caller.projects === undefined) return true;
  const projectId = (await memory.sessions.get(id))?.projectId ?? null;
  return projectId !== null && caller.projects.includes(projectId);
}

/** Throws `forbidden` for a session that the caller may not see, or whose agent it may not act as when that is what it asks for. */
export function requireSession(caller: Caller, session: SessionPlace, operation?: string): void {
  if (maySee(caller, session) && (!RECEIVES.has(operation ?? '') || mayReceive(caller, session))) return;
  const { agents = [], projects = null } = caller;
  throw new InklingError('forbidden', 'The session is of an agent or of a project that this key is not bound to.', {
    hint: 'Use a session of its own, or another key.',
    details: { agents, projects },
  });
}

/** Their answers hold what the session's agent may read. */
const RECEIVES: ReadonlySet<string> = new Set(['claimSession', 'heartbeat', 'reportEvent', 'answerHook']);

/** People see everybody's sessions, but blocks are decided on for the session's agent: they get none that is not for an agent of their key. */
function mayReceive(caller: Caller, { agentId }: SessionPlace): boolean {
  return caller.ownsMachine === true || agentId === null || namesOf(caller).includes(agentId);
}

const RESUMED = /~\d+$/u;

/** What is reported of a session, queued for it, or comes out of it is for who may see it. */
async function requireSessions({ caller, endpoint, memory }: Binding, { params, body }: CheckedRequest): Promise<void> {
  const named = [params, body].flatMap((part) => namesIn(part)).filter(({ field }) => field === 'sessionId');
  const created = endpoint.id === 'createSession' ? [{ field: 'sessionId', value: recordAt(body)['id'] }] : [];
  const names = [...named, ...created].map(({ value }) => value).filter((id) => typeof id === 'string');
  const ids = new Set(names.flatMap((id) => [id, id.replace(RESUMED, '')]));
  const found = await Promise.all([...ids].map(async (id) => [id, await memory.sessions.get(id)] as const));
  const sessions = new Map(found);
  for (const id of names) {
    const session = sessions.get(id);
    const base = sessions.get(id.replace(RESUMED, ''));
    if (session) requireSession(caller, session, endpoint.id);
    // One that is not there yet would go on with the talk of `<id>`. One that is there does only where both are of one project and agent.
    else if (base) requireSession(caller, base);
  }
  // What stands in a talk that was imported has no session yet.
  const free = created.length === 0 ? [] : [...ids].filter((id) => !sessions.get(id));
  const talks = free.length === 0 ? [] : await memory.observations.getTalks({ sessionIds: free });
  for (const said of talks) requireSession(caller, placeOfTalk(said));
}

async function requireProjects(
  { caller, endpoint, memory }: Binding,
  projects: readonly string[],
  { params, query, body }: CheckedRequest,
): Promise<void> {
  const names = [params, query, body].flatMap((part) => namesIn(part));
  const sessions = names.filter(({ field }) => field === 'sessionId').map(({ value }) => String(value));
  const named = names.filter(({ field }) => field !== 'sessionId').map(({ value }) => value);
  const found = await Promise.all([...new Set(sessions)].map((id) => memory.sessions.get(id)));
  const known = [...named, ...found.flatMap((session) => (session ? [session.projectId] : []))];
  const isWide = [query, body].some((part) =>
    Object.entries(recordAt(part)).some(([field, value]) => WIDE[field] === value),
  );
  const isWithin = known.every((project) => typeof project === 'string' && projects.includes(project));
  if (
    isWithin &&
    !isWide &&
    (isByIds(endpoint, { query, body }) || (known.length > 0 && saysWhere(endpoint, { params, query, body })))
  )
    return;
  throw new InklingError('forbidden', `This key is bound to projects, and ${endpoint.id} asks for more.`, {
    hint: takesPlace(endpoint)
      ? 'Name one of its projects, in each row of a list, or use another key.'
      : 'The answer is about the whole organisation: use a key that is bound to no projects.',
    details: { projects, caller: caller.actor },
  });
}

/** Whether a request is about what it names by ids: one observation, or nodes. These are decided on by their own projects, where they are read. */
function isByIds({ id, path }: Binding['endpoint'], { query, body }: Pick<CheckedRequest, 'query' | 'body'>): boolean {
  if (path.startsWith('/v1/observations/{id}') || (id === 'forget' && 'id' in recordAt(body))) return true;
  if (id === 'upsertGraphEdges' || id === 'removeGraphNodes') return true;
  return [query, body].some((part) => recordAt(part)['observationId'] !== undefined);
}

/**
 * Whether a request says the project of all that it asks for. Where an operation takes a project it must be told one: without it, it means what
 * belongs to none, or everything. In a list that stands beside none, each row must name its own.
 */
function saysWhere({ query, body }: Binding['endpoint'], checked: CheckedRequest): boolean {
  const takesProject = [query, body].some((schema) => schema instanceof z.ZodObject && 'projectId' in schema.shape);
  const parts = [checked.params, checked.query, checked.body].map((part) => recordAt(part));
  const isSaid = parts.some((part) =>
    Object.keys(part).some((field) => (takesProject ? field === 'projectId' : PROJECT_FIELDS.has(field))),
  );
  const rows = Object.values(recordAt(checked.body)).flatMap((value): unknown[] => (Array.isArray(value) ? value : []));
  return isSaid || (!takesProject && rows.length > 0 && rows.every((row) => 'projectId' in recordAt(row)));
}

/** Whether an operation can be told a project or a session, by itself or in rows. */
function takesPlace({ query, body }: Binding['endpoint']): boolean {
  const fields = [query, body].flatMap((schema) => (schema instanceof z.ZodObject ? Object.entries(schema.shape) : []));
  const isPlace = ([field, schema]: [string, unknown]): boolean =>
    PROJECT_FIELDS.has(field) || schema instanceof z.ZodArray;
  return body instanceof z.ZodUnion || fields.some(isPlace);
}

/** What makes a question one about the whole organisation. */
const WIDE: Readonly<Record<string, unknown>> = { scope: 'org', memoryScope: 'org', all: true };

const PROJECT_FIELDS: ReadonlySet<string> = new Set([
  'projectId',
  'sourceProjectId',
  'destinationProjectId',
  'sessionId',
  'parentSessionId',
  'amendsSessionId',
]);

interface Named {
  readonly field: string;
  readonly value: unknown;
}

/**
 * The projects and sessions that a part of a request names, in lists of rows too. What is stored as it is (metadata, an event's input) names none,
 * but for the session in the metadata of a statement: it becomes the statement's own.
 */
function namesIn(part: unknown, depth = 0): Named[] {
  if (Array.isArray(part)) return depth > 3 ? [] : part.flatMap((item) => namesIn(item, depth + 1));
  return Object.entries(recordAt(part)).flatMap(([field, value]): Named[] => {
    if (PROJECT_FIELDS.has(field)) return [{ field: field.endsWith('essionId') ? 'sessionId' : field, value }];
    if (field === 'metadata') return sessionOf(value);
    const isRows = Array.isArray(value) && field !== 'toolInput';
    return isRows || field === 'resource' || field === 'parent' ? namesIn(value, depth + 1) : [];
  });
}

function sessionOf(metadata: unknown): Named[] {
  const value = recordAt(metadata)['sessionId'];
  return typeof value === 'string' && value !== '' ? [{ field: 'sessionId', value }] : [];
}

/** What a statement says of itself beside its words. */
interface StatementClaims {
  readonly agentId?: string;
  readonly sessionId?: string | null;
  readonly kind?: string;
  readonly source?: string;
  readonly metadata?: { readonly [name: string]: unknown };
  readonly pinned?: boolean;
  readonly classification?: string;
  readonly weight?: number;
}

/** What a statement has that replaces none. */
const PLAIN = { pinned: false, classification: 'internal' } as const;

/**
 * The statements as their caller may write them: in the name of an agent that the key is bound to. Whatever only administration may set (pin,
 * classification, weight, another's name, that it comes from a history or a talk, which quarantine judges more kindly) needs the action that
 * governs it, and rejects with `forbidden`. Contract section 14.
 */
export async function requireWriteRights<Statement extends StatementClaims>(
  writing: Writing,
  statements: readonly Statement[],
  replaced?: Observation,
): Promise<Statement[]> {
  const { caller } = writing;
  if (caller.ownsMachine) return [...statements];
  const needed = new Set(statements.flatMap((statement) => actionsFor(caller, statement, replaced ?? PLAIN)));
  if (await isOfImportedTalk(writing.memory, statements, replaced?.kind)) needed.add('importMemory');
  for (const action of needed) await requireAction(writing, action);
  const author = authorOf(caller, replaced);
  return statements.map((statement) => (author === undefined ? statement : { agentId: author, ...statement }));
}

/** Whether one would stand in a talk that no session here held: such a talk was imported, and nothing says whose words may be added to it. */
async function isOfImportedTalk(
  { sessions }: Pick<OrgMemory, 'sessions'>,
  statements: readonly StatementClaims[],
  replacedKind?: string,
): Promise<boolean> {
  const exchanges = statements.filter(({ kind = replacedKind }) => kind === 'exchange');
  const named = exchanges.flatMap(({ sessionId, metadata }) => [sessionId, metadata?.['sessionId']]);
  const ids = new Set(named.filter((id) => typeof id === 'string' && id !== ''));
  const held = await Promise.all([...ids].map((id) => sessions.get(id as string)));
  return held.includes(null);
}

/** Whether an observation is in a project that the caller's key is bound to: of any other it is told as little as of one that does not exist. */
export async function isInProjectOf(
  { memory, caller }: Pick<Writing, 'memory' | 'caller'>,
  id: string,
): Promise<boolean> {
  if (caller.projects === undefined) return true;
  const projectId = (await memory.observations.get(id))?.projectId ?? null;
  return projectId !== null && caller.projects.includes(projectId);
}

/** What a caller is told of statements that are there already when they write them: nothing of those that they may not read. What waits in quarantine is nobody's secret. */
export function readingOf({ memory, caller }: Pick<Writing, 'memory' | 'caller'>): {
  readonly readable?: RememberOptions['readable'];
} {
  const { viewer } = viewerOf(caller);
  if (viewer === undefined) return {};
  const asReviewer = { viewer: { ...viewer, reviews: true } };
  return { readable: (observationIds) => memory.inspection.readableIds({ observationIds, ...asReviewer }) };
}

/** Which nodes of the graph are in projects that the caller's key is bound to: any other is to it one that does not exist. */
export async function nodesInProjectsOf(
  { memory, caller: { projects } }: Pick<Writing, 'memory' | 'caller'>,
  ids: readonly string[],
): Promise<(id: string) => boolean> {
  if (projects === undefined) return () => true;
  const nodes = await memory.graph.getNodes([...new Set(ids)]);
  const own = nodes.filter(({ projectId }) => projectId !== null && projects.includes(projectId));
  const known = new Set(own.map(({ id }) => id));
  return (id) => known.has(id.toLowerCase());
}

/**
 * The observation that a caller wants to change. Rejects with `observation-not-found` when they may not read it, as for one that does not exist. What
 * replaces a decision or a pinned statement of another agent needs the action `amend` too.
 */
export async function observationToChange(writing: Writing, id: string, doesReplace = false): Promise<Observation> {
  const { memory, caller } = writing;
  const observation = await memory.inspection.observation(id, viewerOf(caller));
  if (observation === null) throw observationNotFound(id);
  const isGuarded = observation.pinned || observation.kind === 'decision';
  const isOthers = !caller.ownsMachine && !namesOf(caller).includes(observation.agentId);
  if (doesReplace && isGuarded && isOthers) await requireAction(writing, 'amend');
  return observation;
}

function actionsFor(
  caller: Caller,
  { agentId, source, metadata, pinned, classification, weight }: StatementClaims,
  replaced: Pick<Observation, 'pinned' | 'classification'>,
): AdministrativeAction[] {
  const isOthers = agentId !== undefined && !namesOf(caller).includes(agentId);
  const isFromElsewhere = source === 'import' || metadata?.['capture'] !== undefined;
  return [
    ...(pinned !== undefined && pinned !== replaced.pinned ? (['pin'] as const) : []),
    ...(classification !== undefined && classification !== replaced.classification ? (['classify'] as const) : []),
    ...(weight !== undefined && weight !== 1 ? (['weigh'] as const) : []),
    ...(isOthers || isFromElsewhere ? (['importMemory'] as const) : []),
  ];
}

const namesOf = ({ actor, agents = [] }: Caller): readonly string[] => (agents.length > 0 ? agents : [actor]);

/** A person's statement is a user's, as the engine calls them, unless their key has a name; a correction keeps its author. */
function authorOf(caller: Caller, replaced: Observation | undefined): string | undefined {
  const isProgram = caller.role !== 'operator' && !PEOPLE.includes(caller.role);
  return isProgram || (caller.agents !== undefined && replaced === undefined) ? agentOf(caller) : undefined;
}

function requireAction({ caller, operation, memory, services }: Writing, action: AdministrativeAction): Promise<void> {
  return requireAdministration(caller, { id: operation, action }, { memory, metrics: services.metrics });
}

/** The fields of a statement that need an action, and the way without them. */
const CLAIMED: Readonly<Partial<Record<AdministrativeAction, string>>> = {
  pin: 'Leave pinned out, or use',
  classify: 'Leave classification out, or use',
  weigh: 'Leave weight out, or use',
  importMemory: 'Leave agentId, source and metadata.capture out, or use',
};

/** What decides on administrative calls, and who counts what policies in shadow mode would deny. */
export interface Administration {
  readonly memory: Pick<OrgMemory, 'administration'>;
  readonly metrics: Pick<DaemonMetrics, 'countShadowDenial'>;
}

/**
 * Throws `forbidden`, naming the policy, when policies deny an administrative call. Whoever has the machine's token is not asked about: the
 * data directory is theirs.
 */
export async function requireAdministration(
  { role, actor, ownsMachine }: Caller,
  { id, action }: Pick<Endpoint, 'id' | 'action'>,
  { memory, metrics }: Administration,
): Promise<void> {
  if (action === undefined || ownsMachine) return;
  const decision = await memory.administration.authorize({ action, role, caller: actor, operation: id });
  if (decision.allowed) {
    if (decision.shadow) metrics.countShadowDenial(action, 'organisation');
    return;
  }
  const { policy, reason } = decision;
  throw new InklingError('forbidden', `${id} (${action}) ${reason}.`, {
    hint: reason.startsWith('is not for the role')
      ? `${CLAIMED[action] ?? 'Use'} a key whose role may.`
      : 'An admin can change the policies of the organisation: GET /v1/policies, or inkling policy list.',
    details: { action, role, policy, reason },
  });
}
