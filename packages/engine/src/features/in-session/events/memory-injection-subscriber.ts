import { isAbsolute } from 'node:path';
import { HAD_BEFORE } from '../deliver.ts';
import { createInSessionMemoryInjector, type InSessionMemoryInjector } from '../in-session-memory-injector.ts';
import type { InjectionResult } from '../injection-result.ts';
import type { InjectedMessage, InSessionInjectorOptions } from '../injector-options.ts';
import { admitEvent, type AdmissionPorts } from './admit-event.ts';
import type { VerbBusEvent } from './verb-bus-event.ts';
import type { Subscription, VerbBus } from './verb-bus.ts';
import { requireId, requireInput, requireLabel } from '../../../base/require-input.ts';
import { type ToolFocus, toolFocusOf } from './tool-focus.ts';

/** A block for the durable queue. */
export interface SubscriberInject extends InjectedMessage {
  readonly sessionId: string;
  readonly text: string;
}

/** What the subscriber is made of. */
export interface MemoryInjectionSubscriberOptions
  extends Omit<InSessionInjectorOptions, 'capability' | 'admit'>, AdmissionPorts {
  /** Puts a block into the durable queue of its session. Idempotent: the same block twice is one, and null says that it was there. */
  readonly enqueue: (inject: SubscriberInject) => Promise<unknown>;
  /**
   * The file of a tool call, whose path counts where the input names none; undefined = the tool is not known. (Default: the one its input names, and the
   * tool's name says whether it is an edit)
   */
  readonly fileOf?: (toolName: string, toolInput: unknown) => FileOfCall | undefined;
}

/** What a tool call does to a file. */
export interface FileOfCall {
  /** null = it is about none. */
  readonly path: string | null;
  readonly isEdit: boolean;
}

/** Turns providers' hook events into injections. Source: seed "In-Session Injection", production wiring. */
export interface MemoryInjectionSubscriber {
  readonly injector: InSessionMemoryInjector;
  /** One event, with its result: for a route that answers. Rejects like `handleVerbEvent`. */
  handleHookEvent(event: ProviderHookEvent): Promise<InjectionResult>;
  /** Every event of a bus; one that cannot be meant goes to `onError`. */
  subscribeToHookBus(bus: Pick<VerbBus<ProviderHookEvent>, 'subscribe'>): Subscription;
}

/**
 * Creates the subscriber: an injector that delivers by enqueueing. A block whose enqueueing failed is not kept for a next turn that
 * nobody drains here; its observations are free again, and the next event about them brings them.
 */
export function createMemoryInjectionSubscriber(options: MemoryInjectionSubscriberOptions): MemoryInjectionSubscriber {
  const { enqueue, ...rest } = options;
  const injector = createInSessionMemoryInjector({
    ...rest,
    capability: {
      supportsMessageInjection: true,
      injectMessage: async (sessionId, text, message) =>
        (await enqueue({ ...message, sessionId, text })) === null ? HAD_BEFORE : undefined,
      whenDeliveryFails: 'release',
    },
    admit: (event, signal) => admitEvent(options, event, signal),
  });
  const handleHookEvent = async (event: ProviderHookEvent): Promise<InjectionResult> =>
    injector.handleVerbEvent(toVerbBusEvent(options, event));
  return {
    injector,
    handleHookEvent,
    subscribeToHookBus: (bus) =>
      bus.subscribe((event) => handleHookEvent(event).catch((error: unknown) => options.onError?.(error))),
  };
}

/** A provider's hook around one tool call, as the daemon hands it on. */
export interface ProviderHookEvent extends Pick<
  VerbBusEvent,
  | 'sessionId'
  | 'orgId'
  | 'projectId'
  | 'agentId'
  | 'directory'
  | 'failure'
  | 'memoryScope'
  | 'memoryNamespace'
  | 'config'
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

/** Translates a hook event. Throws `invalid-input` on what it names otherwise than other events; the rest is checked where the event is handled. */
function toVerbBusEvent(
  options: Pick<MemoryInjectionSubscriberOptions, 'fileOf'>,
  hook: ProviderHookEvent,
): VerbBusEvent {
  requireInput(typeof hook === 'object' && hook !== null, 'event', 'an object');
  const { type, toolName, toolInput: _input, toolUseId, pathOf: _pathOf, ...common } = hook;
  requireInput(type === 'pre-tool-use' || type === 'post-tool-use', 'type', "'pre-tool-use' or 'post-tool-use'");
  requireLabel(toolName, 'toolName');
  if (toolUseId !== undefined) requireId(toolUseId, 'toolUseId');
  return {
    ...common,
    phase: type === 'pre-tool-use' ? 'pre-verb' : 'post-verb',
    tool: toolName,
    ...focusOf(options, hook),
    ...(toolUseId === undefined ? {} : { callId: toolUseId }),
  };
}

/**
 * What a call is about. Where its file stands inside of a text, or under a name of its own, the input names none; one outside of the project that only a
 * text names is none.
 */
function focusOf(
  { fileOf }: Pick<MemoryInjectionSubscriberOptions, 'fileOf'>,
  { toolName, toolInput, pathOf }: Pick<ProviderHookEvent, 'toolName' | 'toolInput' | 'pathOf'>,
): ToolFocus & Pick<VerbBusEvent, 'isEdit'> {
  const nameOf = (path: string): string => pathOf?.(path) ?? path;
  const focus = toolFocusOf(toolInput);
  const paths = focus.paths.map(nameOf);
  const file = fileOf?.(toolName, toolInput);
  if (file === undefined) return { ...focus, paths };
  const { path, isEdit } = file;
  if (path === null || paths.length > 0) return { ...focus, isEdit, paths };
  const name = nameOf(path);
  return { ...focus, isEdit, paths: pathOf !== undefined && isAbsolute(name) ? [] : [name] };
}
