import { Command } from 'commander';
import { readVersion } from '../config/version.ts';
import { named, repeatable } from './command-options.ts';
import { reportError } from './report-error.ts';
import { printableJson, printableText } from '../base/printable-text.ts';

const EXIT_CODES = `
Exit codes:
  0  done                        5  not found, or no such source
  1  failed                      6  the store cannot be used
  2  wrong usage or value        7  the schema needs a migration
  3  data directory busy         8  no answer within the deadline
  4  done in part, rows refused  130  stopped or declined
`;

/**
 * The commands in the order of the help, each in a file of its own, which is read when it is named: all of them and what they stand on are
 * 600 files and most of a second, and half of them are asked for by agents.
 */
const COMMANDS: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['up', async () => (await import('./daemon/up.ts')).upCommand()],
  ['down', async () => (await import('./daemon/down.ts')).downCommand()],
  ['status', async () => (await import('./daemon/status.ts')).statusCommand()],
  ['inspect', async () => (await import('./daemon/inspect.ts')).inspectCommand()],
  ['init', async () => (await import('./daemon/init.ts')).initCommand()],
  ['doctor', async () => (await import('./daemon/doctor.ts')).doctorCommand()],
  ['config', async () => (await import('./daemon/config.ts')).configCommand()],
  ['import', async () => (await import('./sources/import.ts')).importCommand()],
  ['graph', async () => (await import('./sources/graph.ts')).graphCommand()],
  ['recall', async () => (await import('./memory/recall.ts')).recallCommand()],
  ['block', async () => (await import('./memory/block.ts')).blockCommand()],
  ['remember', async () => (await import('./memory/remember.ts')).rememberCommand()],
  ['export', async () => (await import('./memory/export.ts')).exportCommand()],
  ['forget', async () => (await import('./memory/forget.ts')).forgetCommand()],
  ['feedback', async () => (await import('./memory/feedback.ts')).feedbackCommand()],
  ['review', async () => (await import('./memory/review.ts')).reviewCommand()],
  ['amendments', async () => (await import('./memory/amendments.ts')).amendmentsCommand()],
  ['policy', async () => (await import('./access/policy.ts')).policyCommand()],
  ['transfer', async () => (await import('./access/transfer.ts')).transferCommand()],
  ['mcp', async () => (await import('./daemon/mcp.ts')).mcpCommand()],
  ['keys', async () => (await import('./access/keys.ts')).keysCommand()],
  ['migrate', async () => (await import('./daemon/migrate.ts')).migrateCommand()],
  ['outcome', async () => (await import('./memory/outcome.ts')).outcomeCommand()],
  ['experiment', async () => (await import('./memory/experiment.ts')).experimentCommand()],
  ['audit', async () => (await import('./memory/audit.ts')).auditCommand()],
  ['demo', async () => (await import('./sources/demo.ts')).demoCommand()],
  ['replay', async () => (await import('./sources/replay.ts')).replayCommand()],
]);

/** The command line: with the command that the arguments name, or with all of them when they name none and ask for more than the version. */
export async function createProgram(args: readonly string[]): Promise<Command> {
  const program = new Command('inkling')
    .description('Gives a coding agent an inkling of what earlier sessions learned.')
    .version(readVersion())
    .option('--json', 'print results and errors as JSON')
    .option(
      '--data-dir <dir>',
      'directory of the embedded store (or INKLING_DATA_DIR; default: inkling in the XDG data home)',
    )
    .option('--database-url <url>', 'PostgreSQL to use instead (or INKLING_DATABASE_URL, DATABASE_URL)')
    .option('--org <id>', 'organisation', named, 'local')
    .option('--project <id>', 'project (default: found from the working directory)', named)
    .addOption(
      repeatable(
        '--set <key=value>',
        'a setting; overrides environment and file; may be repeated; see `inkling config`',
      ),
    )
    .option('--debug', 'add stack traces to errors')
    .addHelpText('after', EXIT_CODES)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ outputError: (text, write) => write(usageError(text)) })
    .exitOverride(); // errors are thrown, so that main decides on the exit code
  const load = COMMANDS.get(namedCommand(program, args) ?? '');
  const asksVersion = args.some((argument) => argument === '--version' || argument === '-V');
  const all = asksVersion ? [] : [...COMMANDS.values()];
  const loading = load ? [load()] : all.map((each) => each());
  for (const command of await Promise.all(loading)) program.addCommand(command);
  inheritSettings(program);
  return program;
}

/** Runs the command that the process's arguments name. An error is told, and sets how the process ends. */
export async function runProgram(): Promise<void> {
  try {
    const program = await createProgram(process.argv.slice(2));
    await program.parseAsync();
  } catch (error) {
    const said = (flag: string): boolean => process.argv.includes(flag);
    process.exitCode = reportError(error, { json: said('--json'), debug: said('--debug') });
  }
}

/** The first argument that is neither an option nor an option's value. */
function namedCommand(program: Command, args: readonly string[]): string | undefined {
  const takesNext = (option: string | undefined): boolean =>
    program.options.some(({ long, required }) => required && long === option);
  return args.find((argument, at) => !argument.startsWith('-') && !takesNext(args[at - 1]));
}

/** Commander's complaint in the form of every other error. It stands before the options are parsed, so the words are searched. */
function usageError(text: string): string {
  const message = text.trim().replace(/^error: /, '');
  const error = { code: 'usage', message, hint: 'Add --help for the options.', details: {} };
  if (process.argv.includes('--json')) return `${printableJson({ error })}\n`;
  return `error usage: ${printableText(message)} (add --help for the options)\n`;
}

/** Commander copies settings to commands that it creates, not to commands that are added. */
function inheritSettings(parent: Command): void {
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent);
    inheritSettings(command);
  }
}
