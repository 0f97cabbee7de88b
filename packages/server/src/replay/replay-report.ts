import { spread, type ReplayPlan } from './plan-replay.ts';
import type { ReplayCommit, ReplayHistory } from './read-history.ts';
import { editedFiles, type ReplayTask } from './replay-task.ts';
import type { ReplayMethod, ReplaySurface, TaskOutcome } from './run-replay.ts';
import type { BlockSettings } from './start-block.ts';
import { suggestSetting, type Suggestion } from './suggest-setting.ts';
import { summarizeReplay, summarizeToolCalls, type ReplayFigures, type ToolCallFigures } from './summarize-replay.ts';

/** What a replay found: the value that `--json` prints. The same history gives the same report. */
export interface ReplayReport extends ReplayFindings {
  readonly project: string;
  readonly history: Omit<ReplayHistory, 'commits'> & {
    /** The newest commit that was read. */
    readonly head: string;
    /** Days of the oldest and the newest commit, ISO-8601, UTC. */
    readonly from: string;
    readonly to: string;
    /** Commits replayed: those read without bots, empty and repeated messages. */
    readonly used: number;
  };
  readonly plan: {
    readonly remembered: number;
    readonly eligible: number;
    readonly asked: number;
    /** Commits asked about whose changed lines have a commit of the history behind them: the others are left out. */
    readonly tasks: number;
  };
  readonly warnings: readonly string[];
  /** Tasks to read, as many as asked for. */
  readonly shown: readonly ShownTask[];
  readonly conclusion: readonly string[];
}

/** A task with the blocks that its agent would get, for a person to read. */
export interface ShownTask {
  /** The hash of the commit, shortened as in the lines of blocks. */
  readonly commit: string;
  readonly subject: string;
  /** The files that the task edits. */
  readonly files: readonly string[];
  /** Hashes of the commits behind the changed lines, shortened; at most three. */
  readonly behind: readonly string[];
  /** '' = silence. */
  readonly start: string;
  /** The first tool call that gets a block; null = none does. */
  readonly call: { readonly tool: string; readonly path: string; readonly block: string } | null;
}

const OURS = { inkling: 'Inkling', 'full-text': 'full-text search' };

/** What each surface is called before people, and each method there. */
export const REPLAY_TITLES: Readonly<Record<ReplaySurface, Readonly<Record<ReplayMethod | 'surface', string>>>> = {
  start: { surface: 'at the start', ...OURS, latest: 'git log -n 10' },
  'tool-call': { surface: 'first edit', ...OURS, latest: 'git log -n 3 -- file' },
};

// With fewer, two methods must be some 20 points apart before the difference is sure.
const FEW_TASKS = 50;

export function createReplayReport(facts: {
  readonly project: string;
  readonly shallow: boolean;
  readonly history: ReplayHistory;
  readonly plan: ReplayPlan;
  readonly tasks: readonly ReplayTask[];
  readonly settings: BlockSettings;
  readonly outcomes: readonly TaskOutcome[];
  /** Tasks that are to be read. */
  readonly show: number;
}): ReplayReport {
  const { project, history, plan, settings, outcomes, tasks } = facts;
  const { commits, ...counts } = history;
  const figures = summarizeReplay(outcomes);
  const swept = outcomes.map((outcome) => outcome.swept).filter(({ length }) => length > 0);
  const dayOf = (index: number): string => isoDay(commits.at(index)?.observation.createdAt);
  const report = {
    project,
    history: { head: commits.at(-1)?.hash ?? '', from: dayOf(0), to: dayOf(-1), used: commits.length, ...counts },
    plan: { remembered: plan.remembered, eligible: plan.eligible, asked: plan.queries.length, tasks: tasks.length },
    settings,
    figures,
    toolCalls: summarizeToolCalls(outcomes),
    suggestion: swept.length === 0 ? null : suggestionFor(settings.workType, swept),
    warnings: warningsFor(facts.shallow, tasks.length, plan, figures),
    shown: showTasks(commits, tasks, outcomes, facts.show),
  };
  return { ...report, conclusion: concludeReplay(report) };
}

const SHORT_HASH = 8;

/** At most `count` tasks, each from the middle of its own stretch. */
function showTasks(
  commits: readonly ReplayCommit[],
  tasks: readonly ReplayTask[],
  outcomes: readonly TaskOutcome[],
  count: number,
): readonly ShownTask[] {
  const played = tasks.map((task, place) => ({ task, outcome: outcomes[place]! }));
  const shortHash = (position: number): string => commits[position]!.hash.slice(0, SHORT_HASH);
  return spread(played, count).map(({ task, outcome: { startBlock, calls } }) => {
    const { commit, behind } = task;
    const call = calls.find(({ block }) => block !== '');
    return {
      commit: commit.hash.slice(0, SHORT_HASH),
      subject: commit.subject,
      files: editedFiles(task).map(({ path }) => path),
      behind: [...behind.all].map(shortHash),
      start: startBlock,
      call: call ? { tool: call.tool, path: call.path, block: call.block } : null,
    };
  });
}

