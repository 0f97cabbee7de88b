import { API_KEY_ROLES } from '@inkling/engine/operator';
import type { ApiKeyRole } from '@inkling/engine/types';

/**
 * What a caller may be. `worker` runs sessions and delivers blocks, `agent` asks and remembers, `member` reads and corrects what its
 * organisation knows, `admin` also sets its configuration, `operator` runs the machine. Contract section 15.
 */
export const ROLES: readonly Role[] = API_KEY_ROLES;

/** One of {@link ROLES}. */
export type Role = ApiKeyRole;

/** Everybody who belongs to the organisation. */
export const ANY_ROLE: readonly Role[] = ['worker', 'agent', 'member', 'admin'];

/** People, as against programs that work for them. */
export const PEOPLE: readonly Role[] = ['member', 'admin'];

/** Whoever runs sessions, and administrators for repairs. */
export const WORKERS: readonly Role[] = ['worker', 'admin'];

/** Who decides for the whole organisation. */
export const ADMINS: readonly Role[] = ['admin'];

/** Whoever runs the machine, and nobody of the organisation: the operator may call everything, so nobody else is named. */
export const OPERATOR: readonly Role[] = [];
