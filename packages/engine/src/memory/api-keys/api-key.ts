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
