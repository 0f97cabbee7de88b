/** For whoever runs the store: its schema, calls over all organisations, and the names of roles, modes and actions. */
export { checkSchema, migrate, type MigrationResult, requireSchema } from './base/database/migrate.ts';
export type { SchemaReport } from './base/database/schema-report.ts';
export { listScopes, type StoredScope } from './memory/observations/list-scopes.ts';
export { listOrganisationsWithRetention } from './memory/observations/list-organisations-with-retention.ts';
export { listOrganisationsWithOldInjects } from './memory/injects/list-organisations-with-old-injects.ts';
export { API_KEY_ROLES } from './memory/api-keys/api-key.ts';
export { parseApiKey, type ApiKeyParts } from './memory/api-keys/api-key-text.ts';
export { hasApiKeys } from './memory/api-keys/has-api-keys.ts';
export { listAbandonedSessions, type AbandonedSession } from './memory/sessions/list-abandoned-sessions.ts';
export { ADMINISTRATIVE_ACTIONS } from './memory/policy/administration.ts';
export { checkPolicy } from './memory/policy/check-policy.ts';
export { POLICY_MODES } from './memory/policy/org-policy.ts';
export { listOrganisationsWithDueSessions } from './memory/feedback/session-evidence.ts';
export { makePrivateDirectory } from './base/make-private-directory.ts';
