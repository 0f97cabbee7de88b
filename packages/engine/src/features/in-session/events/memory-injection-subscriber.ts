import { createInSessionMemoryInjector, type InSessionMemoryInjector } from '../in-session-memory-injector.ts';
import type { InjectionResult } from '../injection-result.ts';
import type { Admission, InjectedMessage, InSessionInjectorOptions } from '../injector-options.ts';
import type { VerbBusEvent } from './verb-bus-event.ts';
import type { Subscription, VerbBus } from './verb-bus.ts';
import { requireInput } from '../../../base/require-input.ts';
import { toolFocusOf } from './tool-focus.ts';

/** What the subscriber must know of a session. */
export interface SubscribedSession {
  /** `claimed` and `working` receive; every other status does not. */
  readonly status: string;
  /** null = no agent is attached, as in stages that dispatch themselves. */
  readonly agentId: string | null;
  readonly projectId: string | null;
  readonly epoch: number;
  /** It goes without memory for an experiment. (Default: false) */
  readonly heldOut?: boolean;
}

/** A block for the durable queue. */
export interface SubscriberInject extends InjectedMessage {
  readonly sessionId: string;
  readonly text: string;
}

/** What the subscriber is made of. */
export interface MemoryInjectionSubscriberOptions extends Omit<InSessionInjectorOptions, 'capability' | 'admit'> {
  /** null = there is no such session. Asked for each event: cache it if it is not cheap. */
  readonly session: (orgId: string, sessionId: string, signal: AbortSignal) => Promise<SubscribedSession | null>;
  /** The project's own switch: off = the memory is asked, and nothing is pushed. */
  readonly runtimeInjectEnabled: (orgId: string, projectId: string | null, signal: AbortSignal) => Promise<boolean>;
  /** Puts a block into the durable queue of its session. Idempotent: the same block twice is one. */
  readonly enqueue: (inject: SubscriberInject) => Promise<unknown>;
}

/** Turns providers' hook events into injections. Source: seed "In-Session Injection", production wiring. */
export interface MemoryInjectionSubscriber {
  readonly injector: InSessionMemoryInjector;
  /** One event, with its result: for a route that answers. Rejects like `handleVerbEvent`. */
  handleHookEvent(event: ProviderHookEvent): Promise<InjectionResult>;
  /** Every event of a bus; one that cannot be meant goes to `onError`. */
  subscribeToHookBus(bus: Pick<VerbBus<ProviderHookEvent>, 'subscribe'>): Subscription;
}

const RECEIVING: readonly string[] = ['claimed', 'working'];

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
      injectMessage: (sessionId, text, message) => enqueue({ ...message, sessionId, text }),
      whenDeliveryFails: 'release',
    },
    admit: (event, signal) => admit(options, event, signal),
  });
  const handleHookEvent = async (event: ProviderHookEvent): Promise<InjectionResult> =>
    injector.handleVerbEvent(toVerbBusEvent(event));
  return {
    injector,
    handleHookEvent,
    subscribeToHookBus: (bus) =>
      bus.subscribe((event) => handleHookEvent(event).catch((error: unknown) => options.onError?.(error))),
  };
}

async function admit(
  { session, runtimeInjectEnabled }: MemoryInjectionSubscriberOptions,
  { orgId, sessionId, projectId = null }: VerbBusEvent,
  signal: AbortSignal,
): Promise<Admission> {
  const found = await session(orgId, sessionId, signal);
  if (!found || found.agentId === null || !RECEIVING.includes(found.status)) return { verdict: 'skip' };
  // The event's project is whose memories are found, and for whom the policy decides. Without one only what belongs to no project is.
  if (projectId !== null && projectId !== found.projectId) return { verdict: 'foreign' };
  // The project of the session decides, not the one that an event claims.
  const isOn: unknown = await runtimeInjectEnabled(orgId, found.projectId, signal);
  const verdict = isOn !== true ? 'match-only' : found.heldOut === true ? 'hold-out' : 'deliver';
  return { verdict, epoch: found.epoch };
}

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
function toVerbBusEvent(hook: ProviderHookEvent): VerbBusEvent {
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
