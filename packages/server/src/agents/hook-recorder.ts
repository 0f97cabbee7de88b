import type { Clock } from '@inkling/engine';
import { percentile } from '../base/figures.ts';
import type { HookResult } from './agent-rail.ts';
import type { AgentClientName, HookOutcome, HookReportRow } from '../contract/agent-clients.ts';
import type { HookEventKind } from './hook-event.ts';

/** Counts hooks while the daemon runs. */
export interface HookRecorder {
  note(client: AgentClientName, result: Pick<HookResult, 'kind' | 'outcome'>, elapsedMs: number): void;
  report(): readonly HookReportRow[];
}

const KEPT = 1000;

interface Counted {
  readonly client: AgentClientName;
  readonly event: HookEventKind;
  readonly outcomes: Partial<Record<HookOutcome, number>>;
  readonly times: number[];
  count: number;
  lastAt: number;
}

/** Creates a recorder. It keeps the newest thousand times of each client and kind: a few hundred kilobytes at worst. */
export function createHookRecorder(clock: Clock): HookRecorder {
  const counted = new Map<string, Counted>();
  return {
    note(client, { kind, outcome }, elapsedMs) {
      const key = `${client} ${kind}`;
      const row = counted.get(key) ?? { client, event: kind, outcomes: {}, times: [], count: 0, lastAt: 0 };
      counted.set(key, row);
      row.times[row.count % KEPT] = elapsedMs;
      row.count += 1;
      row.lastAt = clock.now();
      row.outcomes[outcome] = (row.outcomes[outcome] ?? 0) + 1;
    },
    report: () => [...counted.values()].map(rowOf),
  };
}

function rowOf({ client, event, outcomes, times, lastAt }: Counted): HookReportRow {
  const at = (share: number): number => percentile(times, share);
  return {
    client,
    event,
    outcomes,
    lastAt: new Date(lastAt).toISOString(),
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
  };
}
