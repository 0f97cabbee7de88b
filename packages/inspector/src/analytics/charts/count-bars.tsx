import { scaleBand, scaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import { formatCount } from '../../text/format.ts';
import { middleOf, NumberColumns, type ChartArea } from './chart-axes.tsx';
import { ChartFrame, type ChartDrawing } from './chart-frame.tsx';
import { seriesColour } from './chart-style.ts';

/** How many of something there are. */
export interface Count {
  readonly name: string;
  readonly count: number;
}

const HEIGHT = 240;
const MOST_HIGH = 24;
const EDGE = { left: 84, right: 24, top: 6, bottom: 30 };

/** Bars from left to right, one for each name. */
export function CountBars({ label, rows }: { readonly label: string; readonly rows: readonly Count[] }): ReactNode {
  return <ChartFrame label={label} height={HEIGHT} draw={(width) => drawCounts(rows, width)} />;
}

function drawCounts(rows: readonly Count[], width: number): ChartDrawing {
  const area: ChartArea = { left: EDGE.left, right: width - EDGE.right, top: EDGE.top, bottom: HEIGHT - EDGE.bottom };
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const x = scaleLinear().domain([0, most]).nice(5).range([area.left, area.right]);
  const y = scaleBand()
    .domain(rows.map(({ name }) => name))
    .range([area.top, area.bottom])
    .padding(0.2);
  const height = Math.min(MOST_HIGH, y.bandwidth());
  const marks = (
    <>
      <NumberColumns area={area} scale={x} />
      {rows.map(({ name, count }) => (
        <g key={name} transform={`translate(0 ${middleOf(y, name)})`}>
          <text x={area.left - 8} dy="0.32em" textAnchor="end">
            {name}
          </text>
          <rect x={area.left} y={-height / 2} width={x(count) - area.left} height={height} fill={seriesColour(0)} />
        </g>
      ))}
    </>
  );
  const readings = rows.map(({ name, count }) => ({
    x: Math.max(x(count), area.left),
    y: middleOf(y, name),
    band: { axis: 'y' as const, size: y.step() },
    title: name,
    lines: [{ name: 'Memories', value: formatCount(count), colour: seriesColour(0) }],
  }));
  return { marks, readings };
}
