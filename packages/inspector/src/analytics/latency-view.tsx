import type { VerbLatency } from '@inkling/engine/types';
import { ChartColumn, ChartLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOperation } from '../api/use-operation.ts';
import { formatCount, formatMilliseconds, formatShare } from '../text/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import type { AnalyticsViewProps } from './analytics-scope.ts';
import { bucketName } from './charts/chart-style.ts';
import { Figure } from './charts/figure.tsx';
import { StackedBars } from './charts/stacked-bars.tsx';
import { Stats } from '../ui/stats.tsx';

type Outcome = VerbLatency['outcomes'][number];
type Band = VerbLatency['histogram'][number];

/** Green gave something, red took too long, the rest is what usually happens. */
const COLOURS: Readonly<Record<string, string>> = {
  injected: 'var(--data-2)',
  queued: 'var(--data-5)',
  'no-match': 'var(--data-7)',
  skipped: 'var(--data-8)',
  'budget-exceeded': 'var(--data-6)',
  disabled: 'var(--data-3)',
};

function seriesOf(outcome: string): { readonly key: string; readonly colour: string } {
  return { key: outcome, colour: COLOURS[outcome] ?? 'var(--data-1)' };
}

const EMPTY =
  'Every tool call that a hook reports while its session runs is counted. Connect an agent, or run npm start.';

/** How long looking up took, and what came of it. */
export function LatencyView({ scope }: AnalyticsViewProps): ReactNode {
  const latency = useOperation('getLatency', { query: scope });
  return (
    <Loaded query={latency} lines={8}>
      {(data) => (
        <div className="stack">
          <Summary rows={data.outcomes.filter(({ bucket }) => bucket === null)} />
          <Histogram bands={data.histogram} />
          <Outcomes data={data} />
        </div>
      )}
    </Loaded>
  );
}

function Summary({ rows }: { readonly rows: readonly Outcome[] }): ReactNode {
  const events = rows.reduce((sum, row) => sum + row.events, 0);
  if (events === 0) return null;
  const of = (...names: string[]): number =>
    rows.filter(({ outcome }) => names.includes(outcome)).reduce((sum, row) => sum + row.events, 0);
  const slowest = Math.max(...rows.map(({ max }) => max));
  return (
    <Stats
      stats={[
        { name: 'Tool calls', value: formatCount(events), note: 'looked up' },
        {
          name: 'Gave a hint',
          value: formatShare(of('injected', 'queued'), events),
          note: `${formatCount(of('injected', 'queued'))} of ${formatCount(events)}`,
        },
        { name: 'No match', value: formatShare(of('no-match'), events) },
        { name: 'No answer in time', value: formatShare(of('budget-exceeded'), events), note: 'within 100 ms' },
        { name: 'Slowest', value: formatMilliseconds(slowest) },
      ]}
    />
  );
}

function bandName({ fromMs, toMs }: Band): string {
  return toMs === null ? `${fromMs}+ ms` : `${fromMs}–${toMs} ms`;
}

function Histogram({ bands }: { readonly bands: readonly Band[] }): ReactNode {
  const outcomes = [...new Set(bands.map(({ outcome }) => outcome))];
  const points = [
    ...Map.groupBy(
      bands.toSorted((a, b) => a.fromMs - b.fromMs),
      bandName,
    ),
  ].map(([name, group]) => ({
    name,
    ...Object.fromEntries(group.map(({ outcome, events }) => [outcome, events])),
  }));
  return (
    <Figure<Band>
      title="Latency"
      about="Tool calls by how long looking up took, against the budget of 100 ms."
      name="latency"
      icon={ChartColumn}
      rows={bands}
      empty={EMPTY}
      columns={[
        { head: 'Outcome', value: ({ outcome }) => outcome },
        { head: 'From (ms)', value: ({ fromMs }) => fromMs },
        { head: 'To (ms)', value: ({ toMs }) => toMs },
        { head: 'Tool calls', value: ({ events }) => events },
      ]}
    >
      <StackedBars
        label="Tool calls by time and outcome"
        points={points}
        series={outcomes.map(seriesOf)}
        kind="count"
      />
    </Figure>
  );
}

function Outcomes({ data }: { readonly data: VerbLatency }): ReactNode {
  const rows = data.outcomes.filter((row): row is Outcome & { bucket: string } => row.bucket !== null);
  const outcomes = [...new Set(rows.map(({ outcome }) => outcome))];
  const points = [...Map.groupBy(rows, ({ bucket }) => bucket)].map(([bucket, group]) => ({
    name: bucketName(bucket, data.window.bucket),
    ...Object.fromEntries(group.map(({ outcome, events }) => [outcome, events])),
  }));
  return (
    <Figure
      title="Outcomes"
      about="What became of tool calls over time, as shares."
      name="outcomes"
      icon={ChartLine}
      rows={rows}
      empty={EMPTY}
      columns={[
        { head: 'From', value: (row) => row.bucket },
        { head: 'Outcome', value: (row) => row.outcome },
        { head: 'Tool calls', value: (row) => row.events },
        { head: 'Median', value: (row) => row.p50, format: formatMilliseconds },
        { head: '95 %', value: (row) => row.p95, format: formatMilliseconds },
        { head: '99 %', value: (row) => row.p99, format: formatMilliseconds },
        { head: 'Slowest', value: (row) => row.max, format: formatMilliseconds },
      ]}
    >
      <StackedBars
        label="Outcomes of tool calls over time"
        points={points}
        series={outcomes.map(seriesOf)}
        kind="share"
      />
    </Figure>
  );
}
