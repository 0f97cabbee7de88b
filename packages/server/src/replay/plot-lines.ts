import { escapeMarkup } from './escape-markup.ts';

/** One line of a plot. */
export interface PlotLine {
  readonly name: string;
  /** A CSS class that sets the colour. */
  readonly series: string;
  /** x in its own unit, y from 0 to 1; by rising x. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

const WIDTH = 640;
const HEIGHT = 300;
const LEFT = 48;
const RIGHT = 130;
const TOP = 12;
const BOTTOM = 40;
const LABEL_HEIGHT = 15;

/** Shares over x as one SVG element; every line has its name at its right end. */
export function plotLines(title: string, xTitle: string, lines: readonly PlotLine[]): string {
  const xs = lines.flatMap(({ points }) => points.map(({ x }) => x));
  const [low, high] = [Math.min(...xs), Math.max(...xs)];
  const scaleX = (x: number): number => round(LEFT + ((x - low) / Math.max(1, high - low)) * (WIDTH - LEFT - RIGHT));
  const parts = [
    ...[0, 0.25, 0.5, 0.75, 1].map(drawGridLine),
    ...[...new Set(xs)].map((x) => `<text x="${scaleX(x)}" y="${HEIGHT - 22}" text-anchor="middle">${x}</text>`),
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 4}" text-anchor="middle">${escapeMarkup(xTitle)}</text>`,
    ...lines.map((line) => drawLine(line, scaleX)),
    ...drawNames(lines),
  ];
  const name = escapeMarkup(title);
  return `<svg role="img" aria-label="${name}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><title>${name}</title>${parts.join('')}</svg>`;
}

const scaleY = (share: number): number => round(TOP + (1 - share) * (HEIGHT - TOP - BOTTOM));

const round = (value: number): number => Math.round(value * 10) / 10;

function drawGridLine(share: number): string {
  const y = scaleY(share);
  const line = `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y}" y2="${y}"/>`;
  return `${line}<text x="${LEFT - 6}" y="${y + 4}" text-anchor="end">${share * 100} %</text>`;
}

function drawLine({ series, points }: PlotLine, scaleX: (x: number) => number): string {
  const corners = points.map(({ x, y }) => `${scaleX(x)},${scaleY(y)}`).join(' ');
  return `<polyline class="${series}" points="${corners}"/>`;
}

/** Names stand at the lines' ends, pushed down where two ends are too near for both. */
function drawNames(lines: readonly PlotLine[]): string[] {
  const ends = lines.map(({ name, series, points }) => ({ name, series, y: scaleY(points.at(-1)?.y ?? 0) }));
  let lowest = Number.NEGATIVE_INFINITY;
  return ends
    .toSorted((a, b) => a.y - b.y)
    .map(({ name, series, y }) => {
      lowest = Math.max(y, lowest + LABEL_HEIGHT);
      return `<text class="${series}" x="${WIDTH - RIGHT + 8}" y="${lowest + 4}">${escapeMarkup(name)}</text>`;
    });
}
