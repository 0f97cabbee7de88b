import { routes } from '../../src/http/routes/routes.ts';
import type { DaemonApp } from './daemon-app.ts';

/**
 * Which test file asks which operations, by their paths: each is asked there with success, and its answer held against the document. What a
 * path belongs to is decided here, not by its name.
 */
export const ASKED_IN = {
  'activity-routes': /\/(activities|facets)$/,
  administration: /^\/v1\/api-keys/,
  'capture-routes': /\/captures?$|^\/v1\/amendments/,
  'config-routes': /^\/v1\/config\//,
  'event-routes': /^\/v1\/events$/,
  'experiment-routes': /^\/v1\/experiments/,
  'feedback-routes': /\/(feedback|rank-delta|outcome)$/,
  'graph-routes': /^\/v1\/graph\/(?!neighbourhood)/,
  'hook-routes': /^\/v1\/hooks/,
  'inspection-routes':
    /\/(injections|verb-events|chain|weight-history|pin|classification|neighbourhood)$|^\/v1\/(topology|projects|analytics)/,
  'inspector-routes': /^\/v1\/inspector/,
  'memory-routes':
    /^\/v1\/(observations(?!\/\{id\}\/(chain|weight|pin|class))|recall|warm|blocks|import-cursors)|\/context-injections$/,
  'policy-routes': /^\/v1\/policies/,
  'session-routes':
    /^\/v1\/(sessions|sessions\/\{sessionId\}|sessions\/claim-next|injects\/state)$|sessionId\}\/(topology|claim|release|complete|fail|stop|epoch|injects|beat)/,
  'transfer-routes': /^\/v1\/transfer/,
} as const satisfies Readonly<Record<string, RegExp>>;

/** The operations of a test file that no request in it has succeeded on. */
export function unasked(file: keyof typeof ASKED_IN, { seen }: DaemonApp): string[] {
  const meant = routes.map(({ endpoint }) => endpoint).filter(({ path }) => ASKED_IN[file].test(path));
  return meant.map(({ id }) => id).filter((id) => !seen.has(id));
}
