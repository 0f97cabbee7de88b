import type { OrgMemory } from '@inkling/engine';
import { toolCallActivities } from '@inkling/engine/capture';
import type { HookEventBody } from '../contract/delivery.ts';
import type { Services } from './route.ts';

/** A store that hangs must not fill the memory: what would be told while so many tool calls of an organisation are being written is lost. */
export const MOST_BEING_WRITTEN = 1000;

const beingWritten = new WeakMap<OrgMemory, number>();

/**
 * Writes what a tool call tells about its session: the facets of one that succeeded as `context` activities, and what capture needs beside
 * them. Nobody waits for it, and what fails goes to the log: a fact that is missing must not cost an agent its hint. Seed "Context Derivation".
 */
export function reportContext(
  memory: OrgMemory,
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  event: HookEventBody,
): void {
  if (event.type !== 'post-tool-use') return;
  const { sessionId, toolName, toolInput, succeeded = true, output } = event;
  const at = new Date(clock.now()).toISOString();
  const end = { at, succeeded, ...(output === undefined ? {} : { output }) };
  const activities = toolCallActivities(toolName, toolInput, end);
  const others = beingWritten.get(memory) ?? 0;
  if (activities.length === 0 || others >= MOST_BEING_WRITTEN) return;
  beingWritten.set(memory, others + 1);
  memory.activities
    .append(sessionId, activities)
    .catch((error: unknown) => log.failure(error))
    .finally(() => beingWritten.set(memory, (beingWritten.get(memory) ?? 1) - 1));
}