function suggestionFor(workType: string, swept: readonly TaskOutcome['swept'][]): ReplayReport['suggestion'] {
  const suggestion = suggestSetting(swept);
  const { budgetTokens, minRelevance } = suggestion.best;
  // A work type is any text; what a shell would read differently is quoted.
  const type = /^[\w-]+$/.test(workType) ? workType : `'${workType.replaceAll("'", String.raw`'\''`)}'`;
  const apply = `inkling block --work-type ${type} --budget ${budgetTokens} --min-relevance ${minRelevance} --title "…"`;
  return { ...suggestion, apply };
}

function warningsFor(
  shallow: boolean,
  tasks: number,
  { queries, eligible }: ReplayPlan,
  figures: readonly ReplayFigures[],
): string[] {
  const unanswered = figures.reduce((total, row) => total + row.unanswered, 0);
  return [
    ...(shallow ? ['The clone is shallow: older history is missing. Run "git fetch --unshallow" for the whole.'] : []),
    ...(tasks < FEW_TASKS ? [fewTasks(tasks, queries.length < eligible)] : []),
    ...(unanswered > 0 ? [`${unanswered} questions got no answer and count as misses.`] : []),
  ];
}

function fewTasks(tasks: number, moreCouldBeAsked: boolean): string {
  const hint = moreCouldBeAsked ? 'name more with --queries, or read' : 'read';
  return `Only ${tasks} tasks were judged: ${hint} the figures with their intervals.`;
}

function isoDay(date: string | Date | undefined): string {
  return date === undefined ? '' : new Date(date).toISOString().slice(0, 10);
}

export interface ReplayFindings {
  /** Those of the start blocks. */
  readonly settings: BlockSettings;
  readonly figures: readonly ReplayFigures[];
  readonly toolCalls: ToolCallFigures;
  /** null unless asked for. */
  readonly suggestion: (Suggestion & { readonly apply: string }) | null;
}

/** What a replay comes to, in sentences that a person can act on. */
export function concludeReplay(report: ReplayFindings): readonly string[] {
  return [startSentence(report), ...toolCallSentences(report), adviceOf(report)];
}

type Measured = Pick<ReplayFindings, 'figures'>;

function startSentence(report: Measured): string {
  const [own, latest, fullText] = hitsAt(report, 'start');
  const { tasks = 0 } = figureOf(report, 'start', 'inkling') ?? {};
  return `On this history the start block names a commit behind the changed lines of ${tasks} tasks in ${own} (ten latest commits: ${latest}; full text: ${fullText}).`;
}

function toolCallSentences(report: ReplayFindings): string[] {
  if (!figureOf(report, 'tool-call', 'inkling')) return [];
  const [own, latest, fullText] = hitsAt(report, 'tool-call');
  const { repeatedShare, blockShare, tokensPerBlock } = report.toolCalls;
  const repeated =
    repeatedShare === null ? '' : `; ${wholePercent(repeatedShare)} of a file's later blocks repeat an earlier one`;
  return [
    `The block of the first edit does in ${own} (git log -n 3: ${latest}; full text: ${fullText}).`,
    `${wholePercent(blockShare)} of tool calls get a block, of ${tokensPerBlock.toFixed(0)} tokens${repeated}.`,
  ];
}

function adviceOf({ suggestion, settings }: ReplayFindings): string {
  if (!suggestion) return 'Try --suggest for the budget and the relevance floor that would have served best.';
  const { best, apply } = suggestion;
  if (best.budgetTokens === settings.budgetTokens && best.minRelevance === settings.minRelevance) {
    return 'No other budget and floor would have served better.';
  }
  return `${best.budgetTokens} tokens from ${best.minRelevance} would have served best, with ${wholePercent(best.hitRate)}: ${apply}`;
}

function figureOf({ figures }: Measured, surface: ReplaySurface, method: ReplayMethod): ReplayFigures | undefined {
  return figures.find((row) => row.surface === surface && row.method === method);
}

/** How often each method does, and what it costs: more tokens name more commits. */
function hitsAt(report: Measured, surface: ReplaySurface): readonly string[] {
  return (['inkling', 'latest', 'full-text'] as const).map((method) => {
    const { blameHitRate = 0, tokens = 0 } = figureOf(report, surface, method) ?? {};
    return `${wholePercent(blameHitRate)} with ${tokens.toFixed(0)} tokens`;
  });
}

const wholePercent = (share: number): string => `${(share * 100).toFixed(0)} %`;
