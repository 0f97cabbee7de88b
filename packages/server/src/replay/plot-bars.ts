import { escapeMarkup } from './escape-markup.ts';

/** Bars of one group stand together. */
export interface BarGroup {
  readonly name: string;
  readonly bars: readonly {
    readonly name: string;
    /** A CSS class that sets the colour. */
    readonly series: string;
    /** 0 to 1. */
    readonly share: number;
    /** Ends of the line over the bar that shows how sure it is. */
    readonly interval: readonly [low: number, high: number];
  }[];
}

const WIDTH = 640;
const NAME_WIDTH = 150;
const ROW = 24;
const GROUP_GAP = 34;

/** Horizontal bars with intervals, as one SVG element. */
export function plotBars(title: string, groups: readonly BarGroup[]): string {
  const height = groups.reduce((total, group) => total + GROUP_GAP + group.bars.length * ROW, 10);
  let top = 0;
  const parts = groups.map((group) => {
    const start = top;
    top += GROUP_GAP + group.bars.length * ROW;
    const heading = `<text class="group" x="0" y="${start + 24}">${escapeMarkup(group.name)}</text>`;
    return heading + group.bars.map((bar, index) => drawBar(bar, start + GROUP_GAP + index * ROW)).join('');
  });
  const name = escapeMarkup(title);
  return `<svg role="img" aria-label="${name}" viewBox="0 0 ${WIDTH} ${height}"><title>${name}</title>${parts.join('')}</svg>`;
}

function drawBar({ name, series, share, interval }: BarGroup['bars'][number], top: number): string {
  const scale = (value: number): number => round(NAME_WIDTH + value * (WIDTH - NAME_WIDTH - 60));
  const [low, high] = interval;
  const middle = top + 9;
  const x = scale(0);
  return [
    `<text x="${NAME_WIDTH - 8}" y="${top + 13}" text-anchor="end">${escapeMarkup(name)}</text>`,
    `<rect class="${series}" x="${x}" y="${top}" width="${round(scale(share) - x)}" height="18"/>`,
    `<line class="interval" x1="${scale(low)}" x2="${scale(high)}" y1="${middle}" y2="${middle}"/>`,
    `<text x="${scale(Math.max(share, high)) + 6}" y="${top + 13}">${(share * 100).toFixed(1)} %</text>`,
  ].join('');
}

const round = (value: number): number => Math.round(value * 10) / 10;
