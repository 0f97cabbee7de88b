import type { TenantDatabase } from '../../base/database/database.ts';
import {
  createExperimentStore,
  type Experiment,
  type ExperimentReport,
} from '../../memory/experiments/experiment-store.ts';
import { analyticsWindow, type AnalyticsRequest } from '../../memory/insight/analytics-window.ts';
import {
  earningMemories,
  helpFigures,
  idleMemories,
  learnedMemories,
  type EarningMemory,
  type HelpFigures,
  type IdleMemory,
  type LearnedMemory,
} from '../../memory/insight/help-figures.ts';
import { hiddenFrom, type WithViewer } from './viewer.ts';
import type { Rooms } from '../wire/wire-rooms.ts';

/** Whether memory helped, as far as anybody can know. */
export interface DidItHelp {
  readonly since: string;
  readonly until: string;
  /** In one sentence. */
  readonly verdict: string;
  readonly figures: HelpFigures;
  /** The experiment that ran in this time, else the one that runs or ran last; null = there was none. */
  readonly experiment: ExperimentReport | null;
  readonly earned: readonly EarningMemory[];
  readonly idle: readonly IdleMemory[];
  readonly learned: readonly LearnedMemory[];
}

const WEEK_MS = 7 * 86_400_000;

/** Puts together what the first page of the inspector tells. (Default: of the week before now) */
export async function didItHelp(
  rooms: Pick<Rooms, 'authorizer' | 'onError' | 'clock'>,
  tenant: TenantDatabase,
  { viewer, ...request }: Omit<AnalyticsRequest, 'bucket'> & WithViewer,
): Promise<DidItHelp> {
  const { clock } = rooms;
  const now = clock.now();
  const since = request.since ?? new Date(new Date(request.until ?? now).getTime() - WEEK_MS);
  const asked = analyticsWindow({ ...request, since }, now);
  const window = { ...asked, hidden: await hiddenFrom(rooms, tenant, viewer, asked.project) };
  const [figures, earned, idle, learned, experiments] = await Promise.all([
    helpFigures(tenant, window),
    earningMemories(tenant, window),
    idleMemories(tenant, window),
    learnedMemories(tenant, window),
    experimentsOf(tenant, rooms, request.projectId, window),
  ]);
  const { newest: experiment, deciding } = experiments;
  const told = { since: window.since, until: window.until, figures, experiment, earned, idle, learned };
  const where = deciding && request.projectId === undefined ? placeOf(deciding.experiment) : '';
  return { ...told, verdict: helpVerdict(figures, deciding, where) };
}

/** What can say how a time went, and what the page shows: else the one that runs now, else the one that ran last. */
async function experimentsOf(
  tenant: TenantDatabase,
  { clock }: Pick<Rooms, 'clock'>,
  projectId: string | null | undefined,
  window: Window,
): Promise<{ readonly deciding: ExperimentReport | null; readonly newest: ExperimentReport | null }> {
  const store = createExperimentStore(tenant, clock);
  const known = await store.list(projectId);
  const own = experimentOf(known, window);
  const shown = own ?? known.find(isRunning) ?? known[0];
  const newest = shown ? await store.report(shown.projectId, shown.id) : null;
  return { deciding: own ? newest : null, newest };
}

type Window = Pick<DidItHelp, 'since' | 'until'>;

const isRunning = ({ stoppedAt }: Experiment): boolean => stoppedAt === null;

/** Of the experiments (newest first) that ran in a time the one that runs, else the newest. */
export function experimentOf(known: readonly Experiment[], { since, until }: Window): Experiment | undefined {
  const ran = known.filter(
    ({ startedAt, stoppedAt }) => startedAt < until && (stoppedAt === null || stoppedAt > since),
  );
  return ran.find(isRunning) ?? ran[0];
}

const placeOf = ({ projectId }: Experiment): string =>
  projectId === null ? 'In sessions without a project: ' : `In ${projectId}: `;

const counted = (count: number, noun: string): string =>
  `${new Intl.NumberFormat('en').format(count)} ${noun}${count === 1 ? '' : 's'}`;

/** One sentence. Only an experiment that ran in the time can say that memory helped; without one it says what was used. */
export function helpVerdict(
  figures: HelpFigures,
  experiment: Pick<ExperimentReport, 'measures' | 'conclusion'> | null,
  where = '',
): string {
  const { sessions, givenSessions, blocks, tokens, usingSessions, outcomes } = figures;
  if (sessions === 0) return 'No agent was at work, so there is nothing to tell.';
  if (experiment && experiment.measures[0]?.verdict !== 'too-little') return `${where}${experiment.conclusion}`;
  if (blocks === 0) return `${counted(sessions, 'session')} ran, and memory had nothing for them: it cost nothing.`;
  const cost = `${counted(blocks, 'block')} of ${counted(tokens, 'token')} in all`;
  if (usingSessions === 0) {
    return `Nothing shows that it helped: ${counted(givenSessions, 'session')} got ${cost}, and none cited or followed them.`;
  }
  const known = outcomes.accepted + outcomes.rework + outcomes.rejected;
  const ended =
    known === 0
      ? 'how they ended is not known yet'
      : `${outcomes.accepted} of ${counted(known, 'known outcome')} ${outcomes.accepted === 1 ? 'is' : 'are'} accepted`;
  return `It was used: ${usingSessions} of the ${counted(givenSessions, 'session')} that got something (${cost}) cited or followed it; ${ended}.`;
}
