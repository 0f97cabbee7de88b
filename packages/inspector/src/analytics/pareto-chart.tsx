import type { ParetoPoint } from '@inkling/engine';
import type { ReactNode } from 'react';
import {
  CartesianGrid,
  Legend,
  ResponsiveContainer,
  Scatter,
  ScatterChart,
  Tooltip,
  XAxis,
  YAxis,
  ZAxis,
} from 'recharts';
import { formatFixed } from '../text/format.ts';
import { isOnFront, type ParetoMeasure } from './is-on-front.ts';
import { AXIS, LEGEND, MARGIN, seriesColour, TIP } from './chart-style.ts';

const MEASURES: Readonly<Record<ParetoMeasure, string>> = {
  acceptedRate: 'Accepted of the judged',
  usedShare: 'Used of the given',
};

const LABEL = { fill: 'var(--ink-2)', fontSize: 11, textAnchor: 'middle' } as const;
const X_LABEL = { value: 'Mean tokens of a block', position: 'insideBottom', offset: -12, style: LABEL } as const;
const LEGEND_ABOVE = { ...LEGEND.wrapperStyle, paddingBottom: 16 };
const Y_LABEL = { angle: -90, position: 'insideLeft', style: LABEL } as const;

interface Dot {
  readonly tokens: number;
  readonly value: number;
  readonly injections: number;
  readonly onFront: boolean;
  readonly name: string;
}

/** Tokens against what they brought; those on the front are joined by a line. */
export function ParetoChart({
  points,
  measure,
}: {
  readonly points: readonly ParetoPoint[];
  readonly measure: ParetoMeasure;
}): ReactNode {
  const groups = [...Map.groupBy(points, ({ source, workType }) => `${workType}, ${source}`)];
  if (points.every((point) => point[measure] === null)) {
    return <p className="panel-note">Nothing is known of this measure yet. The table has what the blocks cost.</p>;
  }
  return (
    <ResponsiveContainer className="chart" width="100%" height={320}>
      <ScatterChart margin={{ ...MARGIN, top: 12, bottom: 20, left: 8 }}>
        <CartesianGrid stroke="var(--border)" />
        <XAxis type="number" dataKey="tokens" name="Mean tokens" {...AXIS} label={X_LABEL} />
        <YAxis
          type="number"
          dataKey="value"
          name="Share"
          unit=" %"
          domain={[0, 100]}
          {...AXIS}
          width={64}
          label={{ ...Y_LABEL, value: MEASURES[measure] }}
        />
        <ZAxis type="number" dataKey="injections" range={[50, 320]} name="Injections" />
        <Tooltip {...TIP} formatter={(value) => formatFixed(Number(value), 0)} />
        <Legend {...LEGEND} verticalAlign="top" wrapperStyle={LEGEND_ABOVE} />
        {groups.map(([name, group], index) => (
          <Scatter
            key={name}
            name={name}
            data={dotsOf(group, measure).filter(({ onFront }) => !onFront)}
            fill={seriesColour(index)}
            fillOpacity={0.45}
            isAnimationActive={false}
          />
        ))}
        {groups.map(([name, group], index) => (
          <Scatter
            key={`front ${name}`}
            legendType="none"
            name={`${name}, on the front`}
            data={dotsOf(group, measure).filter(({ onFront }) => onFront)}
            fill={seriesColour(index)}
            line={{ stroke: seriesColour(index), strokeWidth: 1.5, strokeDasharray: '4 3' }}
            shape="diamond"
            isAnimationActive={false}
          />
        ))}
      </ScatterChart>
    </ResponsiveContainer>
  );
}

function dotsOf(points: readonly ParetoPoint[], measure: ParetoMeasure): Dot[] {
  return points
    .flatMap((point): Dot[] => {
      const value = point[measure];
      if (value === null) return [];
      const { meanTokens: tokens, injections, workType, level } = point;
      const onFront = isOnFront(point, points, measure);
      return [{ tokens, value: value * 100, injections, onFront, name: `${workType} ${level}` }];
    })
    .toSorted((a, b) => a.tokens - b.tokens);
}
