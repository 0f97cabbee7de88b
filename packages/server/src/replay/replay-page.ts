import { describeFindings } from './describe-replay.ts';
import { REPLAY_TITLES, type ReplayReport } from './replay-report.ts';
import { REPLAY_SURFACES } from './run-replay.ts';

/** A replay as one HTML page that needs nothing else: no script, no font, no picture from anywhere. A plot above what a terminal shows. */
export function replayPage(report: ReplayReport): string {
  const title = escapeMarkup(`Replay of ${report.project}`);
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    // Whatever a commit's text tries, the browser loads and runs nothing.
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title><style>${STYLE}</style></head><body>`,
    `<h1>${title}</h1>`,
    `<p class="conclusion">${escapeMarkup(report.conclusion.join(' '))}</p>`,
    ...report.warnings.map((warning) => `<p class="warning">${escapeMarkup(warning)}</p>`),
    '<h2>Answers that name a commit behind the changed lines</h2>',
    plotBars('Blame-hit by method, with 95 % intervals', barsOf(report)),
    `<pre>${describeFindings(report).join('\n').split('\n').map(shownLine).join('\n')}</pre>`,
    '</body></html>\n',
  ].join('\n');
}

/** A line of a block that names a commit behind the changed lines is marked. */
function shownLine(text: string): string {
  const line = escapeMarkup(text);
  return text.startsWith('  * - ') ? `<mark>${line}</mark>` : line;
}

function barsOf({ figures }: ReplayReport) {
  return REPLAY_SURFACES.map((surface) => ({
    name: REPLAY_TITLES[surface].surface,
    bars: figures
      .filter((row) => row.surface === surface)
      .map((row) => ({
        name: REPLAY_TITLES[surface][row.method],
        series: row.method,
        share: row.blameHitRate,
        interval: row.blameHitInterval,
      })),
  }));
}

// Colours that people with colour-blindness tell apart (Okabe and Ito), lighter ones on a dark ground.
const STYLE = `
:root { color-scheme: light dark; --ink: #1b1b1b; --ground: #fff; --grid: #ccc; --inkling: #0072b2; --text: #d55e00; --latest: #777; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e8; --ground: #16181c; --grid: #444; --inkling: #56b4e9; --text: #e69f00; --latest: #999; }
}
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
svg { display: block; overflow: visible; width: 100%; max-width: 48rem; font: 12px system-ui, sans-serif; fill: var(--ink); }
.group { font-weight: 600; }
.interval { stroke: var(--ink); stroke-width: 1.5; }
.inkling { fill: var(--inkling); stroke: var(--inkling); }
.full-text { fill: var(--text); stroke: var(--text); }
.latest { fill: var(--latest); stroke: var(--latest); }
text { stroke: none !important; }
.conclusion { font-size: 1.15rem; }
.warning { border-left: 4px solid var(--text); padding-left: 0.8rem; }
pre { overflow-x: auto; padding: 0.8rem; border: 1px solid var(--grid); }
`;

/** Bars of one group stand together. */
interface BarGroup {
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
function plotBars(title: string, groups: readonly BarGroup[]): string {
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

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

// Characters that no document may hold, and the marks that turn the direction of the text around them.
const HIDDEN = /(?![\t\n])[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** Text for an element or a quoted attribute of HTML or SVG: nothing in it is markup. */
export function escapeMarkup(text: string): string {
  return text.replace(HIDDEN, '').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
