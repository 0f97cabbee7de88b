import { deriveContext } from '../features/derivation/derive-context.ts';
import type { ActivityInput } from '../memory/activities/activity.ts';
import { toolCallEvents, type ToolCallEnd } from './tool-call-events.ts';

/**
 * What a tool call tells about its session, as activities: its facets as `context`, and what capture needs beside them, the words that an edit
 * replaced (`action`) and a test, build or check that failed (`error`). [] when it tells nothing. Seed "Context Derivation", contract 12.
 */
export function toolCallActivities(toolName: string, toolInput: unknown, end: ToolCallEnd): ActivityInput[] {
  const events = toolCallEvents(toolName, toolInput, end);
  if (!end.succeeded) {
    return events.flatMap((event) => {
      if (event.type !== 'command') return [];
      const { kind, command, output = '' } = event;
      return [{ type: 'error' as const, body: { event: 'command', kind, command, output } }];
    });
  }
  const facets = deriveContext(toolName, toolInput).map(({ contextKey: key, contextValue: value }) => ({
    type: 'context' as const,
    body: { key, value },
  }));
  const edits = events.flatMap((event) =>
    event.type === 'edit' && event.replaced
      ? [{ type: 'action' as const, body: { event: 'edit', path: event.path, ...event.replaced } }]
      : [],
  );
  return [...facets, ...edits];
}
