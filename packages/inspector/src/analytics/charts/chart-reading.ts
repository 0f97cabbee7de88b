/** A place of a chart that can be read: where it is, and what it says. */
export interface ChartReading {
  readonly x: number;
  readonly y: number;
  /** What belongs to it, across the chart: a stretch of the axis of that name; null = the point alone. */
  readonly band: { readonly axis: 'x' | 'y'; readonly size: number } | null;
  readonly title: string;
  readonly lines: readonly { readonly name: string; readonly value: string; readonly colour: string }[];
}

/** The place that is meant by a point of the chart: of bands the nearest along their axis, of points the nearest; null = there is none. */
export function nearestReading(readings: readonly ChartReading[], x: number, y: number): number | null {
  let nearest: number | null = null;
  let least = Infinity;
  for (const [index, reading] of readings.entries()) {
    const distance = distanceTo(reading, x, y);
    if (distance >= least) continue;
    nearest = index;
    least = distance;
  }
  return nearest;
}

function distanceTo(reading: ChartReading, x: number, y: number): number {
  if (reading.band?.axis === 'x') return Math.abs(reading.x - x);
  if (reading.band?.axis === 'y') return Math.abs(reading.y - y);
  return Math.hypot(reading.x - x, reading.y - y);
}
