import { splitPolicies, type PolicyPart, type PolicySubject } from './cedar.ts';
import { ADMINISTRATIVE_ACTIONS } from '../administration.ts';

/** What a text comes to as single policies. */
export interface PolicyParts {
  /** In the order of the text. */
  readonly policies: readonly NamedPart[];
  /** What the schema cannot say. A text with problems is not to be used. */
  readonly problems: readonly string[];
}

/** One policy of a text. */
export interface NamedPart {
  /** Under which decisions report it. */
  readonly id: string;
  readonly text: string;
  readonly subject: PolicySubject;
  /** Every text in it: the names of the attributes that it looks at, the ids of the entities that it names. */
  readonly words: readonly string[];
}

/** The name of what holds in every organisation: no policy of an organisation has it. */
export const DEFAULT_NAME = 'default';

const ID = /^[\w.-]{1,64}$/;

/** Takes a text apart. Throws when Cedar cannot read it. */
export function policyParts(name: string, text: string): PolicyParts {
  const parts = splitPolicies(text);
  const policies: NamedPart[] = [];
  const problems: string[] = [];
  for (const [index, part] of parts.entries()) {
    const id = policyId(name, part, index, parts.length);
    const problem = policies.some((policy) => policy.id === id)
      ? `two policies have the id '${id}'`
      : problemOf(name, part);
    if (problem !== null) problems.push(problem);
    policies.push({ id, text: part.text, subject: subjectOf(part), words: wordsOf(part.json) });
  }
  if (parts.length === 0) problems.push('the text contains no policy');
  return { policies, problems };
}

/** Of the data as Cedar gives it, names of fields included: more than needed, and nothing missed when its form changes. */
function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...wordsOf(inner)]);
}

function policyId(name: string, { json }: PolicyPart, index: number, count: number): string {
  const own = json.annotations?.['id'];
  if (own !== undefined) return `${name}.${own}`;
  return count === 1 ? name : `${name}.${index + 1}`;
}

function problemOf(name: string, part: PolicyPart): string | null {
  const own = part.json.annotations?.['id'];
  if (own !== undefined && !ID.test(own)) return 'an @id is 1 to 64 letters, digits, dots, hyphens or underscores';
  if (subjectOf(part) === 'administration') return name === DEFAULT_NAME ? null : administrationProblem(part);
  // Decisions are shared by everything with the same attributes: what names one id would hold for none or for many.
  return namesResource(part.json)
    ? 'a policy cannot name a single observation or graph node, only conditions on its attributes'
    : null;
}

function namesResource(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if ('id' in value && 'type' in value && (value.type === 'Observation' || value.type === 'GraphNode')) return true;
  return Object.values(value).some(namesResource);
}

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
function subjectOf({ json }: PolicyPart): PolicySubject {
  return namedActions(json).some((action) => ADMINISTRATIVE.has(action)) ? 'administration' : 'access';
}

/** What the schema cannot say of an organisation's policy about administration; null = nothing is wrong with it. */
function administrationProblem({ json }: PolicyPart): string | null {
  const actions = namedActions(json);
  if (!actions.every((action) => ADMINISTRATIVE.has(action))) {
    return 'a policy is either about what agents are shown or about administration: name only actions of one of the two';
  }
  if (actions.some((action) => GOVERNMENT.has(action))) {
    return 'no policy may name managePolicies, viewPolicies or govern, so that policies can always be repaired';
  }
  return json.effect === 'permit' ? 'a policy cannot permit administration, only forbid it; roles permit it' : null;
}

/** The actions in the policy's scope; none = it holds for all that agents do. */
function namedActions({ action }: PolicyPart['json']): string[] {
  if (action.op === 'All') return [];
  const named = 'entities' in action ? action.entities : 'entity' in action ? [action.entity] : [];
  return named.map((entity) => ('__entity' in entity ? entity.__entity.id : entity.id));
}
