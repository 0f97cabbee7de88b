import { createHash } from 'node:crypto';

/** What the holder of a key may be. Contract section 15. */
export const API_KEY_ROLES = ['worker', 'agent', 'member', 'admin', 'operator'] as const;

/** One of {@link API_KEY_ROLES}. */
export type ApiKeyRole = (typeof API_KEY_ROLES)[number];

/** A key as it may be shown: without its secret, which nobody has but its holder. */
export interface ApiKey {
  readonly id: string;
  readonly role: ApiKeyRole;
  /** What it is for. */
  readonly name: string;
  /** The agents that its holder may act as, the first where a request names none; [] = none but the key itself. */
  readonly agents: readonly string[];
  /** The only projects that its holder may read and write; null = all of the organisation. */
  readonly projects: readonly string[] | null;
  /** Who made it. */
  readonly createdBy: string;
  /** ISO-8601 UTC. */
  readonly createdAt: string;
  /** ISO-8601 UTC; null = it is valid. */
  readonly revokedAt: string | null;
}

/** The columns of an {@link ApiKey}, in the table under the alias `k`. */
export const API_KEY_COLUMNS = `k.id, k.role, k.name, k.agents, k.projects, k.created_by as "createdBy",
  to_char(k.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
  to_char(k.revoked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "revokedAt"`;

/** The parts of a key's text. */
export interface ApiKeyParts {
  readonly orgId: string;
  readonly id: string;
  readonly secret: string;
}

// The organisation is part of the text, so that looking a key up is a statement of that organisation like any other.
const FORM = /^ink\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{8,32})\.([A-Za-z0-9_-]{43})$/;

/** The text that a holder keeps: `ink.<organisation>.<id>.<secret>`. */
export function formatApiKey({ orgId, id, secret }: ApiKeyParts): string {
  return `ink.${Buffer.from(orgId, 'utf8').toString('base64url')}.${id}.${secret}`;
}

/** The parts of a text; null when it is no key. Says nothing about whether it is valid. */
export function parseApiKey(text: string): ApiKeyParts | null {
  const [, org, id, secret] = FORM.exec(text) ?? [];
  if (org === undefined || id === undefined || secret === undefined) return null;
  const orgId = Buffer.from(org, 'base64url').toString('utf8');
  return { orgId, id, secret };
}

/** What is stored of a secret. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
