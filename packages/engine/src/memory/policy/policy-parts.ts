import { splitPolicies, type PolicyPart, type PolicySubject } from './cedar.ts';
import { administrationProblem, subjectOf } from './policy-subject.ts';

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
  if (parts.length === 0) problems.push('there is no policy in it');
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
    ? 'a policy cannot name one observation or graph node, only what its attributes say'
    : null;
}

function namesResource(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if ('id' in value && 'type' in value && (value.type === 'Observation' || value.type === 'GraphNode')) return true;
  return Object.values(value).some(namesResource);
}
