import type { Command } from 'commander';
import { InklingError } from '@inkling/engine/errors';
import { readProjectSettings } from '../../config/project-settings.ts';
import { narrowSettings, userSettingsFile, type Settings } from '../../config/resolve-settings.ts';
import { SETTING_KEYS, type SettingKey, SETTINGS } from '../../config/settings.ts';
import { hasStore } from '../../config/storage.ts';
import { topOfProject } from '../../project/project-identity.ts';
import { newCommand } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withMemory, withWritableMemory } from '../open-memory.ts';
import { acting, type CommandContext } from '../run-command.ts';
import type { CommandMemory } from '../../client/command-memory.ts';

export function configCommand(): Command {
  return newCommand(
    'config',
    'print every setting, its value here and who set it; `set` changes settings of the organisation',
    ['inkling config', 'inkling config --json', 'inkling config set graph_enabled true'],
  )
    .addCommand(configSetCommand())
    .action(acting(run));
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
      `The project's file, which may only restrict settings: ${files.project}`,
      '',
      ...settings.map(({ key, value, source }) => `${key} = ${inWords(key, value)}  (${source})`),
      ...(administration === null
        ? []
        : ['', 'Settings of the project and its organisation:', ...administration.map(administeredLine)]),
    ].join('\n'),
  );
  if (!context.terminal.json) context.terminal.note('A running daemon keeps the settings it was started with.');
  // Told last, where it is seen; everything else of the file counts.
  if (problems[0]) throw problems[0];
  return EXIT.ok;
}

/** One setting, as it is told. Its value: null = nothing is set; of a secret whether there is one. */
function shown(key: SettingKey, { values, sources }: Settings) {
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

type Config = CommandMemory['config'];

interface Administered {
  readonly key: string;
  /** null = nobody decided. */
  readonly value: unknown;
  /** Who set it; null = it is the default. */
  readonly by: string | null;
}

export function configSetCommand(): Command {
  return newCommand(
    'set',
    "change an organisation's settings: a project's switches, the plan, budgets, the recall matrix, retention",
    [
      'inkling config set graph_enabled true',
      'inkling config set kg_enabled default',
      'inkling config set budgets.feature 600',
      'inkling config set retention.error 90',
    ],
  )
    .argument(
      '<key>',
      'memory_enabled, runtime_inject_enabled, graph_enabled (of the project); kg_enabled, budgets.<work type>, recall_matrix.<work type>, retention.<kind> (of the organisation)',
    )
    .argument('<value>', 'true or false, or a number of tokens or days; `default` resets it')
    .action(acting(set));
}

async function set(context: CommandContext, key: string, text: string): Promise<ExitCode> {
  const change = changeOf(key, text);
  const projectId = await context.project();
  return withWritableMemory(context, async ({ config }) => {
    await change(config, projectId);
    const [now] = (await administered(config, projectId)).filter((one) => one.key === key);
    context.terminal.result(now ?? { key, value: null, by: null }, () => `${key} is ${text} now.`);
    return EXIT.ok;
  });
}

const ACTOR = { actor: 'local' };

const SWITCHES = {
  memory_enabled: 'memoryEnabled',
  runtime_inject_enabled: 'runtimeInjectEnabled',
  graph_enabled: 'graphEnabled',
} as const;

const DEFAULTS = { memoryEnabled: true, runtimeInjectEnabled: true, graphEnabled: null } as const;

/** What `set` writes. Fails before anything is opened. */
function changeOf(key: string, text: string): (config: Config, projectId: string) => Promise<unknown> {
  if (Object.hasOwn(SWITCHES, key)) {
    const field = SWITCHES[key as keyof typeof SWITCHES];
    const value = switchIn(key, text) ?? DEFAULTS[field];
    return (config, projectId) => config.setProject(projectId, { [field]: value }, ACTOR);
  }
  if (key === 'kg_enabled') return setting((config) => config.plan, key, switchIn(key, text));
  const [table, name] = [key.slice(0, key.indexOf('.')), key.slice(key.indexOf('.') + 1)];
  if (table === 'budgets' && name) return setting((config) => config.budgets, name, numberIn(key, text, 'tokens'));
  if (table === 'retention' && name) return setting((config) => config.retention, name, numberIn(key, text, 'days'));
  if (table === 'recall_matrix' && name) return setting((config) => config.recallMatrix, name, switchIn(key, text));
  throw new InklingError('invalid-input', `There is no administrative setting ${JSON.stringify(key)}.`, {
    hint: 'Other settings are in inkling.toml, the environment and flags: `inkling config` prints them.',
    details: { key },
  });
}

function setting<Value>(
  of: (config: Config) => { set(patch: Readonly<Record<string, Value | null>>, by: typeof ACTOR): Promise<unknown> },
  name: string,
  value: Value | null,
): (config: Config) => Promise<unknown> {
  return (config) => of(config).set({ [name]: value }, ACTOR);
}

function switchIn(key: string, text: string): boolean | null {
  if (text === 'default') return null;
  if (text === 'true' || text === 'false') return text === 'true';
  throw wrong(key, text, 'true, false or default');
}

function numberIn(key: string, text: string, unit: 'tokens' | 'days'): number | null {
  if (text === 'default') return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw wrong(key, text, `a whole number of ${unit}, or default`);
}

function wrong(key: string, text: string, wanted: string): InklingError {
  return new InklingError('invalid-input', `${key} cannot be ${JSON.stringify(text)}.`, {
    hint: `Give ${wanted}.`,
    details: { key },
  });
}

/** Everything that the administration has for a project and its organisation. */
async function administered(config: Config, projectId: string): Promise<readonly Administered[]> {
  const [project, plan, budgets, matrix, retention] = await Promise.all([
    config.project(projectId),
    config.plan.list(),
    config.budgets.list(),
    config.recallMatrix.list(),
    config.retention.list(),
  ]);
  const switches = Object.entries(SWITCHES).map(([key, field]) => ({
    key,
    value: project[field],
    by: project[field] === DEFAULTS[field] ? null : project.updatedBy,
  }));
  const set = (prefix: string, rows: readonly { key: string; value: unknown; updatedBy: string }[]): Administered[] =>
    rows.map(({ key, value, updatedBy }) => ({ key: prefix + key, value, by: updatedBy }));
  const features = set('', plan);
  const graph = features.some(({ key }) => key === 'kg_enabled') ? [] : [{ key: 'kg_enabled', value: null, by: null }];
  const byKey = [...set('budgets.', budgets), ...set('recall_matrix.', matrix), ...set('retention.', retention)];
  return [...switches, ...graph, ...features, ...byKey];
}
