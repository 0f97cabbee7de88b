import { METHOD_TITLES, VARIANT_TITLES, type ReplayReport } from './replay-report.ts';
import { REPLAY_VARIANTS } from './replay-methods.ts';
import type { SettingFigures, Suggestion } from './suggest-setting.ts';
import type { ReplayFigures } from './summarize-replay.ts';
import { REPLAY_BUDGETS, SWEPT_RELEVANCES, type SweptSetting } from './swept-settings.ts';

/** A replay for people, in a terminal. */
export function describeReplay(report: ReplayReport): string {
  const variants = REPLAY_VARIANTS.map((variant) => report.figures.filter((row) => row.variant === variant));
  return [
    ...describeHistory(report),
    ...variants.filter((rows) => rows.length > 0).flatMap((rows) => ['', ...describeFigures(rows)]),
    '',
    ...LEGEND,
    ...describeSuggestion(report),
    ...report.warnings.map((warning) => `\nwarning: ${warning}`),
  ].join('\n');
}

function describeHistory({ project, history, plan, settings }: ReplayReport): string[] {
  const { read, used, bots, empty, repeated, from, to } = history;
  const leftOut = `${bots} by bots, ${empty} without a message, ${repeated} repeated`;
  return [
    `Replay of ${project}, ${from} to ${to}`,
    `${read} commits read, ${used} used (left out: ${leftOut}); merges are not read.`,
    `The first ${plan.remembered} are memory from the start; ${plan.asked} of ${plan.eligible} later ones are asked about,`,
    `each against the commits before it: ${settings.workType}, ${settings.budgetTokens} tokens, relevance from ${settings.minRelevance}.`,
  ];
}

const COLUMNS = ['hit', '95 %', 'relevant', 'R@5', 'R@10', 'MRR', 'on target', 'lines', 'tokens', 'p50 ms', 'p99 ms'];
// The widest cells and a space between: "100.0", "90.1–100.0".
const NAME_WIDTH = 24;
const WIDTHS = [6, 12, 10, 7, 7, 7, 11, 7, 8, 8, 8];

function describeFigures(rows: readonly ReplayFigures[]): string[] {
  const [first] = rows;
  const title = first ? VARIANT_TITLES[first.variant] : '';
  return [
    title.padEnd(NAME_WIDTH) + columns(COLUMNS),
    ...rows.map((row) => METHOD_TITLES[row.method].padEnd(NAME_WIDTH) + columns(cellsOf(row))),
  ];
}

/** One row of the table as texts; the page shows the same ones. */
export function cellsOf(row: ReplayFigures): string[] {
  const [low, high] = row.hitInterval;
  return [
    percent(row.hitRate),
    `${percent(low)}–${percent(high)}`,
    percent(row.relevantHitRate),
    percent(row.recallAt5),
    percent(row.recallAt10),
    percent(row.meanReciprocalRank),
    percent(row.onTargetShare),
    row.lines.toFixed(1),
    row.tokens.toFixed(0),
    row.latencyMs.p50.toFixed(1),
    row.latencyMs.p99.toFixed(1),
  ];
}

/** Headings of {@link cellsOf}. */
export const FIGURE_COLUMNS: readonly string[] = COLUMNS;

const columns = (cells: readonly string[]): string => cells.map((cell, n) => cell.padStart(WIDTHS[n] ?? 0)).join('');

/** A share in percent, without the sign. */
export const percent = (share: number): string => (share * 100).toFixed(1);

/** What the columns mean. */
export const LEGEND: readonly string[] = [
  'hit: blocks with at least one commit that touched a same file, in percent, and where the true rate lies with 95 % certainty.',
  'relevant: the same for commits whose files are similar enough (idf-weighted Jaccard of at least 0.25); R@5, R@10, MRR count those,',
  'over the ranking before budget and relevance floor. on target: lines whose commit touched a same file. Tokens and lines are means.',
];

function describeSuggestion({ suggestion, settings, figures }: ReplayReport): string[] {
  if (!suggestion) return [];
  const { best, halves, apply } = suggestion;
  const current = figures.find(({ method, variant }) => method === 'inkling' && variant === 'subject');
  return [
    '',
    'Hit rate in percent / tokens a block, subject alone, by budget (down) and relevance floor (across); * = best',
    ...suggestionTable(suggestion.settings, best),
    '',
    ...explainBest(suggestion),
    ...(current ? [`This replay: ${servedBy({ ...settings, ...current })}.`] : []),
    ...(halves
      ? [`Half of the queries alone would choose ${nameOf(halves[0])}, the other half ${nameOf(halves[1])}.`]
      : []),
    'Apply it:',
    `  ${apply}`,
    `  buildSessionMemoryBlock({ budget: { defaults: { ${JSON.stringify(settings.workType)}: ${best.budgetTokens} } }, minRelevance: ${best.minRelevance}, … })`,
  ];
}

/** The best setting and the rule that it is best by. */
export function explainBest({ best, standardError }: Suggestion): readonly string[] {
  return [
    `Best: ${servedBy(best)}.`,
    'Best is the highest hit rate less one point for every 100 tokens a block: a further 100 tokens must bring a hit in one more',
    `block of a hundred. Hit rates within ${percent(standardError)} points of it cannot be told apart by so few queries.`,
  ];
}

const nameOf = ({ budgetTokens, minRelevance }: SweptSetting): string => `${budgetTokens} tokens from ${minRelevance}`;

function servedBy(setting: SettingFigures): string {
  const { hitRate, tokens, onTargetShare } = setting;
  const share = percent(onTargetShare);
  return `${nameOf(setting)}: hit rate ${percent(hitRate)}, ${tokens.toFixed(0)} tokens a block, ${share} % of the lines on target`;
}

function suggestionTable(settings: readonly SettingFigures[], best: SettingFigures): string[] {
  const cell = (budgetTokens: number, minRelevance: number): string => {
    const found = settings.find((one) => one.budgetTokens === budgetTokens && one.minRelevance === minRelevance);
    return found ? `${found === best ? '*' : ''}${percent(found.hitRate)}/${found.tokens.toFixed(0)}` : '';
  };
  const row = (name: string, cells: readonly string[]): string =>
    name.padEnd(6) + cells.map((text) => text.padStart(12)).join('');
  return [
    row('', SWEPT_RELEVANCES.map(String)),
    ...REPLAY_BUDGETS.map((budget) =>
      row(
        String(budget),
        SWEPT_RELEVANCES.map((floor) => cell(budget, floor)),
      ),
    ),
  ];
}
