import type { MemoryTrend } from '@inkling/engine/types';
import { ChartColumnStacked } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOperation } from '../api/use-operation.ts';
import { Loaded } from '../ui/loaded.tsx';
import type { AnalyticsScope, AnalyticsViewProps } from './analytics-scope.ts';
import { bucketName, seriesColour } from './charts/chart-style.ts';
import { Figure } from './charts/figure.tsx';
import { StackedBars } from './charts/stacked-bars.tsx';

/** What was remembered when, by kind and by agent. */
export function TrendsView({ scope }: AnalyticsViewProps): ReactNode {
  return (
    <div className="stack">
      <Trend scope={scope} by="kind" title="Remembered by kind" about="New memories over time, by what they are." />
      <Trend scope={scope} by="agent" title="Remembered by agent" about="New memories over time, by who wrote them." />
    </div>
  );
}

function Trend({
  scope,
  by,
  title,
  about,
}: {
  readonly scope: AnalyticsScope;
  readonly by: 'kind' | 'agent';
  readonly title: string;
  readonly about: string;
}): ReactNode {
  const trends = useOperation('getTrends', { query: { ...scope, by } });
  return (
    <Loaded query={trends} lines={6}>
      {({ trends: rows, window }) => {
        const keys = [...new Set(rows.map(nameOf))];
        const points = [...Map.groupBy(rows, ({ bucket }) => bucket)].map(([bucket, group]) => ({
          name: bucketName(bucket, window.bucket),
          ...Object.fromEntries(group.map((row) => [nameOf(row), row.created])),
        }));
        return (
          <Figure<MemoryTrend>
            title={title}
            about={about}
            name={`trends-by-${by}`}
            icon={ChartColumnStacked}
            rows={rows}
            empty="Nothing was remembered in this time. Choose a longer one, or import a history: npx inkling import git."
            columns={[
              { head: 'From', value: ({ bucket }) => bucket },
              { head: by === 'kind' ? 'Kind' : 'Agent', value: nameOf },
              { head: 'New memories', value: ({ created }) => created },
            ]}
          >
            <StackedBars
              label={title}
              points={points}
              series={keys.map((key, index) => ({ key, colour: seriesColour(index) }))}
              kind="count"
            />
          </Figure>
        );
      }}
    </Loaded>
  );
}

function nameOf({ key }: MemoryTrend): string {
  return key ?? 'others';
}
