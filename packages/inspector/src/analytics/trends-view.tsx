import type { MemoryTrend } from '@inkling/engine';
import { ChartColumnStacked } from 'lucide-react';
import type { ReactNode } from 'react';
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { useOperation } from '../api/use-operation.ts';
import { Loaded } from '../ui/loaded.tsx';
import type { AnalyticsScope, AnalyticsViewProps } from './analytics-scope.ts';
import { AXIS, bucketName, GRID, LEGEND, MARGIN, seriesColour, TIP } from './chart-style.ts';
import { Figure } from './figure.tsx';

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
            <ResponsiveContainer className="chart" width="100%" height={272}>
              <BarChart data={points} margin={MARGIN}>
                <CartesianGrid {...GRID} />
                <XAxis dataKey="name" {...AXIS} />
                <YAxis {...AXIS} width={44} allowDecimals={false} />
                <Tooltip {...TIP} />
                <Legend {...LEGEND} />
                {keys.map((key, index) => (
                  <Bar
                    key={key}
                    dataKey={key}
                    stackId="all"
                    fill={seriesColour(index)}
                    isAnimationActive={false}
                    maxBarSize={48}
                  />
                ))}
              </BarChart>
            </ResponsiveContainer>
          </Figure>
        );
      }}
    </Loaded>
  );
}

function nameOf({ key }: MemoryTrend): string {
  return key ?? 'others';
}
