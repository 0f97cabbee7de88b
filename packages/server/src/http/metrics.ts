import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What the daemon counts. Labels are names from fixed lists, never ids or text, so that their number stays small. */
export interface DaemonMetrics {
  observeRequest(operation: string, status: number, seconds: number): void;
  observeVerbEvent(outcome: string, seconds: number): void;
  /** One delivered block: how much of its budget it used, from 0 to 1. */
  observeBudgetUse(workType: string, share: number): void;
  /** Something was allowed that policies in shadow mode would deny. */
  countShadowDenial(verb: string, resource: string): void;
  /** A model was to read a session, with the tokens that the service counted. */
  countExtraction(outcome: string, tokens: number): void;
  /** A session of an agent was stopped because nothing was heard of it. */
  countAbandonedSession(): void;
  /** How many injects wait, and for how long the oldest has; asked whenever metrics are read. */
  watchQueue(read: () => Promise<QueueState>): void;
  /** The metrics as Prometheus reads them. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** The state of the inject queue. */
export interface QueueState {
  readonly depth: number;
  /** 0 when nothing waits. */
  readonly oldestSeconds: number;
}

// Around the 100 ms budget: the question is always how far below or above it a request was.
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.105, 0.25, 0.5, 1, 2.5, 10];
const WORK_TYPES = new Set(['bug_fix', 'feature', 'refactor', 'chore']);

/** Creates the daemon's metrics, with those of the process (memory, event loop, garbage collection) beside them. */
export function createMetrics(): DaemonMetrics {
  const register = new Registry();
  collectDefaultMetrics({ register, prefix: 'inkling_' });
  const histogram = (name: string, labelNames: string[], buckets: number[], help: string): Histogram =>
    new Histogram({ name, help, labelNames, buckets, registers: [register] });
  const counter = (name: string, labelNames: string[], help: string): Counter =>
    new Counter({ name, help, labelNames, registers: [register] });
  const requests = histogram(
    'inkling_http_request_seconds',
    ['operation', 'status'],
    SECONDS,
    'Time from a request to its answer, by operation and status.',
  );
  const events = histogram(
    'inkling_verb_event_seconds',
    ['outcome'],
    SECONDS,
    'Time that handleVerbEvent took, by outcome.',
  );
  const budget = histogram(
    'inkling_block_budget_share',
    ['work_type'],
    [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1],
    'Share of the token budget that a block used.',
  );
  const shadow = counter(
    'inkling_policy_shadow_denials_total',
    ['verb', 'resource'],
    'Decisions that allowed what policies in shadow mode would deny, by verb and type of resource.',
  );
  const extractions = counter(
    'inkling_extractions_total',
    ['outcome'],
    'Sessions that a model was to read, by outcome; over-cap = the day is spent.',
  );
  const tokens = counter('inkling_extraction_tokens_total', [], 'Tokens that the extraction service counted.');
  const abandoned = counter(
    'inkling_sessions_abandoned_total',
    [],
    'Sessions of agents that were stopped because nothing was heard of them for a day.',
  );
  return {
    countExtraction(outcome, counted) {
      extractions.inc({ outcome });
      tokens.inc(counted);
    },
    countAbandonedSession: () => abandoned.inc(),
    countShadowDenial: (verb, resource) => shadow.inc({ verb, resource }),
    observeRequest: (operation, status, seconds) => requests.observe({ operation, status }, seconds),
    observeVerbEvent: (outcome, seconds) => events.observe({ outcome }, seconds),
    // Work types are free text: whoever sends a new one each time must not fill the memory of two programs.
    observeBudgetUse: (workType, share) =>
      budget.observe({ work_type: WORK_TYPES.has(workType) ? workType : 'other' }, share),
    watchQueue: (read) => watchQueue(register, read),
    text: () => register.metrics(),
    contentType: register.contentType,
  };
}

function watchQueue(register: Registry, read: () => Promise<QueueState>): void {
  const age = new Gauge({
    name: 'inkling_inject_queue_oldest_seconds',
    help: 'Age of the oldest inject that waits.',
    registers: [register],
  });
  const depth: Gauge = new Gauge({
    name: 'inkling_inject_queue_depth',
    help: 'Injects that wait for delivery or for their acknowledgement.',
    registers: [register],
    async collect() {
      const state = await read();
      depth.set(state.depth);
      age.set(state.oldestSeconds);
    },
  });
}
