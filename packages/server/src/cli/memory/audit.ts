import type { VerifiedChanges } from '@inkling/engine/types';
import type { Command } from 'commander';
import { named, newCommand } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withMemory } from '../open-memory.ts';
import { acting, type CommandContext } from '../run-command.ts';

export function auditCommand(): Command {
  const verify = newCommand(
    'verify',
    'verify the change log: exit code 1 when an entry was changed, removed or added',
    ['inkling audit verify'],
  )
    .option(
      '--head <hash>',
      'the head hash that an earlier run printed: a log that no longer has it was rewritten',
      named,
    )
    .action(acting(run));
  return newCommand('audit', 'check the change log').addCommand(verify);
}

async function run(context: CommandContext, { head }: { readonly head?: string }): Promise<ExitCode> {
  return withMemory(context, async ({ config }) => {
    const verified = await config.verifyChanges(head);
    context.terminal.result(verified, () => describe(verified));
    return verified.broken === null ? EXIT.ok : EXIT.failure;
  });
}

const REASONS: Readonly<Record<NonNullable<VerifiedChanges['broken']>['why'], string>> = {
  changed: 'it was changed, or one before it was',
  missing: 'an entry is missing there',
  unsealed: 'it was not written by Inkling',
  rewritten: 'no entry has that hash: the log was rewritten, or belongs to another store',
};

function describe({ entries, head, broken }: VerifiedChanges): string {
  if (broken === null) return `${entries} entries, all as they were written. Head: ${head || 'none'}`;
  const { seq, id, why } = broken;
  const place = seq === null ? (id ?? 'the head') : `entry ${seq}${id === null ? '' : ` (${id})`}`;
  return `The change log does not verify: ${place}: ${REASONS[why]}.`;
}
