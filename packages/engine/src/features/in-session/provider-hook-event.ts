import { requireInput } from '../../base/require-input.ts';
import { toolFocusOf } from './tool-focus.ts';
import type { VerbBusEvent } from './verb-bus-event.ts';

/** A provider's hook around one tool call, as the daemon hands it on. */
export interface ProviderHookEvent extends Pick<
  VerbBusEvent,
  'sessionId' | 'orgId' | 'projectId' | 'agentId' | 'directory' | 'memoryScope' | 'memoryNamespace' | 'config'
> {
  readonly type: 'pre-tool-use' | 'post-tool-use';
  readonly toolName: string;
  /** As the provider passed it: any shape. Paths and words are taken from it. */
  readonly toolInput: unknown;
  /** How memories name a file that the tool names. (Default: as the tool does) */
  readonly pathOf?: (path: string) => string;
  /** The same before and after the call. */
  readonly toolUseId?: string;
  /** Wall-clock ms. */
  readonly emittedAt: number;
}

/** Translates a hook event. Throws `invalid-input` on one of another type; the rest is checked where the event is handled. */
export function toVerbBusEvent(hook: ProviderHookEvent): VerbBusEvent {
  requireInput(typeof hook === 'object' && hook !== null, 'The hook event', 'an object');
  const { type, toolName, toolInput, toolUseId, pathOf, ...common } = hook;
  requireInput(type === 'pre-tool-use' || type === 'post-tool-use', 'type', "'pre-tool-use' or 'post-tool-use'");
  const focus = toolFocusOf(toolInput);
  return {
    ...common,
    phase: type === 'pre-tool-use' ? 'pre-verb' : 'post-verb',
    tool: toolName,
    ...focus,
    paths: pathOf === undefined ? focus.paths : focus.paths.map((path) => pathOf(path)),
    ...(toolUseId === undefined ? {} : { callId: toolUseId }),
  };
}
