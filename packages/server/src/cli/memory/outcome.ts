import type { SaidOutcome, SessionOutcomeView } from '@inkling/engine/types';
import { Argument, type Command } from 'commander';
import { named, newCommand } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withMemory } from '../open-memory.ts';
import { acting, type CommandContext } from '../run-command.ts';
import { InklingError } from '@inkling/engine/errors';
import { printableText } from '../../base/printable-text.ts';

interface OutcomeOptions {
  readonly remove?: true;
  readonly reason?: string;
}

/** Who says it, when a person types it. */
const ACTOR = 'cli';

export function outcomeCommand(): Command {
  const outcomes = ['accepted', 'rework', 'rejected', 'unknown'];
  return newCommand('outcome', 'show how a session ended and by what evidence, or set its outcome', [
    'inkling outcome 2ff46cd5-f4e7 accepted',
    'inkling outcome 2ff46cd5-f4e7 --remove',
  ])
    .argument('<session>', 'the session')
    .addArgument(new Argument('[outcome]', 'how it ended').choices(outcomes))
    .option('--reason <text>', 'why', named)
    .option('--remove', 'remove the outcome that was set: the other evidence decides again')
    .action(acting(run));
}

async function run(
  context: CommandContext,
  session: string,
  outcome: SaidOutcome | undefined,
  { remove, reason }: OutcomeOptions,
): Promise<ExitCode> {
  if (remove && outcome !== undefined) {
    throw new InklingError('invalid-input', 'An outcome cannot be set and removed at once.', {
      hint: 'Give the outcome or --remove, not both.',
    });
  }
  return withMemory(context, async ({ feedback }) => {
    const isSaid = remove === true || outcome !== undefined;
    const by = { actor: ACTOR, ...(reason === undefined ? {} : { reason }) };
    const view = isSaid ? await feedback.setOutcome(session, outcome ?? null, by) : await feedback.outcome(session);
    context.terminal.result(view, () => describe(view));
    return EXIT.ok;
  });
}

function describe({ outcome, source, confidence, evidence }: SessionOutcomeView): string {
  const head =
    source === null
      ? 'unknown: there is no evidence yet'
      : `${outcome ?? 'unknown'}, by ${source} (confidence ${confidence.toFixed(2)})`;
  const lines = evidence.map(
    ({ occurredAt, source: from, says, subject, detail }) =>
      `  ${occurredAt.slice(0, 16)}  ${from}  ${says}  ${printableText(`${subject.slice(0, 12)} ${detail}`).trim()}`,
  );
  return [head, ...lines].join('\n');
}
