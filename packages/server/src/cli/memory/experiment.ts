import type { Experiment, ExperimentReport } from '@inkling/engine/types';
import { type Command, InvalidArgumentError } from 'commander';
import { newCommand } from '../command-options.ts';
import { EXIT } from '../exit-codes.ts';
import type { CommandMemory } from '../../client/command-memory.ts';
import { withMemory } from '../open-memory.ts';
import { printableText } from '../../base/printable-text.ts';
import { acting } from '../run-command.ts';

type Measure = ExperimentReport['measures'][number];

/** Who does it, when a person types it. */
const ACTOR = { actor: 'cli' } as const;

export function experimentCommand(): Command {
  const start = newCommand('start', 'withhold memory from a share of the sessions that start from now on')
    .requiredOption(
      '--withhold <share>',
      'which share: 10% is enough for a busy project, 50% gives a result soonest',
      portion,
    )
    .action(
      answering(
        (memory, project, { withhold }: { readonly withhold: number }) => memory.start(project, withhold, ACTOR),
        describeExperiment,
      ),
    );
  const status = newCommand('status', 'show the experiments of the project').action(
    answering((memory, project) => memory.list(project), describeExperiments),
  );
  const stop = newCommand('stop', 'stop it: every session that starts from now on gets memory').action(
    answering((memory, project) => memory.stop(project, ACTOR), describeExperiment),
  );
  const report = newCommand('report', 'compare the sessions with memory and those without')
    .option('--id <id>', 'an earlier experiment (default: the newest)')
    .action(
      answering((memory, project, { id }: { readonly id?: string }) => memory.report(project, id), describeReport),
    );
  const group = newCommand('experiment', 'measure whether memory helps this project: some sessions go without it', [
    'inkling experiment start --withhold 10%',
    'inkling experiment report',
  ]);
  for (const each of [start, status, stop, report]) group.addCommand(each);
  return group;
}

/** `10%` or `0.1`. */
function portion(text: string): number {
  const [, digits = '', sign] = /^(\d*\.?\d+)\s*(%)?$/u.exec(text.trim()) ?? [];
  const value = Number(digits) / (sign ? 100 : 1);
  if (digits !== '' && value > 0 && value <= 0.9) return value;
  throw new InvalidArgumentError('Expected a share above 0 and at most 90%, such as 10%.');
}

function answering<Answer>(
  ask: (memory: CommandMemory['experiments'], projectId: string | null, options: never) => Promise<Answer>,
  describe: (answer: Answer) => string,
): (...given: unknown[]) => Promise<void> {
  return acting(async (context, options: never) => {
    const projectId = await context.project();
    return withMemory(context, async ({ experiments }) => {
      const answer = await ask(experiments, projectId, options);
      context.terminal.result(answer, () => describe(answer));
      return EXIT.ok;
    });
  });
}

function describeExperiment({ projectId, withhold, startedAt, stoppedAt }: Experiment): string {
  const end = stoppedAt === null ? 'and is still running' : `and stopped ${day(stoppedAt)}`;
  return `${printableText(projectId ?? 'no project')}: ${percent(withhold)} of the sessions go without memory; it began ${day(startedAt)} ${end}.`;
}

function describeExperiments(experiments: readonly Experiment[]): string {
  if (experiments.length === 0) return 'No experiment. inkling experiment start --withhold 10% begins one.';
  return experiments.map((each) => `${each.id}  ${describeExperiment(each)}`).join('\n');
}

const NAMES: Readonly<Record<Measure['measure'], string>> = {
  accepted: 'accepted',
  corrected: 'corrected by the user',
  tokens: 'tokens, estimated',
  'tool-calls': 'tool calls',
  'seconds-to-test': 'seconds to a passing test',
};

function describeReport({ experiment, sessions, measures, conclusion }: ExperimentReport): string {
  const head = `${describeExperiment(experiment)} Ended so far: ${sessions.with} with memory, ${sessions.without} without.`;
  return [conclusion, '', head, ...measures.map(describeMeasure)].join('\n');
}

function describeMeasure({
  measure,
  difference: { value, low, high },
  verdict,
  moreSessions,
  ...sides
}: Measure): string {
  const isShare = measure === 'accepted' || measure === 'corrected';
  const amount = ({ value: of, sessions }: Measure['with']): string =>
    `${isShare ? percent(of) : Math.round(of)} of ${sessions}`;
  const interval = low === null || high === null ? 'anything' : `${signed(low)} to ${signed(high)}`;
  const unit = isShare ? ' points' : ' %';
  const end = verdict === 'too-little' ? `too little to tell, about ${moreSessions} more sessions are needed` : verdict;
  const columns = [
    NAMES[measure].padEnd(26),
    `with ${amount(sides.with)}`.padEnd(18),
    `without ${amount(sides.without)}`.padEnd(21),
  ];
  return `  ${columns.join(' ')} ${signed(value)}${unit} (${interval})  ${end}`;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const signed = (share: number): string => `${share < 0 ? '−' : '+'}${Math.round(Math.abs(share) * 100)}`;
const day = (moment: string): string => moment.slice(0, 10);
