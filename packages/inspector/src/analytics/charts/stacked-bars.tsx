import { scaleBand, scaleLinear, type ScaleBand, type ScaleLinear } from 'd3-scale';
import { stack, stackOffsetDiverging, stackOffsetExpand, type Series } from 'd3-shape';
import type { ReactNode } from 'react';
import { formatCount, formatFixed } from '../../text/format.ts';
import { middleOf, NamesBelow, NumberLines, type ChartArea } from './chart-axes.tsx';
import { ChartFrame, type ChartDrawing } from './chart-frame.tsx';
import type { ChartReading } from './chart-reading.ts';

/** What stands on the axis below, and for each series its number. */
export type BarPoint = Readonly<Record<string, string | number>> & { readonly name: string };

/** Bars of several series on top of each other, over names on the axis below. */
export interface StackedBarsProps {
  readonly label: string;
  readonly points: readonly BarPoint[];
  readonly series: readonly { readonly key: string; readonly colour: string }[];
  /** `count`: whole numbers; `share`: each bar is 100 %; `signed`: above and below nothing. */
  readonly kind: 'count' | 'share' | 'signed';
  /** How a number is told. (Default: as it is) */
  readonly format?: (value: number) => string;
}

const HEIGHT = 248;
const MOST_WIDE = 48;
const EDGE = { left: 52, right: 12, top: 10, bottom: 30 };

const nameOf = (key: string): string => key.replaceAll('_', ' ');
const percent = (value: number): string => `${Math.round(value * 100)} %`;

/** The chart of {@link StackedBarsProps}. */
export function StackedBars(props: StackedBarsProps): ReactNode {
  const { label, series } = props;
  const legend = series.map(({ key, colour }) => ({ name: nameOf(key), colour }));
  return <ChartFrame label={label} height={HEIGHT} legend={legend} draw={(width) => drawBars(props, width)} />;
}

function drawBars(props: StackedBarsProps, width: number): ChartDrawing {
  const { points, series, kind } = props;
  const area: ChartArea = { left: EDGE.left, right: width - EDGE.right, top: EDGE.top, bottom: HEIGHT - EDGE.bottom };
  const layers = stackOf(props);
  const ends = layers.flatMap((layer) => layer.flatMap(([low, high]) => [low, high]));
  const x = scaleBand()
    .domain(points.map(({ name }) => name))
    .range([area.left, area.right])
    .padding(0.2);
  const y = scaleLinear()
    .domain([Math.min(0, ...ends), Math.max(0, ...ends) || 1])
    .nice(5)
    .range([area.bottom, area.top]);
  const axis = kind === 'share' ? percent : y.tickFormat(5);
  const marks = (
    <>
      <NumberLines area={area} scale={y} format={axis} isWhole={kind === 'count'} />
      <NamesBelow area={area} scale={x} />
      {layers.map((layer, index) => (
        <Layer key={layer.key} layer={layer} colour={series[index]?.colour ?? ''} names={points} x={x} y={y} />
      ))}
      {kind === 'signed' ? <line className="chart-base" x1={area.left} x2={area.right} y1={y(0)} y2={y(0)} /> : null}
    </>
  );
  return { marks, readings: points.map((point) => readingOf(props, point, x, area)) };
}

function stackOf({ points, series, kind }: StackedBarsProps): Series<BarPoint, string>[] {
  const layers = stack<BarPoint>()
    .keys(series.map(({ key }) => key))
    .value((point, key) => Number(point[key] ?? 0));
  if (kind === 'share') layers.offset(stackOffsetExpand);
  if (kind === 'signed') layers.offset(stackOffsetDiverging);
  return layers([...points]);
}

function Layer({
  layer,
  colour,
  names,
  x,
  y,
}: {
  readonly layer: Series<BarPoint, string>;
  readonly colour: string;
  readonly names: readonly BarPoint[];
  readonly x: ScaleBand<string>;
  readonly y: ScaleLinear<number, number>;
}): ReactNode {
  const width = Math.min(MOST_WIDE, x.bandwidth());
  return (
    <g fill={colour}>
      {layer.map(([low, high], index) => {
        const name = names[index]?.name ?? '';
        const height = y(low) - y(high);
        if (!(height > 0)) return null;
        return <rect key={name} x={middleOf(x, name) - width / 2} y={y(high)} width={width} height={height} />;
      })}
    </g>
  );
}

function readingOf(
  { series, format = formatShort }: StackedBarsProps,
  point: BarPoint,
  x: ScaleBand<string>,
  area: ChartArea,
): ChartReading {
  const lines = series.flatMap(({ key, colour }) => {
    const value = Number(point[key] ?? 0);
    return value === 0 ? [] : [{ name: nameOf(key), value: format(value), colour }];
  });
  return {
    x: middleOf(x, point.name),
    y: area.top + 24,
    band: { axis: 'x', size: x.step() },
    title: point.name,
    lines,
  };
}

function formatShort(value: number): string {
  return Number.isInteger(value) ? formatCount(value) : formatFixed(value);
}
