import { ADMINISTRATIVE_ACTIONS } from './administration.ts';
import type { PolicyPart, PolicySubject } from './cedar.ts';

const GROUPS = ['administer', 'curate', 'configure', 'operate', 'govern'];
const ADMINISTRATIVE: ReadonlySet<string> = new Set([...Object.keys(ADMINISTRATIVE_ACTIONS), ...GROUPS]);

const GOVERNMENT: ReadonlySet<string> = new Set([
  'govern',
  ...Object.entries(ADMINISTRATIVE_ACTIONS).flatMap(([action, group]) => (group === 'govern' ? [action] : [])),
]);

/**
 * What the policy speaks of: what agents are shown, unless its scope names administrative actions. So a policy without an action, however
 * wide, gives nobody keys and takes them from nobody.
 */
export function subjectOf({ json }: PolicyPart): PolicySubject {
  return namedActions(json).some((action) => ADMINISTRATIVE.has(action)) ? 'administration' : 'access';
}

/** What the schema cannot say of an organisation's policy about administration; null = nothing is wrong with it. */
export function administrationProblem({ json }: PolicyPart): string | null {
  const actions = namedActions(json);
  if (!actions.every((action) => ADMINISTRATIVE.has(action))) {
    return 'a policy speaks either of what agents are shown or of administration: name the actions of one of them';
  }
  if (actions.some((action) => GOVERNMENT.has(action))) {
    return 'no policy may name managePolicies, viewPolicies or govern, so that policies can always be repaired';
  }
  return json.effect === 'permit' ? 'a policy cannot permit administration, which roles do; it can forbid it' : null;
}

/** The actions in the policy's scope; none = it holds for all that agents do. */
function namedActions({ action }: PolicyPart['json']): string[] {
  if (action.op === 'All') return [];
  const named = 'entities' in action ? action.entities : 'entity' in action ? [action.entity] : [];
  return named.map((entity) => ('__entity' in entity ? entity.__entity.id : entity.id));
}
