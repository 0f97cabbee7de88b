/** For whoever runs the store: its schema, calls over all organisations, names of roles, modes and actions, the clock, and waiting and caching by it. Loads a tenth of the library. */
export { checkSchema, migrate, type MigrationResult, requireSchema } from './base/database/migrate.ts';
export type { SchemaReport } from './base/database/schema-report.ts';
export { listScopes, type StoredScope } from './memory/observations/read/scope-page.ts';
export { listOrganisationsWithRetention } from './memory/observations/read/list-outlived.ts';
export { listOrganisationsWithOldInjects } from './memory/injects/purge-memory-injects.ts';
export { API_KEY_ROLES, parseApiKey, type ApiKeyParts } from './memory/api-keys/api-key.ts';
export { hasApiKeys } from './memory/api-keys/api-keys.ts';
export { listAbandonedSessions, type AbandonedSession } from './memory/sessions/list-sessions.ts';
export { ADMINISTRATIVE_ACTIONS } from './memory/policy/administration.ts';
export { checkPolicy } from './memory/policy/check-policy.ts';
export { POLICY_MODES } from './memory/policy/org-policy.ts';
export { listOrganisationsWithDueSessions } from './memory/feedback/session-evidence.ts';
export { makePrivateDirectory } from './base/make-private-directory.ts';
export { systemClock } from './base/clock.ts';
export { DEADLINE_EXCEEDED, inTime, pause } from './base/deadline.ts';
export { createReadCache, keepNewest } from './base/read-cache.ts';
export { RECALL_REASONS, SKIP_REASONS } from './memory/injection-log/injection-trace.ts';
export { INJECTION_REASONS } from './features/in-session/injection-result.ts';
