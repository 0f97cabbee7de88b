import { systemClock, type Clock } from '../../base/clock.ts';
import { requireId, requireInput } from '../../base/require-input.ts';
import { safeListener } from '../../base/safe-listener.ts';
import { DEFAULT_LINE_FORMAT, estimatorFor, isLineFormat } from '../../memory/compose/lines/line-format.ts';
import { resolveInSessionConfig, type InSessionSettings } from './in-session-config.ts';
import { DEFAULT_IN_SESSION_LIMITS, type InSessionInjectorOptions, type InSessionLimits } from './injector-options.ts';
import { rankedStore } from '../../recall/candidates/ranked-store.ts';
import type { VerbBusEvent } from './events/verb-bus-event.ts';
import { createSessionStates, type SessionStates } from './session-state.ts';
import type { GraphContextTriplet } from '../../memory/graph/triplet.ts';
import type { Degradation } from '../../memory/search/search.ts';
import type { CheckedFiles } from '../../recall/evidence/checkout-files.ts';
import type { LeftOut, RecalledObservation } from '../../recall/memory-store.ts';
import type { Evidence } from './look-up/pace.ts';

type Defaulted = 'precedence' | 'prefetch' | 'lineFormat' | 'estimateTokens' | 'clock' | 'onError';

/** An injector's options, checked and with every default filled in, and the sessions it knows. */
export interface InjectorParts
  extends
    Omit<InSessionInjectorOptions, Defaulted | 'config' | 'limits' | 'graph' | 'orgId'>,
    Required<Pick<InSessionInjectorOptions, Defaulted>> {
  readonly settings: InSessionSettings;
  readonly limits: InSessionLimits;
  readonly graph: InSessionInjectorOptions['graph'];
  readonly orgId: string | null;
  readonly sessions: SessionStates;
  readonly lateTimers: LateTimers;
}

function requireOptions({ store, capability, orgId, lineFormat }: InSessionInjectorOptions): void {
  requireInput(typeof store?.recall === 'function', 'store', 'a memory store with a recall function');
  const supports: unknown = capability?.supportsMessageInjection;
  requireInput(typeof supports === 'boolean', 'capability.supportsMessageInjection', 'true or false');
  const canInject = !supports || typeof capability.injectMessage === 'function';
  requireInput(canInject, 'capability.injectMessage', 'a function, where message injection is supported');
  requireInput(lineFormat === undefined || isLineFormat(lineFormat), 'lineFormat', "'compact' or 'classic'");
  if (orgId !== undefined) requireId(orgId, 'orgId');
}

function resolveLimits(patch: Partial<InSessionLimits> = {}): InSessionLimits {
  const limits = { ...DEFAULT_IN_SESSION_LIMITS, ...patch };
  for (const [field, value] of Object.entries(limits)) {
    requireInput(typeof value === 'number' && value >= 1, `limits.${field}`, 'a number of at least 1');
  }
  return limits;
}

/** An injector's parts with the configuration that an event brings. Fails with `invalid-input` on one that cannot be meant. */
export function partsFor(parts: InjectorParts, { config }: Pick<VerbBusEvent, 'config'>): InjectorParts {
  if (config === undefined) return parts;
  const settings = resolveInSessionConfig(config);
  return { ...parts, settings, graph: settings.graph ? parts.graph : undefined };
}

/** Fails with `invalid-input` on options that cannot be meant. */
export function resolveInjectorOptions(options: InSessionInjectorOptions): InjectorParts {
  requireInput(typeof options === 'object' && options !== null, 'options', 'an object');
  requireOptions(options);
  const settings = resolveInSessionConfig(options.config);
  const limits = resolveLimits(options.limits);
  const clock = options.clock ?? systemClock;
  return {
    ...options,
    store: rankedStore(options.store),
    settings,
    limits,
    graph: settings.graph ? options.graph : undefined,
    orgId: options.orgId ?? null,
    precedence: options.precedence ?? ((work) => work()),
    prefetch: options.prefetch === true,
    lineFormat: options.lineFormat ?? DEFAULT_LINE_FORMAT,
    estimateTokens: options.estimateTokens ?? estimatorFor(options.lineFormat),
    clock,
    onError: safeListener(options.onError),
    sessions: createSessionStates(limits),
    lateTimers: createLateTimers(clock),
  };
}

/** How late timers come: what a busy machine, or other work on this thread, takes from every budget at its end. */
interface LateTimers {
  /** Milliseconds by which the latest of the last seconds came late. */
  worstMs(): number;
  /** Looks as long as the work runs. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
}

const LOOK_EVERY_MS = 5;

/** So long the worst is remembered at least, and twice as long at most. A machine that was busy a moment ago is so again. */
const REMEMBERED_MS = 2000;

/** Looks at nothing while no work runs. */
export function createLateTimers(clock: Pick<Clock, 'monotonic' | 'schedule'>): LateTimers {
  let working = 0;
  let cancel: (() => void) | null = null;
  let since = clock.monotonic();
  let worst = 0;
  let worstBefore = 0;

  function forgetOld(now: number): void {
    if (now - since < REMEMBERED_MS) return;
    worstBefore = now - since < 2 * REMEMBERED_MS ? worst : 0;
    worst = 0;
    since = now;
  }
  function look(): void {
    const due = clock.monotonic() + LOOK_EVERY_MS;
    cancel = clock.schedule(() => {
      const now = clock.monotonic();
      forgetOld(now);
      worst = Math.max(worst, now - due);
      look();
    }, LOOK_EVERY_MS);
  }
  return {
    worstMs() {
      forgetOld(clock.monotonic());
      return Math.max(worst, worstBefore);
    },
    async during(work) {
      working += 1;
      if (working === 1) look();
      try {
        return await work();
      } finally {
        working -= 1;
        if (working === 0) cancel?.();
      }
    },
  };
}

/** What the memory has for an event. */
export interface Found {
  /** Best first, those included that the session has seen. */
  readonly rows: readonly RecalledObservation[];
  /** Those of them that come also when the others are held back: stated of the very file that is edited, or of the same error. (Default: none) */
  readonly unpaced?: readonly RecalledObservation[];
  /** Most important first. */
  readonly triplets: readonly GraphContextTriplet[];
  /** Candidates that recall itself left out. */
  readonly leftOut: readonly LeftOut[];
  /** How the files that the rows name stand. (Default: as they were) */
  readonly checked?: CheckedFiles;
  readonly degraded: Degradation | null;
  /** null = nobody knows what the session is about, so nothing is held back. */
  readonly evidence: Evidence | null;
}

/** What is found where nothing is asked. */
export const NOTHING: Found = { rows: [], triplets: [], leftOut: [], degraded: null, evidence: null };
