import type { ReactNode } from 'react';
import { Bar, CartesianGrid, ComposedChart, Legend, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatFixed } from '../text/format.ts';
import { AXIS, GRID, LEGEND, MARGIN, seriesColour, TIP } from './chart-style.ts';

/** Retrievals of one stretch of time: how many percent injected something, and by how many places feedback moved candidates. */
export interface ImpactPoint {
  readonly name: string;
  readonly rate: number;
  readonly shift: number;
}

/** The injection rate as bars, the rank delta as a line. */
export function ImpactChart({ points }: { readonly points: readonly ImpactPoint[] }): ReactNode {
  return (
    <ResponsiveContainer className="chart" width="100%" height={272}>
      <ComposedChart data={[...points]} margin={MARGIN}>
        <CartesianGrid {...GRID} />
        <XAxis dataKey="name" {...AXIS} />
        <YAxis yAxisId="rate" {...AXIS} unit=" %" width={52} domain={[0, 100]} />
        <YAxis yAxisId="shift" orientation="right" {...AXIS} width={40} />
        <Tooltip {...TIP} formatter={(value) => formatFixed(Number(value), 1)} />
        <Legend {...LEGEND} />
        <Bar
          yAxisId="rate"
          dataKey="rate"
          name="Injection rate (%)"
          fill={seriesColour(0)}
          isAnimationActive={false}
          maxBarSize={48}
          radius={[3, 3, 0, 0]}
        />
        <Line
          yAxisId="shift"
          dataKey="shift"
          name="Mean rank delta (places)"
          stroke={seriesColour(2)}
          strokeWidth={2}
          isAnimationActive={false}
        />
      </ComposedChart>
    </ResponsiveContainer>
  );
}
