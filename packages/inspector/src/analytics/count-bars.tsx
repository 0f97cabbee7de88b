import type { ReactNode } from 'react';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { AXIS, GRID, MARGIN, seriesColour, TIP } from './chart-style.ts';

/** How many of something there are. */
export interface Count {
  readonly name: string;
  readonly count: number;
}

/** Bars from left to right, one for each name. */
export function CountBars({ rows }: { readonly rows: readonly Count[] }): ReactNode {
  return (
    <ResponsiveContainer className="chart" width="100%" height={240}>
      <BarChart data={[...rows]} layout="vertical" margin={MARGIN}>
        <CartesianGrid {...GRID} horizontal={false} vertical />
        <XAxis type="number" {...AXIS} allowDecimals={false} />
        <YAxis type="category" dataKey="name" {...AXIS} width={84} />
        <Tooltip {...TIP} />
        <Bar dataKey="count" name="Memories" fill={seriesColour(0)} isAnimationActive={false} maxBarSize={24} />
      </BarChart>
    </ResponsiveContainer>
  );
}
