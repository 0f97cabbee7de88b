import { Command, Option } from 'commander';
import type { Classification } from '@inkling/engine';
import { examples, repeatable } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withWritableMemory } from '../open-memory.ts';
import { readStatement } from '../read-statement.ts';
import { acting, type CommandContext } from '../run-command.ts';

interface RememberOptions {
  readonly path: readonly string[];
  readonly tag: readonly string[];
  readonly kind: string;
  readonly classification: Classification;
  readonly pin?: boolean;
  readonly agent: string;
  readonly session?: string;
}

/** `inkling remember <text>` */
export function rememberCommand(): Command {
  return new Command('remember')
    .description('remember one statement; the same statement again is no second one')
    .argument('<text>', 'the statement, or - to read it from standard input')
    .addOption(repeatable('-p, --path <path>', 'a file that it is about; may be repeated'))
    .addOption(repeatable('--tag <tag>', 'may be repeated'))
    .option('-k, --kind <kind>', 'decision, error, convention or any other word', 'explicit')
    .addOption(
      new Option('-c, --classification <level>', 'who may see it')
        .choices(['public', 'internal', 'confidential', 'restricted'])
        .default('internal'),
    )
    .option('--pin', 'keep it in front')
    .option('--agent <id>', 'who says it', 'user')
    .option('--session <id>', 'the session in which it was said')
    .addHelpText(
      'after',
      examples(
        'inkling remember "Migrations are never edited" --kind convention --path sql',
        'git log -1 --format=%B | inkling remember - --kind decision',
      ),
    )
    .action(acting(run));
}

async function run(context: CommandContext, text: string, options: RememberOptions): Promise<ExitCode> {
  const content = text === '-' ? await readStatement(process.stdin) : text;
  const projectId = await context.project();
  return withWritableMemory(context, async (memory) => {
    const result = await memory.observations.remember({
      content,
      projectId,
      agentId: options.agent,
      kind: options.kind,
      classification: options.classification,
      pinned: options.pin === true,
      metadata: { paths: options.path, tags: options.tag },
      ...(options.session === undefined ? {} : { sessionId: options.session }),
    });
    context.terminal.result({ projectId, ...result }, () => result.id);
    if (context.terminal.json) return EXIT.ok;
    if (!result.created) context.terminal.note('Already known.');
    if (result.redacted.length > 0) context.terminal.note(`Redacted: ${result.redacted.join(', ')}.`);
    if (result.status === 'quarantined') {
      context.terminal.note(`Kept out of blocks until it is reviewed: inkling review ${result.id} --release`);
    }
    return EXIT.ok;
  });
}
