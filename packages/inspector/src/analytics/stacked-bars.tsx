import type { ReactNode } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { AXIS, GRID, LEGEND, MARGIN, TIP } from './chart-style.ts';

/** Bars of several series on top of each other, over names on the axis below. */
export interface StackedBarsProps {
  /** `name`, and for each series its number. */
  readonly points: readonly Readonly<Record<string, string | number>>[];
  readonly series: readonly { readonly key: string; readonly colour: string }[];
  /** `count`: whole numbers; `share`: each bar is 100 %; `signed`: above and below nothing. */
  readonly kind: 'count' | 'share' | 'signed';
  /** How a number is told under the pointer. (Default: as it is) */
  readonly format?: (value: number) => string;
}

const OFFSETS = { count: 'none', share: 'expand', signed: 'sign' } as const;

const percent = (value: number): string => `${Math.round(value * 100)} %`;

/** The chart of {@link StackedBarsProps}. */
export function StackedBars({ points, series, kind, format }: StackedBarsProps): ReactNode {
  return (
    <ResponsiveContainer className="chart" width="100%" height={272}>
      <BarChart data={[...points]} margin={MARGIN} stackOffset={OFFSETS[kind]}>
        <CartesianGrid {...GRID} />
        <XAxis dataKey="name" {...AXIS} />
        <YAxis
          {...AXIS}
          width={44}
          allowDecimals={kind !== 'count'}
          {...(kind === 'share' ? { tickFormatter: percent } : {})}
        />
        {kind === 'signed' ? <ReferenceLine y={0} stroke="var(--border-strong)" /> : null}
        <Tooltip {...TIP} {...(format ? { formatter: (value) => format(Number(value)) } : {})} />
        <Legend {...LEGEND} />
        {series.map(({ key, colour }) => (
          <Bar key={key} dataKey={key} stackId="all" fill={colour} isAnimationActive={false} maxBarSize={48} />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}
