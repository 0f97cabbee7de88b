import { Command } from 'commander';
import { readVersion } from '../config/version.ts';
import { named } from './command-options.ts';
import { blockCommand } from './commands/block.ts';
import { demoCommand } from './commands/demo.ts';
import { downCommand } from './commands/down.ts';
import { exportCommand } from './commands/export.ts';
import { feedbackCommand } from './commands/feedback.ts';
import { forgetCommand } from './commands/forget.ts';
import { graphCommand } from './commands/graph.ts';
import { doctorCommand } from './commands/doctor.ts';
import { importCommand } from './commands/import.ts';
import { inspectCommand } from './commands/inspect.ts';
import { initCommand } from './commands/init.ts';
import { keysCommand } from './commands/keys.ts';
import { mcpCommand } from './commands/mcp.ts';
import { migrateCommand } from './commands/migrate.ts';
import { policyCommand } from './commands/policy.ts';
import { recallCommand } from './commands/recall.ts';
import { rememberCommand } from './commands/remember.ts';
import { replayCommand } from './commands/replay.ts';
import { reviewCommand } from './commands/review.ts';
import { statusCommand } from './commands/status.ts';
import { transferCommand } from './commands/transfer.ts';
import { upCommand } from './commands/up.ts';
import { printableJson, printableText } from './printable-text.ts';

const EXIT_CODES = `
Exit codes:
  0  done                        5  not found, or no such source
  1  failed                      6  the store cannot be used
  2  wrong usage or value        7  the schema needs a migration
  3  data directory busy         8  no answer within the deadline
  4  done in part, rows refused  130  stopped or declined
`;

/** The whole command line. */
export function createProgram(): Command {
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
    .option('--debug', 'add stack traces to errors')
    .addHelpText('after', EXIT_CODES)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ outputError: (text, write) => write(usageError(text)) })
    .exitOverride(); // errors are thrown, so that main decides on the exit code
  const commands = [
    upCommand(),
    downCommand(),
    statusCommand(),
    inspectCommand(),
    initCommand(),
    doctorCommand(),
    importCommand(),
    graphCommand(),
    recallCommand(),
    blockCommand(),
    rememberCommand(),
    exportCommand(),
    forgetCommand(),
    feedbackCommand(),
    reviewCommand(),
    policyCommand(),
    transferCommand(),
    mcpCommand(),
    keysCommand(),
    migrateCommand(),
    demoCommand(),
    replayCommand(),
  ];
  for (const command of commands) program.addCommand(command);
  inheritSettings(program);
  return program;
}

/** Commander's complaint in the form of every other error. It stands before the options are parsed, so the words are searched. */
function usageError(text: string): string {
  const message = text.trim().replace(/^error: /, '');
  if (process.argv.includes('--json')) return `${printableJson({ error: { code: 'usage', message } })}\n`;
  return `error usage: ${printableText(message)} (add --help for the options)\n`;
}

/** Commander copies settings to commands that it creates, not to commands that are added. */
function inheritSettings(parent: Command): void {
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent);
    inheritSettings(command);
  }
}
