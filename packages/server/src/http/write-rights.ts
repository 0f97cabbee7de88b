import type { Observation } from '@inkling/engine';
import type { AdministrativeAction } from '@inkling/engine/types';
import { observationNotFound } from '../contract/observation-not-found.ts';
import { PEOPLE } from '../contract/role.ts';
import { agentOf } from './agent-of.ts';
import type { Caller } from './caller.ts';
import { requireAdministration } from './require-administration.ts';
import type { Writing } from './route.ts';
import { viewerOf } from './viewer-of.ts';

/** What a statement says of itself beside its words. */
interface StatementClaims {
  readonly agentId?: string;
  readonly kind?: string;
  readonly pinned?: boolean;
  readonly classification?: string;
  readonly weight?: number;
}

/** What a statement has that replaces none. */
const PLAIN = { pinned: false, classification: 'internal' } as const;

/**
 * The statements as their caller may write them: in the name of an agent that the key is bound to. Whatever only administration may set (pin,
 * classification, weight, another's name) needs the action that governs it, and rejects with `forbidden`. Contract section 14.
 */
export async function requireWriteRights<Statement extends StatementClaims>(
  writing: Writing,
  statements: readonly Statement[],
  replaced?: Observation,
): Promise<Statement[]> {
  const { caller } = writing;
  if (caller.ownsMachine) return [...statements];
  const needed = new Set(statements.flatMap((statement) => actionsFor(caller, statement, replaced ?? PLAIN)));
  for (const action of needed) await requireAction(writing, action);
  const author = authorOf(caller, replaced);
  return statements.map((statement) => (author === undefined ? statement : { agentId: author, ...statement }));
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
  { agentId, pinned, classification, weight }: StatementClaims,
  replaced: Pick<Observation, 'pinned' | 'classification'>,
): AdministrativeAction[] {
  const isOthers = agentId !== undefined && !namesOf(caller).includes(agentId);
  return [
    ...(pinned !== undefined && pinned !== replaced.pinned ? (['pin'] as const) : []),
    ...(classification !== undefined && classification !== replaced.classification ? (['classify'] as const) : []),
    ...(weight !== undefined && weight !== 1 ? (['weigh'] as const) : []),
    ...(isOthers ? (['importMemory'] as const) : []),
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
