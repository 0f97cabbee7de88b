import { cellsOf, describeToolCalls, explainBest, FIGURE_COLUMNS, LEGEND, percent } from './describe-replay.ts';
import { methodTitle, SURFACE_TITLES, type ReplayReport } from './replay-report.ts';
import { REPLAY_SURFACES, type ReplaySurface } from './run-replay.ts';
import { judgeLines, type ShownTask } from './shown-tasks.ts';
import { REPLAY_BUDGETS, SWEPT_RELEVANCES } from './suggest-setting.ts';

/** A replay as one HTML page that needs nothing else: no script, no font, no picture from anywhere. */
export function replayPage(report: ReplayReport): string {
  const { project, history, plan, settings } = report;
  const title = `Replay of ${project}`;
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    // Whatever a commit's text tries, the browser loads and runs nothing.
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeMarkup(title)}</title><style>${STYLE}</style></head><body>`,
    `<h1>${escapeMarkup(title)}</h1>`,
    `<p class="conclusion">${escapeMarkup(report.conclusion.join(' '))}</p>`,
    `<p>${history.used} commits, ${history.from} to ${history.to}, up to ${escapeMarkup(history.head.slice(0, 10))}. `,
    `${plan.tasks} of the later ones are tasks, each against the commits before it. Start blocks: `,
    `${escapeMarkup(settings.workType)}, ${settings.budgetTokens} tokens, relevance from ${settings.minRelevance}.</p>`,
    ...report.warnings.map((warning) => `<p class="warning">${escapeMarkup(warning)}</p>`),
    '<h2>Answers that name a commit behind the changed lines</h2>',
    plotBars('Blame-hit by method, with 95 % intervals', barsOf(report)),
    '<h2>Figures</h2>',
    ...REPLAY_SURFACES.map((surface) => figuresTable(report, surface)),
    `<p>${escapeMarkup(describeToolCalls(report).join(' '))}</p>`,
    `<p>${escapeMarkup(LEGEND.join(' '))}</p>`,
    ...suggestionSection(report),
    ...shownSection(report),
    '</body></html>\n',
  ].join('\n');
}

function barsOf({ figures }: ReplayReport) {
  return REPLAY_SURFACES.map((surface) => ({
    name: SURFACE_TITLES[surface],
    bars: figures
      .filter((row) => row.surface === surface)
      .map((row) => ({
        name: methodTitle(row),
        series: row.method,
        share: row.blameHitRate,
        interval: row.blameHitInterval,
      })),
  }));
}

function figuresTable({ figures }: ReplayReport, surface: ReplaySurface): string {
  const rows = figures.filter((row) => row.surface === surface).map((row) => tableRow(methodTitle(row), cellsOf(row)));
  return `<table>${tableHead(SURFACE_TITLES[surface], FIGURE_COLUMNS)}<tbody>${rows.join('')}</tbody></table>`;
}

function suggestionSection({ suggestion }: ReplayReport): string[] {
  if (!suggestion) return [];
  const { best, settings, apply } = suggestion;
  const rows = REPLAY_BUDGETS.map((budget) => {
    const cells = SWEPT_RELEVANCES.map((floor) =>
      settings.find((one) => one.budgetTokens === budget && one.minRelevance === floor),
    );
    return tableRow(
      String(budget),
      cells.map((one) => (one ? `${percent(one.hitRate)} / ${one.tokens.toFixed(0)}` : '')),
      cells.indexOf(best),
    );
  });
  return [
    '<h2>Which budget and relevance floor would have served best</h2>',
    '<p>Blame-hit of the start block in percent / tokens a block, by budget (down) and relevance floor (across).</p>',
    `<table>${tableHead('tokens', SWEPT_RELEVANCES.map(String))}<tbody>${rows.join('')}</tbody></table>`,
    `<p>${escapeMarkup(explainBest(suggestion).join(' '))}</p>`,
    `<pre>${escapeMarkup(apply)}</pre>`,
  ];
}

function shownSection({ shown }: ReplayReport): string[] {
  if (shown.length === 0) return [];
  return [
    '<h2>What an agent would get</h2>',
    '<p>The start block of a task and the block of its first tool call that gets one. A marked line names a commit behind the changed lines.</p>',
    ...shown.map(shownTask),
  ];
}

function shownTask(task: ShownTask): string {
  const { commit, subject, files, start, call } = task;
  const list = (block: string): string => {
    const lines = judgeLines(block, task).map(({ text, isBehind }) => {
      const line = escapeMarkup(text.slice(2));
      return `<li>${isBehind ? `<mark>${line}</mark>` : line}</li>`;
    });
    return lines.length === 0 ? '<p>Nothing.</p>' : `<ul>${lines.join('')}</ul>`;
  };
  return [
    `<h3>${escapeMarkup(subject)}</h3><p>${escapeMarkup(`${commit}: ${files.join(', ')}`)}</p>`,
    `<h4>At the start</h4>${list(start)}`,
    `<h4>${escapeMarkup(call ? `${call.tool} ${call.path}` : 'On its tool calls')}</h4>${list(call?.block ?? '')}`,
  ].join('');
}

function tableHead(name: string, columns: readonly string[]): string {
  const cells = columns.map((column) => `<th scope="col">${escapeMarkup(column)}</th>`);
  return `<thead><tr><th scope="col">${escapeMarkup(name)}</th>${cells.join('')}</tr></thead>`;
}

function tableRow(name: string, cells: readonly string[], marked: number = -1): string {
  const mark = (index: number): string => (index === marked ? ' class="best"' : '');
  const columns = cells.map((cell, index) => `<td${mark(index)}>${escapeMarkup(cell)}</td>`);
  return `<tr><th scope="row">${escapeMarkup(name)}</th>${columns.join('')}</tr>`;
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
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; font-size: 14px; }
th, td { padding: 0.2rem 0.6rem; text-align: right; border-bottom: 1px solid var(--grid); }
th:first-child { text-align: left; }
.best { outline: 2px solid var(--inkling); font-weight: 600; }
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
