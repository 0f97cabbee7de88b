import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import type { ChartReading } from './chart-reading.ts';
import { nearestReading } from './chart-reading.ts';

/** What is drawn at a width, and what can be read off it. */
export interface ChartDrawing {
  readonly marks: ReactNode;
  /** In the order in which arrow keys go through them. */
  readonly readings: readonly ChartReading[];
}

/** A name in the legend. */
export interface LegendEntry {
  readonly name: string;
  readonly colour: string;
}

export interface ChartFrameProps {
  /** What the chart shows, for those who cannot see it. */
  readonly label: string;
  readonly height: number;
  readonly legend?: readonly LegendEntry[];
  /** Called again when the room changes. */
  readonly draw: (width: number) => ChartDrawing;
}

/** A chart in the room that it has, with a legend, and the values of the place under the pointer or chosen by arrow keys. */
export function ChartFrame({ label, height, legend = [], draw }: ChartFrameProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const drawing = width === null ? null : draw(width);
  const { active, ...handlers } = useReader(drawing?.readings ?? []);
  const reading = active === null ? null : (drawing?.readings[active] ?? null);
  const hint = useId();
  return (
    <div className="chart" ref={box}>
      {drawing && width !== null ? (
        <svg
          className="chart-svg"
          role="img"
          aria-label={label}
          aria-describedby={hint}
          tabIndex={0}
          width={width}
          height={height}
          {...handlers}
        >
          {reading ? <Cursor reading={reading} height={height} /> : null}
          {drawing.marks}
        </svg>
      ) : (
        <div style={{ height }} />
      )}
      <p id={hint} className="hidden">
        Arrow keys read its values one by one; the table has them all.
      </p>
      <div role="status">{reading && width !== null ? <Tip reading={reading} width={width} /> : null}</div>
      <Legend entries={legend} />
    </div>
  );
}

/** Known before the first frame is drawn, so that nothing jumps. */
function useWidth(box: { readonly current: HTMLElement | null }): number | null {
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const read = (): void => setWidth(Math.floor(element.clientWidth));
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}

interface Reader {
  readonly active: number | null;
  readonly onPointerMove: (event: PointerEvent<SVGElement>) => void;
  readonly onPointerLeave: () => void;
  readonly onBlur: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

function useReader(readings: readonly ChartReading[]): Reader {
  const [active, setActive] = useState<number | null>(null);
  const forget = (): void => setActive(null);
  return {
    active,
    onPointerLeave: forget,
    onBlur: forget,
    onPointerMove({ currentTarget, clientX, clientY }) {
      const { left, top } = currentTarget.getBoundingClientRect();
      setActive(nearestReading(readings, clientX - left, clientY - top));
    },
    onKeyDown(event) {
      const step = STEPS[event.key];
      if (step === undefined || readings.length === 0) return;
      event.preventDefault();
      const first = step > 0 ? 0 : readings.length - 1;
      setActive(active === null ? first : (active + step + readings.length) % readings.length);
    },
  };
}

function Cursor({
  reading: { x, y, band },
  height,
}: {
  readonly reading: ChartReading;
  readonly height: number;
}): ReactNode {
  if (band === null) return <circle className="chart-cursor" cx={x} cy={y} r={12} />;
  if (band.axis === 'y')
    return <rect className="chart-cursor" x={0} width="100%" y={y - band.size / 2} height={band.size} />;
  return <rect className="chart-cursor" x={x - band.size / 2} width={band.size} y={0} height={height} />;
}

/** Beside the place that is read, on the side that has room. */
function Tip({
  reading: { x, y, title, lines },
  width,
}: {
  readonly reading: ChartReading;
  readonly width: number;
}): ReactNode {
  const isRight = x > width / 2;
  const place: CSSProperties = {
    top: Math.max(0, y - 24),
    ...(isRight ? { right: width - x + 14 } : { left: x + 14 }),
  };
  return (
    <div className="chart-tip" style={place}>
      <p className="chart-tip-title">{title}</p>
      {lines.map(({ name, value, colour }) => (
        <p key={name} className="chart-tip-line">
          <span className="legend-dot" style={{ background: colour }} aria-hidden />
          {name} <span className="num">{value}</span>
        </p>
      ))}
    </div>
  );
}

function Legend({ entries }: { readonly entries: readonly LegendEntry[] }): ReactNode {
  if (entries.length === 0) return null;
  return (
    <ul className="chart-legend">
      {entries.map(({ name, colour }) => (
        <li key={name} className="legend-item">
          <span className="legend-dot" style={{ background: colour }} aria-hidden />
          {name}
        </li>
      ))}
    </ul>
  );
}
