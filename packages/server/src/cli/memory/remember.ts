import { type Command, Option } from 'commander';
import type { Classification, RememberResult } from '@inkling/engine';
import { newCommand, repeatable } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withWritableMemory } from '../open-memory.ts';
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

export function rememberCommand(): Command {
  return newCommand(
    'remember',
    'remember one statement; idempotent: the same statement again returns the existing one',
    [
      'inkling remember "Migrations are never edited" --kind convention --path sql',
      'git log -1 --format=%B | inkling remember - --kind decision',
    ],
  )
    .argument('<text>', 'the statement, or - to read it from standard input')
    .addOption(repeatable('-p, --path <path>', 'a file that it is about; may be repeated'))
    .addOption(repeatable('--tag <tag>', 'may be repeated'))
    .option('-k, --kind <kind>', 'decision, error, convention or any other word', 'explicit')
    .addOption(
      new Option('-c, --classification <level>', 'who may see it')
        .choices(['public', 'internal', 'confidential', 'restricted'])
        .default('internal'),
    )
    .option('--pin', 'keep it in front: the block at the start of a session begins with it')
    .option('--agent <id>', 'who says it', 'user')
    .option('--session <id>', 'the session in which it was said')
    .action(acting(run));
}

async function run(context: CommandContext, text: string, options: RememberOptions): Promise<ExitCode> {
  const content = text === '-' ? await readStatement() : text;
  const [projectId, paths] = await Promise.all([context.project(), context.paths(options.path)]);
  return withWritableMemory(context, async (memory) => {
    const result = await memory.observations.remember({
      content,
      projectId,
      agentId: options.agent,
      kind: options.kind,
      classification: options.classification,
      pinned: options.pin === true,
      metadata: { paths, tags: options.tag },
      ...(options.session === undefined ? {} : { sessionId: options.session }),
    });
    context.terminal.result({ projectId, ...result }, () => result.id);
    if (context.terminal.json) return EXIT.ok;
    for (const line of describeRemembered(result)) context.terminal.note(line);
    return EXIT.ok;
  });
}

/** Far more than the engine takes. */
const MOST_CHARACTERS = 20_000;

/** A stream may never end: what is too long for a statement is read no further, and refused as a whole. */
async function readStatement(): Promise<string> {
  let read = '';
  for await (const piece of process.stdin.setEncoding('utf8')) {
    read += piece;
    if (read.length > MOST_CHARACTERS) return read;
  }
  return read.trim();
}

/** What became of a statement, beside its id: whether it was known, and why it is not recalled. */
export function describeRemembered({ id, created, revived, status, redacted }: RememberResult): string[] {
  const known = revived ? 'Valid again.' : 'Already known.';
  return [
    ...(created || (!revived && status !== 'active') ? [] : [known]),
    ...(redacted.length > 0 ? [`Redacted: ${redacted.join(', ')}.`] : []),
    ...(status in NOT_RECALLED ? [NOT_RECALLED[status as keyof typeof NOT_RECALLED](id)] : []),
  ];
}

const NOT_RECALLED = {
  quarantined: (id: string) => `Kept out of blocks until it is reviewed: inkling review ${id} --release`,
  superseded: (id: string) =>
    `Not recalled: another statement replaced it. If it holds all the same: inkling forget ${id}, then remember it again.`,
  expired: () => 'Not recalled: it does not hold any more.',
};
