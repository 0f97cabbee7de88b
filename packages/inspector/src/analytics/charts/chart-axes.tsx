import type { ReactNode } from 'react';
import type { ScaleBand, ScaleLinear } from 'd3-scale';
import { formatCount } from '../../text/format.ts';

/** The room of the marks inside a chart. */
export interface ChartArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Letters of this size are about so wide. */
const LETTER = 6.2;
const BETWEEN = 10;

/** Lines of the numbers of an upright axis, with the numbers at its left, or at its right and without lines. */
export function NumberLines({
  area,
  scale,
  format,
  side = 'left',
  isWhole = false,
}: {
  readonly area: ChartArea;
  readonly scale: ScaleLinear<number, number>;
  readonly format: (value: number) => string;
  readonly side?: 'left' | 'right';
  /** Nothing is between whole numbers. (Default: false) */
  readonly isWhole?: boolean;
}): ReactNode {
  const [x, anchor] = side === 'left' ? [area.left - 8, 'end' as const] : [area.right + 8, 'start' as const];
  return (
    <g>
      {ticksOf(scale, isWhole).map((value) => (
        <g key={value} transform={`translate(0 ${scale(value)})`}>
          {side === 'left' ? <line className="chart-line" x1={area.left} x2={area.right} /> : null}
          <text x={x} dy="0.32em" textAnchor={anchor}>
            {format(value)}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Upright lines with whole numbers below. */
export function NumberColumns({
  area,
  scale,
}: {
  readonly area: ChartArea;
  readonly scale: ScaleLinear<number, number>;
}): ReactNode {
  return (
    <g>
      {ticksOf(scale, true).map((value) => (
        <g key={value} transform={`translate(${scale(value)} 0)`}>
          <line className="chart-line" y1={area.top} y2={area.bottom} />
          <text y={area.bottom + 18} textAnchor="middle">
            {formatCount(value)}
          </text>
        </g>
      ))}
    </g>
  );
}

/** A few round numbers; of what is counted whole ones, since half a memory is none. */
function ticksOf(scale: ScaleLinear<number, number>, isWhole: boolean): number[] {
  return scale.ticks(5).filter((value) => !isWhole || Number.isInteger(value));
}

/** Names below bars, as many as there is room for. */
export function NamesBelow({
  area,
  scale,
}: {
  readonly area: ChartArea;
  readonly scale: ScaleBand<string>;
}): ReactNode {
  const names = scale.domain();
  const widest = Math.max(0, ...names.map((name) => name.length)) * LETTER + BETWEEN;
  const every = Math.max(1, Math.ceil(widest / Math.max(1, scale.step())));
  return (
    <g>
      <line className="chart-base" x1={area.left} x2={area.right} y1={area.bottom} y2={area.bottom} />
      {names.map((name, index) =>
        index % every === 0 ? (
          <text key={name} x={middleOf(scale, name)} y={area.bottom + 18} textAnchor="middle">
            {name}
          </text>
        ) : null,
      )}
    </g>
  );
}

/** Where a name stands on its axis. */
export function middleOf(scale: ScaleBand<string>, name: string): number {
  return (scale(name) ?? 0) + scale.bandwidth() / 2;
}
