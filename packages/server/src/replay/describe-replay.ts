import { REPLAY_TITLES, type ReplayReport, type ShownTask } from './replay-report.ts';
import { REPLAY_SURFACES } from './run-replay.ts';
import {
  REPLAY_BUDGETS,
  SWEPT_RELEVANCES,
  type SettingFigures,
  type Suggestion,
  type SweptSetting,
} from './suggest-setting.ts';
import type { ReplayFigures } from './summarize-replay.ts';

/** A replay for people, in a terminal. */
export function describeReplay(report: ReplayReport): string {
  const warnings = report.warnings.map((warning) => `\nwarning: ${warning}`);
  return [...describeFindings(report), ...warnings, '', ...report.conclusion].join('\n');
}

/** The same without its warnings and what it comes to. */
export function describeFindings(report: ReplayReport): string[] {
  const surfaces = REPLAY_SURFACES.map((surface) => report.figures.filter((row) => row.surface === surface));
  return [
    ...describeHistory(report),
    ...surfaces.filter((rows) => rows.length > 0).flatMap((rows) => ['', ...describeFigures(rows)]),
    '',
    ...describeToolCalls(report),
    '',
    ...LEGEND,
    ...describeSuggestion(report),
    ...describeShown(report),
  ];
}

function describeHistory({ project, history, plan, settings }: ReplayReport): string[] {
  const { head, read, used, bots, empty, repeated, from, to } = history;
  const leftOut = `${bots} by bots, ${empty} without a message, ${repeated} repeated`;
  return [
    `Replay of ${project}, ${from} to ${to}, up to ${head.slice(0, 10)}`,
    `${read} commits read, ${used} used (left out: ${leftOut}); merges are not read.`,
    `The first ${plan.remembered} are memory from the start. Of ${plan.eligible} later ones ${plan.asked} are asked about, each against the commits`,
    `before it: ${plan.tasks} tasks; the others have no remembered commit behind their lines.`,
    `Start blocks: ${settings.workType}, ${settings.budgetTokens} tokens, relevance from ${settings.minRelevance}.`,
  ];
}

const COLUMNS = ['blame-hit', '95 %', 'same file', 'answers', 'lines', 'behind', 'tokens'];
// The widest cells and a space between: "100.0", "90.1–100.0".
const NAME_WIDTH = 22;
const WIDTHS = [10, 12, 11, 9, 7, 8, 8];

function describeFigures(rows: readonly ReplayFigures[]): string[] {
  const [first] = rows;
  const title = first ? REPLAY_TITLES[first.surface].surface : '';
  return [
    title.padEnd(NAME_WIDTH) + columns(COLUMNS),
    ...rows.map((row) => REPLAY_TITLES[row.surface][row.method].padEnd(NAME_WIDTH) + columns(cellsOf(row))),
  ];
}

function cellsOf(row: ReplayFigures): string[] {
  const [low, high] = row.blameHitInterval;
  return [
    percent(row.blameHitRate),
    `${percent(low)}–${percent(high)}`,
    // Whoever is told the file finds it: there the figure says nothing.
    row.surface === 'start' ? percent(row.sameFileRate) : '',
    percent(row.spokenShare),
    row.lines.toFixed(1),
    percent(row.linesBehindShare),
    row.tokens.toFixed(0),
  ];
}

const columns = (cells: readonly string[]): string => cells.map((cell, n) => cell.padStart(WIDTHS[n] ?? 0)).join('');

/** A share in percent, without the sign. */
const percent = (share: number): string => (share * 100).toFixed(1);

function describeToolCalls({ toolCalls }: ReplayReport): readonly string[] {
  const { edits, reads, blockShare, editBlockShare, readBlockShare, tokensPerBlock, repeatedShare } = toolCalls;
  const shares = `${percent(editBlockShare)} % of ${edits} edits, ${percent(readBlockShare)} % of ${reads} reads of files beside them`;
  const repeated = repeatedShare === null ? 'unknown' : `${percent(repeatedShare)} %`;
  return [
    `All tool calls: ${percent(blockShare)} % get a block (${shares}), of ${tokensPerBlock.toFixed(0)} tokens.`,
    `Later blocks of a file that show the very lines of an earlier task's: ${repeated}.`,
  ];
}

const LEGEND = [
  'blame-hit: answers that name one of the three commits behind the lines to be changed (at the first edit: those of that file), in',
  'percent, and where the true rate lies with 95 % certainty. same file: answers that name a commit which touched a same file.',
  'answers: those that are not empty. behind: lines that name one of the three. Lines and tokens are means, silence included.',
];

function describeShown({ shown }: ReplayReport): string[] {
  if (shown.length === 0) return [];
  return [
    '',
    'What an agent would get; * = names a commit behind the changed lines',
    ...shown.flatMap((task) => ['', ...describeTask(task)]),
  ];
}

function describeTask(task: ShownTask): string[] {
  const { commit, subject, files, behind, start, call } = task;
  const mark = (line: string): string => (behind.some((hash) => line.startsWith(`- [${hash}`)) ? '*' : ' ');
  const lines = (block: string): string[] => {
    // Without its heading.
    const rows = block.split('\n').filter((line) => line.startsWith('- '));
    return rows.length === 0 ? ['    nothing'] : rows.map((line) => `  ${mark(line)} ${line}`);
  };
  return [
    `${commit} ${subject} (${files.join(', ')})`,
    '  at the start',
    ...lines(start),
    call ? `  ${call.tool} ${call.path}` : '  on its tool calls',
    ...lines(call?.block ?? ''),
  ];
}

function describeSuggestion({ suggestion, settings, figures }: ReplayReport): string[] {
  if (!suggestion) return [];
  const { best, halves, apply } = suggestion;
  const current = figures.find(({ method, surface }) => method === 'inkling' && surface === 'start');
  return [
    '',
    'Blame-hit of the start block in percent / tokens a block, by budget (down) and relevance floor (across); * = best',
    ...suggestionTable(suggestion.settings, best),
    '',
    ...explainBest(suggestion),
    ...(current ? [`This replay: ${servedBy({ ...settings, ...current, hitRate: current.blameHitRate })}.`] : []),
    ...(halves
      ? [`Half of the tasks alone would choose ${nameOf(halves[0])}, the other half ${nameOf(halves[1])}.`]
      : []),
    'Apply it:',
    `  ${apply}`,
    `  buildSessionMemoryBlock({ budget: { defaults: { ${JSON.stringify(settings.workType)}: ${best.budgetTokens} } }, minRelevance: ${best.minRelevance}, … })`,
  ];
}

/** The best setting and the rule that it is best by. */
function explainBest({ best, standardError }: Suggestion): readonly string[] {
  return [
    `Best: ${servedBy(best)}.`,
    'Best is the highest blame-hit less one point for every 100 tokens a block: a further 100 tokens must bring a hit in one more',
    `block of a hundred. Rates within ${percent(standardError)} points of it cannot be told apart by so few tasks.`,
  ];
}

const nameOf = ({ budgetTokens, minRelevance }: SweptSetting): string => `${budgetTokens} tokens from ${minRelevance}`;

function servedBy(setting: SettingFigures): string {
  const { hitRate, tokens, linesBehindShare } = setting;
  const share = percent(linesBehindShare);
  return `${nameOf(setting)}: blame-hit ${percent(hitRate)}, ${tokens.toFixed(0)} tokens a block, ${share} % of the lines name one`;
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
