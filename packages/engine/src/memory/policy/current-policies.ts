import type { Clock } from '../../base/clock.ts';
import type { TenantDatabase, Row } from '../../base/database/database.ts';
import { createReadCache } from '../../base/read-cache.ts';
import type { DecideAdministration } from './administration.ts';
import type { Decide } from './authorizer.ts';
import { decideAdministrationWithPolicies, decideWithPolicies } from './cedar/decide-with-policies.ts';
import type { NamedPolicy } from './org-policy.ts';

/**
 * How long a process on a server goes on with policies that another process changed; a change of its own counts at once. Then one row
 * is read, some 0.5 ms, and nothing is compiled again unless its number is another one.
 */
export const POLICY_TTL_MS = 1000;

export interface CurrentPoliciesOptions {
  readonly tenant: TenantDatabase;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  /** Infinity where no other process writes. (Default: 1000) */
  readonly ttlMs?: number;
}

/** What holds in one organisation now. */
export interface CurrentPolicies {
  /** Rejects when the policies cannot be read: nobody knows what they would deny. */
  decider(): Promise<Decide>;
  /** The same for administration. */
  administration(): Promise<DecideAdministration>;
  /** Reads and compiles them, and asks a question, which takes 0.25 s the first time in a process. False = they cannot be read. */
  warm(): Promise<boolean>;
  /** Forgets what was read, what is being read included. */
  clear(): void;
}

interface Known {
  readonly version: number;
  readonly decide: Decide;
  /** Compiled when somebody administers. */
  readonly administration: () => DecideAdministration;
}

// What is asked before anybody asks: the first question makes the engine ready, the others take 0.3 ms each.
const SOMEBODY = { orgId: 'somewhere', agentId: 'somebody', projectId: 'here', sessionId: 'now' };
const SOMETHING = { ...SOMEBODY, id: '', type: 'observation', classification: 'internal', kind: '' } as const;

/** Callers that ask at once share one read; a read that fails is not kept. */
export function createCurrentPolicies(options: CurrentPoliciesOptions): CurrentPolicies {
  const { clock, ttlMs = POLICY_TTL_MS } = options;
  // It counts only for as long as the database has its version, so it may be of a read that others have overtaken.
  let last: Known | null = null;
  const cache = createReadCache(async () => (last = await readKnown(options, last)), { clock, ttlMs });
  const known = (): Promise<Known> => cache.get('');

  async function decider(): Promise<Decide> {
    return (await known()).decide;
  }

  return {
    decider,
    async administration() {
      return (await known()).administration();
    },
    async warm() {
      try {
        const decide = await decider();
        decide(SOMEBODY, 'read', SOMETHING);
        return true;
      } catch (error) {
        options.onError(error);
        return false;
      }
    },
    clear() {
      last = null;
      cache.clear();
    },
  };
}

async function readKnown({ tenant, onError }: CurrentPoliciesOptions, last: Known | null): Promise<Known> {
  if (last !== null && last.version === (await readVersion(tenant))) return last;
  const { version, policies } = await readPolicies(tenant);
  let administration: DecideAdministration | null = null;
  return {
    version,
    decide: decideWithPolicies(policies, onError),
    administration: () => (administration ??= decideAdministrationWithPolicies(policies, onError)),
  };
}

const SELECT_VERSION = 'select version::double precision as version from org_policy_versions where org_id = $1';

/** 0 = the organisation never had any policies. Every change adds 1. */
async function readVersion(tenant: TenantDatabase): Promise<number> {
  const [row] = await tenant.query<Head>({ text: SELECT_VERSION, values: [tenant.orgId] });
  return row?.version ?? 0;
}

// One statement, so that the version is that of the texts.
const SELECT = `
  select head.version::double precision as version, policy.name, policy.text, policy.mode
  from org_policy_versions as head
  left join org_policies as policy on policy.org_id = head.org_id
  where head.org_id = $1
  order by policy.name`;

interface Head extends Row {
  readonly version: number;
}

type PolicyRow = Head & (NamedPolicy | { readonly name: null });

/** All policies of the organisation with their common version. */
async function readPolicies(tenant: TenantDatabase): Promise<Head & { readonly policies: readonly NamedPolicy[] }> {
  const rows = await tenant.query<PolicyRow>({ text: SELECT, values: [tenant.orgId] });
  const policies = rows.flatMap((row) => (row.name === null ? [] : [policyOf(row)]));
  return { version: rows[0]?.version ?? 0, policies };
}

const policyOf = ({ name, text, mode }: NamedPolicy): NamedPolicy => ({ name, text, mode });
