import type { ParetoPoint } from '@inkling/engine/types';
import { scaleLinear, scaleSqrt, type ScaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { ReactNode } from 'react';
import { formatCount, formatFixed } from '../../text/format.ts';
import { NumberColumns, NumberLines, type ChartArea } from './chart-axes.tsx';
import { ChartFrame, type ChartDrawing } from './chart-frame.tsx';
import { isOnFront, type ParetoMeasure } from './is-on-front.ts';
import { seriesColour } from './chart-style.ts';

const MEASURES: Readonly<Record<ParetoMeasure, string>> = {
  acceptedRate: 'Accepted share of judged sessions',
  usedShare: 'Used share of memories given',
};

const HEIGHT = 328;
const EDGE = { left: 68, right: 16, top: 12, bottom: 52 };

interface Dot {
  readonly tokens: number;
  readonly value: number;
  readonly injections: number;
  readonly onFront: boolean;
  readonly level: number;
  readonly group: string;
  readonly colour: string;
}

interface Scales {
  readonly area: ChartArea;
  readonly x: ScaleLinear<number, number>;
  readonly y: ScaleLinear<number, number>;
  readonly size: (injections: number) => number;
}

/** Tokens against what they brought; those on the front are joined by a line. */
export function ParetoChart({
  points,
  measure,
}: {
  readonly points: readonly ParetoPoint[];
  readonly measure: ParetoMeasure;
}): ReactNode {
  const groups = [...Map.groupBy(points, ({ source, workType }) => `${workType.replaceAll('_', ' ')}, ${source}`)];
  if (points.every((point) => point[measure] === null)) {
    return <p className="panel-note">Nothing is known of this measure yet. The table has what the blocks cost.</p>;
  }
  const legend = groups.map(([name], index) => ({ name, colour: seriesColour(index) }));
  const dots = groups.map(([name, group], index) =>
    dotsOf(group, measure, { group: name, colour: seriesColour(index) }),
  );
  return (
    <ChartFrame
      label={`Tokens of blocks against: ${MEASURES[measure]}`}
      height={HEIGHT}
      legend={legend}
      draw={(width) => drawPareto(dots, MEASURES[measure], width)}
    />
  );
}

function drawPareto(groups: readonly (readonly Dot[])[], measure: string, width: number): ChartDrawing {
  const dots = groups.flat();
  const area: ChartArea = { left: EDGE.left, right: width - EDGE.right, top: EDGE.top, bottom: HEIGHT - EDGE.bottom };
  const most = Math.max(1, ...dots.map(({ injections }) => injections));
  const scales: Scales = {
    area,
    x: scaleLinear()
      .domain([0, Math.max(100, ...dots.map(({ tokens }) => tokens)) * 1.05])
      .nice(5)
      .range([area.left, area.right]),
    y: scaleLinear().domain([0, 100]).range([area.bottom, area.top]),
    size: scaleSqrt().domain([0, most]).range([4, 10]),
  };
  const [middle, height] = [(area.left + area.right) / 2, (area.top + area.bottom) / 2];
  const marks = (
    <>
      <NumberLines area={area} scale={scales.y} format={(value) => `${value} %`} />
      <NumberColumns area={area} scale={scales.x} />
      <text x={middle} y={HEIGHT - 10} textAnchor="middle">
        Mean tokens of a block
      </text>
      <text transform={`translate(14 ${height}) rotate(-90)`} textAnchor="middle">
        {measure}
      </text>
      {groups.map((group) => (
        <Group key={group[0]?.group ?? ''} dots={group} scales={scales} />
      ))}
    </>
  );
  return { marks, readings: dots.map((dot) => readingOf(dot, measure, scales)) };
}

function Group({
  dots,
  scales: { x, y, size },
}: {
  readonly dots: readonly Dot[];
  readonly scales: Scales;
}): ReactNode {
  const path = line<Dot>()
    .x(({ tokens }) => x(tokens))
    .y(({ value }) => y(value));
  const colour = dots[0]?.colour ?? '';
  return (
    <g fill={colour}>
      <path
        d={path(dots.filter(({ onFront }) => onFront)) ?? ''}
        fill="none"
        stroke={colour}
        strokeWidth={1.5}
        strokeDasharray="4 3"
      />
      {dots.map(({ tokens, value, injections, onFront, level }) => {
        const radius = size(injections);
        const place = `translate(${x(tokens)} ${y(value)})`;
        return onFront ? (
          <path key={level} transform={place} d={`M0 ${-radius}L${radius} 0L0 ${radius}L${-radius} 0Z`} />
        ) : (
          <circle key={level} transform={place} r={radius} fillOpacity={0.45} />
        );
      })}
    </g>
  );
}

function readingOf(
  { tokens, value, injections, onFront, level, group, colour }: Dot,
  measure: string,
  { x, y }: Scales,
) {
  return {
    x: x(tokens),
    y: y(value),
    band: null,
    title: `${group}, level ${formatCount(level)}${onFront ? ', on the front' : ''}`,
    lines: [
      { name: measure, value: `${formatFixed(value, 0)} %`, colour },
      { name: 'Mean tokens', value: formatFixed(tokens, 0), colour },
      { name: 'Injections', value: formatCount(injections), colour },
    ],
  };
}

function dotsOf(
  points: readonly ParetoPoint[],
  measure: ParetoMeasure,
  { group, colour }: Pick<Dot, 'group' | 'colour'>,
): Dot[] {
  return points
    .flatMap((point): Dot[] => {
      const value = point[measure];
      if (value === null) return [];
      const { meanTokens: tokens, injections, level } = point;
      const onFront = isOnFront(point, points, measure);
      return [{ tokens, value: value * 100, injections, onFront, level, group, colour }];
    })
    .toSorted((a, b) => a.tokens - b.tokens);
}
