import type { ReplayHistory } from './read-history.ts';
import type { ReplayPlan } from './plan-replay.ts';
import type { BlockSettings } from './pack-block.ts';
import type { ReplayMethodName, ReplayVariant } from './replay-methods.ts';
import type { ReplayOutcomes } from './run-replay.ts';
import { summarizeReplay, type ReplayFigures } from './summarize-replay.ts';
import { suggestSetting, type Suggestion } from './suggest-setting.ts';

/** What a replay found: the value that `--json` prints. The same history gives the same report, save for `latencyMs`. */
export interface ReplayReport {
  readonly project: string;
  readonly history: {
    /** The newest commit that was read. */
    readonly head: string;
    /** Days of the oldest and the newest commit, ISO-8601, UTC. */
    readonly from: string;
    readonly to: string;
    readonly read: number;
    /** Commits replayed: those read without bots, empty and repeated messages. */
    readonly used: number;
    readonly bots: number;
    readonly empty: number;
    readonly repeated: number;
  };
  readonly plan: { readonly remembered: number; readonly eligible: number; readonly asked: number };
  readonly settings: { readonly workType: string; readonly budgetTokens: number; readonly minRelevance: number };
  readonly figures: readonly ReplayFigures[];
  /** null unless asked for. */
  readonly suggestion: (Suggestion & { readonly apply: string }) | null;
  readonly warnings: readonly string[];
}

/** How methods and variants are called before people. */
export const METHOD_TITLES: Readonly<Record<ReplayMethodName, string>> = {
  inkling: 'Inkling',
  'inkling-no-floor': 'Inkling, no floor',
  'full-text': 'full-text search',
  recent: 'most recent',
  'path-log': 'git log -- path',
};

/** As {@link METHOD_TITLES}. */
export const VARIANT_TITLES: Readonly<Record<ReplayVariant, string>> = {
  subject: 'subject alone',
  'subject-and-path': 'subject and first path',
};

// With fewer, two methods must be some 20 points apart before the difference is sure.
const FEW_QUERIES = 50;

/** Puts a report together. */
export function createReplayReport(facts: {
  readonly project: string;
  readonly shallow: boolean;
  readonly history: ReplayHistory;
  readonly plan: ReplayPlan;
  readonly settings: BlockSettings;
  readonly outcomes: ReplayOutcomes;
}): ReplayReport {
  const { project, history, plan, settings, outcomes } = facts;
  const { commits, ...counts } = history;
  const figures = summarizeReplay(outcomes.outcomes);
  const dayOf = (index: number): string => isoDay(commits.at(index)?.observation.createdAt);
  return {
    project,
    history: { head: commits.at(-1)?.hash ?? '', from: dayOf(0), to: dayOf(-1), used: commits.length, ...counts },
    plan: { remembered: plan.remembered, eligible: plan.eligible, asked: plan.queries.length },
    settings: {
      workType: settings.workType,
      budgetTokens: outcomes.outcomes[0]?.budgetTokens ?? settings.budgetTokens ?? 0,
      minRelevance: settings.minRelevance,
    },
    figures,
    suggestion: outcomes.swept.length === 0 ? null : suggestionFor(settings.workType, outcomes.swept),
    warnings: warningsFor(facts.shallow, plan, figures),
  };
}

function suggestionFor(workType: string, swept: ReplayOutcomes['swept']): ReplayReport['suggestion'] {
  const suggestion = suggestSetting(swept);
  const { budgetTokens, minRelevance } = suggestion.best;
  // A work type is any text; what a shell would read differently is quoted.
  const type = /^[\w-]+$/.test(workType) ? workType : `'${workType.replaceAll("'", String.raw`'\''`)}'`;
  const apply = `inkling block --work-type ${type} --budget ${budgetTokens} --min-relevance ${minRelevance} --title "…"`;
  return { ...suggestion, apply };
}

function warningsFor(shallow: boolean, { queries, eligible }: ReplayPlan, figures: readonly ReplayFigures[]): string[] {
  const unanswered = figures.reduce((total, row) => total + row.unanswered, 0);
  return [
    ...(shallow ? ['The clone is shallow: older history is missing. Run "git fetch --unshallow" for the whole.'] : []),
    ...(queries.length < FEW_QUERIES ? [fewQueries(queries.length, eligible)] : []),
    ...(unanswered > 0 ? [`${unanswered} questions got no answer and count as misses.`] : []),
  ];
}

function fewQueries(asked: number, eligible: number): string {
  const why =
    asked < eligible ? `were asked about, of ${eligible}: name more with --queries, or` : 'could be asked about:';
  return `Only ${asked} commits ${why} read the figures with their intervals.`;
}

function isoDay(date: string | Date | undefined): string {
  return date === undefined ? '' : new Date(date).toISOString().slice(0, 10);
}
