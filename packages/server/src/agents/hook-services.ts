import type { Clock, InklingError, MemoryInjectionSubscriber, OrgMemory } from '@inkling/engine';
import { keepNewest } from '@inkling/engine/operator';
import type { FileOfProject } from '@inkling/engine/types';
import { percentile } from '../base/figures.ts';
import { sessionSettings } from '../config/project-settings.ts';
import { DEFAULT_SETTINGS, type Settings } from '../config/resolve-settings.ts';
import type { AgentClientName, HookOutcome } from '../base/agent-clients.ts';
import type { HookReportRow } from '../contract/delivery.ts';
import { createCheckouts, type Checkouts } from '../git/checkout-files.ts';
import { createFileHistory } from '../git/file-history.ts';
import { lookAtOutcome } from '../outcomes/look-at-outcome.ts';
import { type ActivityWriter, createActivityWriter } from './activity-writer.ts';
import type { HookServicePorts } from './agent-session.ts';
import { estimateWrapped } from './block-envelope.ts';
import type { HookEventKind } from './clients/hook-event.ts';
import { createHookService, type HookCall, type HookResult, type HookService } from './hook-service.ts';
import { createHintDesk } from './take-blocks.ts';

interface HookServicesOptions extends Pick<
  HookServicePorts,
  'secret' | 'projectOf' | 'topOf' | 'issueOf' | 'onError' | 'estimateTokens'
> {
  readonly clock: Clock;
  /** The user's settings, which the file of each project narrows. (Default: the defaults) */
  readonly settings?: Settings;
  /** One tool call or prompt that was looked up, with its outcome. */
  readonly onVerbEvent: (outcome: string, elapsedMs: number) => void;
}

/** The services of all organisations that this daemon serves. */
export interface HookServices {
  /** Answers a hook of an organisation's agent, and notes how long that took. Rejects with `forbidden` only, which is not noted. */
  answer(memory: OrgMemory, call: HookCall): Promise<HookResult>;
  /** Looks tool calls up, whichever door they come by: what a session has had is known once. */
  subscriberOf(memory: OrgMemory): MemoryInjectionSubscriber;
  /** Writes what happened behind the answers, whichever door it was told by: in the order in which it came. */
  activitiesOf(memory: OrgMemory): ActivityWriter;
  /** What hooks of an organisation were answered since this daemon started. */
  report(memory: OrgMemory): readonly HookReportRow[];
  /** Resolves when what was to be written behind the answers so far is written. */
  settled(): Promise<void>;
  /** The same when the daemon ends: what the database does not take now is given up. */
  close(): Promise<void>;
}

/** Projects whose files' problems are known to have been told. */
const MOST_PROJECTS = 1000;

/** A project's file is read with each prompt: what is wrong with it is told when it is another thing than before. */
function createProblemReport(onError: (error: unknown) => void) {
  const told = new Map<string, string>();
  return (top: string, problems: readonly InklingError[]): void => {
    const text = problems.map(({ message }) => message).join('\n');
    if (text !== (told.get(top) ?? '')) problems.forEach(onError);
    keepNewest(told, top, text, MOST_PROJECTS);
  };
}

/** The settings of a session in a directory, as its project's file narrows them now. */
function createSettingsReader(
  { topOf, onError }: Pick<HookServicesOptions, 'topOf' | 'onError'>,
  settings: Settings,
): HookServicePorts['settingsOf'] {
  const reportOnce = createProblemReport(onError);
  return async (directory) => {
    const top = directory === null ? null : ((await topOf(directory)) ?? directory);
    const problems: InklingError[] = [];
    const found = sessionSettings(settings, top, (problem) => problems.push(problem));
    reportOnce(top ?? '', problems);
    return found;
  };
}

interface Parts {
  readonly service: HookService;
  readonly recorder: ReturnType<typeof createHookRecorder>;
  readonly subscriber: MemoryInjectionSubscriber;
  readonly activities: ActivityWriter;
}

/** The files of a session's checkout: a directory may be another project's, or of no work tree, and then nobody can tell. */
function checkoutOfProjects(
  { hasFile, changedAt }: Checkouts,
  { topOf, projectOf }: Pick<HookServicesOptions, 'topOf' | 'projectOf'>,
): HookServicePorts['checkout'] {
  const topFor = async ({ directory, projectId }: FileOfProject): Promise<string | null> => {
    if (directory === null || (await projectOf(directory)) !== projectId) return null;
    return topOf(directory);
  };
  return {
    hasFile: async (file) => hasFile({ path: file.path, directory: await topFor(file) }),
    changedAt: async (file) => changedAt({ path: file.path, directory: await topFor(file) }),
  };
}

