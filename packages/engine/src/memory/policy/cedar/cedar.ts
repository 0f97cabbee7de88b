import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import type * as Cedar from '@cedar-policy/cedar-wasm/nodejs';
import { ADMINISTRATION_SCHEMA, POLICY_SCHEMA } from '../../../generated/policies.ts';

export type CedarRequest = Omit<
  Cedar.StatefulAuthorizationCall,
  'preparsedSchemaName' | 'preparsedPolicySetId' | 'validateRequest'
>;
export type CedarAnswer = Cedar.AuthorizationAnswer;
export type CedarEntity = Cedar.EntityJson;
export type CedarEntityId = Cedar.TypeAndId;

/**
 * What a policy speaks of: what agents are shown, or what people administer. Each has a schema, so that a policy about one never has to
 * fit what the other is about.
 */
export type PolicySubject = 'access' | 'administration';

/** Policies by id, one policy in each text. */
export type CedarPolicies = Readonly<Record<string, string>>;

/** One instance of the WASM module, and which policies are prepared in it. */
interface Instance {
  readonly cedar: typeof Cedar;
  readonly prepared: (CedarPolicies | undefined)[];
  next: number;
}

const MODULE = '@cedar-policy/cedar-wasm/nodejs';

const SCHEMAS: Readonly<Record<PolicySubject, string>> = {
  access: POLICY_SCHEMA,
  administration: ADMINISTRATION_SCHEMA,
};

// Cedar keeps prepared sets under a name and has no call that drops one, so sets take turns in this many places. Preparing
// again what lost its place takes about a millisecond.
const PLACES = 64;

const require = createRequire(import.meta.url);
let running: Instance | undefined;

/**
 * Loaded when the first policy is read, not with the library: compiling and the first calls take some 0.25 s and 60 MB, which an
 * organisation without policies of its own has no use for.
 */
function start(): Instance {
  avoidInlinedCalls();
  // What stays in the cache is the instance that was given up.
  delete require.cache[require.resolve(MODULE)];
  const cedar = require(MODULE) as typeof Cedar;
  for (const [subject, text] of Object.entries(SCHEMAS)) {
    const schema = cedar.preparseSchema(subject, text);
    if (schema.type === 'failure') throw new Error(`The policy schema is broken: ${schema.errors[0]?.message}`);
  }
  return { cedar, prepared: [], next: 0 };
}

/**
 * The V8 of Node 20 ends the whole process ("unreachable code" in its deoptimizer) when it gives up optimized code that has a call into WASM
 * inlined: two of three runs of bench/policy did. Without inlining none of five does, and a decision takes as long.
 */
function avoidInlinedCalls(): void {
  if (process.versions.v8.startsWith('11.')) setFlagsFromString('--no-turbo-inline-js-wasm-calls');
}

/**
 * A call that throws has trapped, and a trapped instance keeps the stack that it died with: every later call traps too
 * (measured: 2,500 nested ifs do it). So it is given up, and the next call gets a fresh one.
 */
function withInstance<Answer>(call: (instance: Instance) => Answer): Answer {
  running ??= start();
  try {
    return call(running);
  } catch (error) {
    running = undefined;
    throw error;
  }
}

/** What Cedar finds in a text of policies: whether it can be read, and whether it fits the schema of the subject. */
export function validatePolicies(text: string, subject: PolicySubject): Cedar.ValidationAnswer {
  return withInstance(({ cedar }) => cedar.validate({ schema: SCHEMAS[subject], policies: { staticPolicies: text } }));
}

/** One policy of a text, with its annotations. */
export interface PolicyPart {
  readonly text: string;
  /** The policy as JSON data: names in it are spelled out, however the text escaped them. */
  readonly json: Cedar.PolicyJson;
}

/** The policies of a text one by one, in its order. Throws when it cannot be read; templates are none. */
export function splitPolicies(text: string): PolicyPart[] {
  return (
    withInstance(({ cedar }) => {
      const parts = cedar.policySetTextToParts(text);
      return parts.type === 'success'
        ? inOrderOfText(parts.policies).map((part) => ({ text: part, json: jsonOf(cedar, part) }))
        : null;
    }) ?? unreadable()
  );
}

/** Cedar calls them policy0, policy1, … as they come and gives them sorted by that name: policy10 before policy2. */
function inOrderOfText(policies: readonly string[]): string[] {
  const positions = policies.map((_, index) => index).toSorted((a, b) => (String(a) < String(b) ? -1 : 1));
  return policies
    .map((text, index) => ({ text, position: positions[index] ?? index }))
    .toSorted((a, b) => a.position - b.position)
    .map(({ text }) => text);
}

function jsonOf(cedar: typeof Cedar, text: string): Cedar.PolicyJson {
  const answer = cedar.policyToJson(text);
  return answer.type === 'success' ? answer.json : unreadable();
}

function unreadable(): never {
  throw new SyntaxError('The text is not a set of Cedar policies.');
}

/** Asks a set of policies of one subject. It is prepared on the first question. Throws when Cedar traps or a policy cannot be read. */
export function askPolicies(policies: CedarPolicies, subject: PolicySubject, request: CedarRequest): CedarAnswer {
  return withInstance((instance) => {
    const place = placeOf(instance, policies);
    return instance.cedar.statefulIsAuthorized({
      ...request,
      preparsedSchemaName: subject,
      validateRequest: true,
      preparsedPolicySetId: String(place),
    });
  });
}

function placeOf(instance: Instance, policies: CedarPolicies): number {
  const known = instance.prepared.indexOf(policies);
  if (known >= 0) return known;
  const place = instance.next;
  instance.next = (place + 1) % PLACES;
  // Emptied first: when preparing fails, the place must not pass for the set that was there.
  instance.prepared[place] = undefined;
  const answer = instance.cedar.preparsePolicySet(String(place), { staticPolicies: { ...policies } });
  if (answer.type === 'failure') unreadable();
  instance.prepared[place] = policies;
  return place;
}
