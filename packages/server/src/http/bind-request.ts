import { InklingError, type OrgMemory } from '@inkling/engine';
import type { Endpoint } from '../contract/endpoint.ts';
import { agentOf } from './agent-of.ts';
import type { Caller } from './caller.ts';
import type { CheckedRequest } from './read-request.ts';

/** A request of a caller that is bound, and the memory that knows its sessions. */
export interface Binding {
  readonly caller: Caller;
  readonly endpoint: Pick<Endpoint, 'id' | 'path' | 'agent'>;
  readonly memory: Pick<OrgMemory, 'sessions'>;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Holds a request to what its key is bound to: the agent that asks is one of the key's, whoever the body names, and every project that it
 * names, or whose session it names, is too. Rejects with `forbidden`. What a request says may narrow what a key is for, never widen it.
 */
export async function bindRequest(binding: Binding, checked: CheckedRequest): Promise<CheckedRequest> {
  const { caller, endpoint } = binding;
  if (caller.ownsMachine) return checked;
  await requireSessionOfCaller(binding, checked);
  if (caller.projects !== undefined) await requireProjects(binding, caller.projects, checked);
  if (endpoint.agent !== 'asks') return checked;
  const body = fieldsOf(checked.body);
  return { ...checked, body: { ...body, agentId: agentOf(caller, body['agentId'] as string | undefined) } };
}

/** What programs report of a session, and what is queued for it, is for who may act as its agent; people look after everybody's. */
async function requireSessionOfCaller({ caller, memory }: Binding, { params, body }: CheckedRequest): Promise<void> {
  const id = fieldsOf(params)['sessionId'] ?? fieldsOf(body)['sessionId'];
  if (typeof id !== 'string' || (caller.role !== 'worker' && caller.role !== 'agent')) return;
  if (caller.operations !== undefined) return;
  agentOf(caller, (await memory.sessions.get(id))?.agentId);
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
  const isWide = [query, body].some((part) => fieldsOf(part)['scope'] === 'org' || fieldsOf(part)['all'] === true);
  // One observation is decided on by its own project, where it is read.
  const isOne = endpoint.path.startsWith('/v1/observations/{id}') || fieldsOf(body)['observationId'] !== undefined;
  const isWithin = known.every((project) => typeof project === 'string' && projects.includes(project));
  if (isWithin && !isWide && (known.length > 0 || isOne)) return;
  throw new InklingError('forbidden', `This key is bound to projects, and ${endpoint.id} asks for more.`, {
    wayOut: 'Name one of its projects, or use another key.',
    details: { projects, caller: caller.actor },
  });
}

const PROJECT_FIELDS: ReadonlySet<string> = new Set([
  'projectId',
  'sourceProjectId',
  'destinationProjectId',
  'sessionId',
  'parentSessionId',
]);

interface Named {
  readonly field: string;
  readonly value: unknown;
}

/** The projects and sessions that a part of a request names, in lists of rows too. What is stored as it is (metadata, an event's input) names none. */
function namesIn(part: unknown, depth = 0): Named[] {
  if (Array.isArray(part)) return depth > 2 ? [] : part.flatMap((item) => namesIn(item, depth + 1));
  return Object.entries(fieldsOf(part)).flatMap(([field, value]): Named[] => {
    if (PROJECT_FIELDS.has(field)) return [{ field: field.endsWith('essionId') ? 'sessionId' : field, value }];
    return Array.isArray(value) || field === 'resource' || field === 'parent' ? namesIn(value, depth + 1) : [];
  });
}

function fieldsOf(part: unknown): Fields {
  return typeof part === 'object' && part !== null && !Array.isArray(part) ? (part as Fields) : {};
}