/** Creates the services; one of an organisation is made when its first hook comes. */
export function createHookServices(options: HookServicesOptions): HookServices {
  const { clock, onVerbEvent, settings = DEFAULT_SETTINGS, ...ports } = options;
  const settingsOf = createSettingsReader(options, settings);
  const blame = createFileHistory(clock);
  const checkout = checkoutOfProjects(createCheckouts(clock), ports);
  const served: Parts[] = [];
  const looks = new Set<Promise<unknown>>();
  // By handle, of which there is one for each organisation while the daemon runs.
  const services = new WeakMap<OrgMemory, Parts>();
  function partsOf(memory: OrgMemory): Parts {
    const known = services.get(memory);
    if (known) return known;
    const hints = createHintDesk(memory, clock);
    const subscriber = memory.createInjectionSubscriber({
      enqueue: (hint) => hints.enqueue(hint),
      prefetch: true,
      blame,
      checkout,
      estimateTokens: (text) => estimateWrapped(text, undefined, ports.estimateTokens),
      onEvent: ({ outcome, elapsedMs }) => onVerbEvent(outcome, elapsedMs),
    });
    const activities = createActivityWriter(memory.activities, clock, options.onError);
    const onEnded = (sessionId: string): void => {
      const look = lookAtOutcome(memory, sessionId, clock).catch(options.onError);
      looks.add(look);
      void look.finally(() => looks.delete(look));
    };
    const service = createHookService({
      ...{ ...ports, settingsOf },
      ...{ memory, subscriber, activities, hints, clock, onEnded, blame, checkout },
    });
    const made = { service, recorder: createHookRecorder(clock), subscriber, activities };
    services.set(memory, made);
    served.push(made);
    return made;
  }
  async function settle(write: (writer: ActivityWriter) => Promise<void>): Promise<void> {
    await Promise.all(served.map(({ activities }) => write(activities)));
    await Promise.all(looks);
  }
  return {
    async answer(memory, call) {
      const { service, recorder } = partsOf(memory);
      const startedAt = clock.monotonic();
      const result = await service.answer(call);
      recorder.note(call.client, result, clock.monotonic() - startedAt);
      return result;
    },
    subscriberOf: (memory) => partsOf(memory).subscriber,
    activitiesOf: (memory) => partsOf(memory).activities,
    report: (memory) => services.get(memory)?.recorder.report() ?? [],
    settled: () => settle((writer) => writer.allSettled()),
    async close() {
      await settle((writer) => writer.close());
      await Promise.all(served.map(({ service }) => service.close()));
      await settle((writer) => writer.allSettled());
    },
  };
}

const KEPT = 1000;

interface Counted {
  readonly client: AgentClientName;
  readonly event: HookEventKind;
  readonly outcomes: Partial<Record<HookOutcome, number>>;
  readonly times: number[];
  count: number;
  lastAt: number;
}

/** Counts hooks while the daemon runs. It keeps the newest thousand times of each client and kind: a few hundred kilobytes at worst. */
function createHookRecorder(clock: Clock) {
  const counted = new Map<string, Counted>();
  return {
    note(client: AgentClientName, { kind, outcome }: Pick<HookResult, 'kind' | 'outcome'>, elapsedMs: number): void {
      const key = `${client} ${kind}`;
      const row = counted.get(key) ?? { client, event: kind, outcomes: {}, times: [], count: 0, lastAt: 0 };
      counted.set(key, row);
      row.times[row.count % KEPT] = elapsedMs;
      row.count += 1;
      row.lastAt = clock.now();
      row.outcomes[outcome] = (row.outcomes[outcome] ?? 0) + 1;
    },
    report: (): readonly HookReportRow[] => [...counted.values()].map(rowOf),
  };
}

function rowOf({ client, event, outcomes, times, lastAt }: Counted): HookReportRow {
  const at = (share: number): number => percentile(times, share);
  return {
    client,
    event,
    outcomes,
    lastAt: new Date(lastAt).toISOString(),
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
  };
}
