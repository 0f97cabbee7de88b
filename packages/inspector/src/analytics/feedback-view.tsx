import type { FeedbackImpact } from '@inkling/engine/types';
import { ChartSpline, Scale } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOperation } from '../api/use-operation.ts';
import { formatCount, formatFixed, formatShare } from '../text/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import type { AnalyticsViewProps } from './analytics-scope.ts';
import { bucketName, seriesColour } from './charts/chart-style.ts';
import { Figure } from './charts/figure.tsx';
import { ImpactChart } from './charts/impact-chart.tsx';
import { StackedBars } from './charts/stacked-bars.tsx';
import { Stats } from '../ui/stats.tsx';

type Retrieval = FeedbackImpact['retrievals'][number];
type Weight = FeedbackImpact['weights'][number];

/** What feedback did: how often something was injected, how it moved ranks, how it moved weights. */
export function FeedbackView({ scope }: AnalyticsViewProps): ReactNode {
  const impact = useOperation('getFeedbackImpact', { query: scope });
  return (
    <Loaded query={impact} lines={8}>
      {(data) => (
        <div className="stack">
          <Summary total={data.retrievals.find(({ bucket }) => bucket === null) ?? null} />
          <RetrievalFigure data={data} />
          <WeightFigure data={data} />
        </div>
      )}
    </Loaded>
  );
}

function Summary({ total }: { readonly total: Retrieval | null }): ReactNode {
  if (!total || total.retrievals === 0) return null;
  const { retrievals, injecting, candidates, injected, movedUp, movedDown, meanShift, meanInjectedWeight } = total;
  return (
    <Stats
      stats={[
        {
          name: 'Injection rate',
          value: formatShare(injecting, retrievals),
          note: `${formatCount(injecting)} of ${formatCount(retrievals)} retrievals`,
        },
        { name: 'Memories injected', value: formatCount(injected), note: `of ${formatCount(candidates)} candidates` },
        {
          name: 'Moved by feedback',
          value: formatShare(movedUp + movedDown, candidates),
          note: `${formatCount(movedUp)} up, ${formatCount(movedDown)} down`,
        },
        { name: 'Mean rank delta', value: formatFixed(meanShift), note: 'places, up or down' },
        {
          name: 'Mean weight injected',
          value: meanInjectedWeight === null ? '–' : formatFixed(meanInjectedWeight),
          note: '1 is untested',
        },
      ]}
    />
  );
}

function RetrievalFigure({ data }: { readonly data: FeedbackImpact }): ReactNode {
  const rows = data.retrievals.filter((row): row is Retrieval & { bucket: string } => row.bucket !== null);
  const points = rows.map((row) => ({
    name: bucketName(row.bucket, data.window.bucket),
    rate: row.retrievals === 0 ? 0 : (row.injecting / row.retrievals) * 100,
    shift: row.meanShift,
  }));
  return (
    <Figure
      title="Injection rate and rank delta"
      about="The share of retrievals that put something into a block, and by how many places feedback moved candidates."
      name="feedback-impact"
      icon={ChartSpline}
      rows={rows}
      empty="Each retrieval of a session counts here. Sessions that run fill it."
      columns={[
        { head: 'From', value: (row) => row.bucket },
        { head: 'Retrievals', value: (row) => row.retrievals },
        { head: 'That injected', value: (row) => row.injecting },
        { head: 'Moved up', value: (row) => row.movedUp },
        { head: 'Moved down', value: (row) => row.movedDown },
        { head: 'Mean rank delta', value: (row) => row.meanShift, format: formatFixed },
        { head: 'Mean weight', value: (row) => row.meanInjectedWeight, format: formatFixed },
      ]}
    >
      <ImpactChart label="Injection rate and rank delta over time" points={points} />
    </Figure>
  );
}

function WeightFigure({ data }: { readonly data: FeedbackImpact }): ReactNode {
  const causes = [...new Set(data.weights.map(({ cause }) => cause))];
  const buckets = [...new Set(data.weights.map(({ bucket }) => bucket))];
  const points = buckets.map((bucket) => ({
    name: bucketName(bucket, data.window.bucket),
    ...Object.fromEntries(
      data.weights
        .filter((row) => row.bucket === bucket)
        .map(({ cause, meanChange, changes }) => [cause, meanChange * changes]),
    ),
  }));
  return (
    <Figure<Weight>
      title="Weight movement"
      about="How much weight feedback gave and took, by what caused it."
      name="weight-movement"
      icon={Scale}
      rows={data.weights}
      empty="Weights move when a session that used a memory is judged, or when somebody says that a memory helped."
      columns={[
        { head: 'From', value: (row) => row.bucket },
        { head: 'Cause', value: (row) => row.cause },
        { head: 'Changes', value: (row) => row.changes },
        { head: 'Mean change', value: (row) => row.meanChange, format: (value) => formatFixed(value, 3) },
        { head: 'Mean weight after', value: (row) => row.meanWeight, format: formatFixed },
      ]}
    >
      <StackedBars
        label="Weight movement over time, by cause"
        points={points}
        series={causes.map((key, index) => ({ key, colour: seriesColour(index) }))}
        kind="signed"
        format={(value) => formatFixed(value, 3)}
      />
    </Figure>
  );
}
