import { scaleBand, scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { ReactNode } from 'react';
import { formatFixed } from '../../text/format.ts';
import { middleOf, NamesBelow, NumberLines, type ChartArea } from './chart-axes.tsx';
import { ChartFrame, type ChartDrawing } from './chart-frame.tsx';
import { seriesColour } from './chart-style.ts';

/** Retrievals of one stretch of time: how many percent injected something, and by how many places feedback moved candidates. */
export interface ImpactPoint {
  readonly name: string;
  readonly rate: number;
  readonly shift: number;
}

const HEIGHT = 248;
const MOST_WIDE = 48;
const EDGE = { left: 52, right: 44, top: 10, bottom: 30 };

const RATE = { name: 'Injection rate (left, %)', colour: seriesColour(0) };
const SHIFT = { name: 'Mean rank delta (right, places)', colour: seriesColour(2) };

/** The injection rate as bars, the rank delta as a line. */
export function ImpactChart({
  label,
  points,
}: {
  readonly label: string;
  readonly points: readonly ImpactPoint[];
}): ReactNode {
  return (
    <ChartFrame label={label} height={HEIGHT} legend={[RATE, SHIFT]} draw={(width) => drawImpact(points, width)} />
  );
}

function drawImpact(points: readonly ImpactPoint[], width: number): ChartDrawing {
  const area: ChartArea = { left: EDGE.left, right: width - EDGE.right, top: EDGE.top, bottom: HEIGHT - EDGE.bottom };
  const x = scaleBand()
    .domain(points.map(({ name }) => name))
    .range([area.left, area.right])
    .padding(0.2);
  const rate = scaleLinear().domain([0, 100]).range([area.bottom, area.top]);
  const most = Math.max(0, ...points.map(({ shift }) => shift)) || 1;
  const shift = scaleLinear().domain([0, most]).nice(5).range([area.bottom, area.top]);
  const bar = Math.min(MOST_WIDE, x.bandwidth());
  const path = line<ImpactPoint>()
    .x(({ name }) => middleOf(x, name))
    .y((point) => shift(point.shift));
  const marks = (
    <>
      <NumberLines area={area} scale={rate} format={(value) => `${value} %`} />
      <NumberLines area={area} scale={shift} format={shift.tickFormat(5)} side="right" />
      <NamesBelow area={area} scale={x} />
      {points.map((point) => (
        <rect
          key={point.name}
          x={middleOf(x, point.name) - bar / 2}
          y={rate(point.rate)}
          width={bar}
          height={area.bottom - rate(point.rate)}
          fill={RATE.colour}
        />
      ))}
      <path d={path([...points]) ?? ''} fill="none" stroke={SHIFT.colour} strokeWidth={2} />
      {points.map((point) => (
        <circle key={point.name} cx={middleOf(x, point.name)} cy={shift(point.shift)} r={3} fill={SHIFT.colour} />
      ))}
    </>
  );
  const readings = points.map((point) => ({
    x: middleOf(x, point.name),
    y: area.top + 24,
    band: { axis: 'x' as const, size: x.step() },
    title: point.name,
    lines: [
      { name: 'Injection rate', value: `${formatFixed(point.rate, 1)} %`, colour: RATE.colour },
      { name: 'Mean rank delta', value: `${formatFixed(point.shift, 1)} places`, colour: SHIFT.colour },
    ],
  }));
  return { marks, readings };
}
