import { splitPolicies, type PolicyPart } from './cedar.ts';

/** What a text comes to as single policies. */
export interface PolicyParts {
  /** By the id under which decisions report them. */
  readonly policies: ReadonlyMap<string, string>;
  /** Every text in them: the names of the attributes that they look at, the ids of the entities that they name. */
  readonly words: ReadonlySet<string>;
  /** What the schema cannot say. A text with problems is not to be used. */
  readonly problems: readonly string[];
}

const ID = /^[\w.-]{1,64}$/;

/** Takes a text apart. Throws when Cedar cannot read it. */
export function policyParts(name: string, text: string): PolicyParts {
  const parts = splitPolicies(text);
  const policies = new Map<string, string>();
  const problems: string[] = [];
  for (const [index, part] of parts.entries()) {
    const id = policyId(name, part, index, parts.length);
    const problem = policies.has(id) ? `two policies have the id '${id}'` : problemOf(part);
    if (problem !== null) problems.push(problem);
    policies.set(id, part.text);
  }
  if (parts.length === 0) problems.push('there is no policy in it');
  return { policies, problems, words: new Set(parts.flatMap(({ json }) => wordsOf(json))) };
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

function problemOf({ json }: PolicyPart): string | null {
  const own = json.annotations?.['id'];
  if (own !== undefined && !ID.test(own)) return 'an @id is 1 to 64 letters, digits, dots, hyphens or underscores';
  // Decisions are shared by everything with the same attributes: what names one id would hold for none or for many.
  return namesResource(json)
    ? 'a policy cannot name one observation or graph node, only what its attributes say'
    : null;
}

function namesResource(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if ('id' in value && 'type' in value && (value.type === 'Observation' || value.type === 'GraphNode')) return true;
  return Object.values(value).some(namesResource);
}
