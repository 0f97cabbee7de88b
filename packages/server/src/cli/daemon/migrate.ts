import { InklingError } from '@inkling/engine/errors';
import type { Command } from 'commander';
import { describeStorage, hasStore, type Storage } from '../../config/storage.ts';
import { newCommand } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { openDatabase } from '../open-database.ts';
import { acting, type CommandContext } from '../run-command.ts';

export function migrateCommand(): Command {
  return newCommand(
    'migrate',
    'bring the schema up to date; the embedded store does so whenever it is opened, a server when `up` starts, unless that breaks earlier versions',
    ['inkling migrate --database-url postgres://localhost/inkling', 'inkling migrate --check'],
  )
    .option('--check', 'change nothing; exit code 7 when the schema is out of date')
    .action(acting(run));
}

async function run(context: CommandContext, { check = false }: { readonly check?: boolean }): Promise<ExitCode> {
  const storage = context.storage();
  if (check) requireStore(storage);
  // Somebody asked for it in so many words, so a shared DATABASE_URL may get its tables here.
  const breaks = (reasons: readonly string[]): void => context.terminal.note(warning(reasons));
  const database = await openDatabase(context, storage, { migrate: !check, breaks });
  await database.close();
  const where = describeStorage(storage);
  // Opening has looked: a schema that does not fit this version has ended in an error by now.
  context.terminal.result({ storage: where, upToDate: true }, () => `${where}: the schema is up to date.`);
  return EXIT.ok;
}

function warning(reasons: readonly string[]): string {
  const stop = 'Daemons of earlier versions that use this database must be stopped, on every machine:';
  return [stop, ...reasons.map((reason) => `- ${reason}`), 'Migrating…'].join('\n');
}

/** Opening an embedded store creates it, and a check changes nothing. */
function requireStore(storage: Storage): void {
  if (storage.kind !== 'pglite' || hasStore(storage.dataDirectory)) return;
  throw new InklingError('migration-required', `There is no store at ${storage.dataDirectory} yet.`, {
    hint: 'Run `inkling migrate`; commands that write also create the store.',
  });
}
