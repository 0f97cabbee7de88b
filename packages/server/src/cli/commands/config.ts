import { Command } from 'commander';
import { readProjectSettings } from '../../config/project-settings.ts';
import { narrowSettings, userSettingsFile, type Settings } from '../../config/resolve-settings.ts';
import { SETTING_KEYS, SETTINGS } from '../../config/settings.ts';
import type { SettingKey } from '../../config/setting-values.ts';
import { hasStore } from '../../config/storage.ts';
import { topOfProject } from '../../project/top-of-project.ts';
import { examples } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withMemory } from '../open-memory.ts';
import { acting, type CommandContext } from '../run-command.ts';
import { administered, configSetCommand, type Administered } from './config-set.ts';

/** `inkling config` */
export function configCommand(): Command {
  return new Command('config')
    .description('print every setting, what it is here and who said so; `set` changes what the administration has')
    .addCommand(configSetCommand())
    .addHelpText('after', examples('inkling config', 'inkling config --json', 'inkling config set graph_enabled true'))
    .action(acting(run));
}

/** One setting, as it is told. */
interface ShownSetting {
  readonly key: SettingKey;
  /** null = nothing is set; of a secret whether there is one. */
  readonly value: unknown;
  readonly source: string;
}

async function run(context: CommandContext): Promise<ExitCode> {
  const user = context.settings();
  const { values, problems, file } = readProjectSettings(await topOfProject(process.cwd()));
  const settings = SETTING_KEYS.map((key) => shown(key, narrowSettings(user, values, file)));
  const administration = await administrationOf(context);
  const files = { user: userSettingsFile(context.host), project: file };
  context.terminal.result({ files, settings, administration }, () =>
    [
      `The user's file: ${files.user}`,
      `The project's file, which may only narrow: ${files.project}`,
      '',
      ...settings.map(({ key, value, source }) => `${key} = ${inWords(key, value)}  (${source})`),
      ...(administration === null ? [] : ['', 'In the administration:', ...administration.map(administeredLine)]),
    ].join('\n'),
  );
  if (!context.terminal.json) context.terminal.note('A daemon that runs has what it was started with.');
  // Told last, where it is seen; everything else of the file counts.
  if (problems[0]) throw problems[0];
  return EXIT.ok;
}

function shown(key: SettingKey, { values, sources }: Settings): ShownSetting {
  const value = values[key];
  return { key, value: SETTINGS[key].isSecret && value !== null ? '****' : value, source: sources[key] };
}

function inWords(key: SettingKey, value: unknown): string {
  if (value === null) return 'not set';
  return value === '****' ? value : SETTINGS[key].kind.toText(value as never) || 'none';
}

function administeredLine({ key, value, by }: Administered): string {
  return `${key} = ${value === null ? 'not decided' : String(value)}  (${by === null ? 'default' : `set by ${by}`})`;
}

/** null where there is no store yet: nobody can have set anything. */
async function administrationOf(context: CommandContext): Promise<readonly Administered[] | null> {
  const storage = context.storage();
  if (storage.kind === 'pglite' && !hasStore(storage.dataDirectory)) return null;
  let found: readonly Administered[] = [];
  const projectId = await context.project();
  await withMemory(context, async ({ config }) => {
    found = await administered(config, projectId);
    return EXIT.ok;
  });
  return found;
}
