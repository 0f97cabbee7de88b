import type { OrgMemory } from '@inkling/engine';
import { deriveContext } from '@inkling/engine/derivation';
import type { HookEventBody } from '../contract/events.ts';
import type { Services } from './route.ts';

/**
 * Writes what a tool call that succeeded tells about its session, as `context` activities. Nobody waits for it, and what fails goes to the
 * log: a fact that is missing must not cost an agent its hint. Seed "Context Derivation".
 */
export function reportContext(memory: OrgMemory, { log }: Services, event: HookEventBody): void {
  if (event.type !== 'post-tool-use' || event.succeeded === false) return;
  const entries = deriveContext(event.toolName, event.toolInput);
  if (entries.length === 0) return;
  const activities = entries.map(({ contextKey, contextValue }) => ({
    type: 'context' as const,
    body: { key: contextKey, value: contextValue },
  }));
  memory.activities.append(event.sessionId, activities).catch((error: unknown) => log.failure(error));
}
