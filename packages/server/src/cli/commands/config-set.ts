import { InklingError } from '@inkling/engine/errors';
import { Command } from 'commander';
import type { CommandMemory } from '../../client/command-memory.ts';
import { examples } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withWritableMemory } from '../open-memory.ts';
import { acting, type CommandContext } from '../run-command.ts';

type Config = CommandMemory['config'];

/** One value of the administration. */
export interface Administered {
  readonly key: string;
  /** null = nobody decided. */
  readonly value: unknown;
  /** Who set it; null = it is the default. */
  readonly by: string | null;
}

/** `inkling config set` */
export function configSetCommand(): Command {
  return new Command('set')
    .description("change what the administration has: a project's switches, the plan, budgets, the recall matrix")
    .argument(
      '<key>',
      'memory_enabled, runtime_inject_enabled, graph_enabled (of the project); kg_enabled, budgets.<work type>, recall_matrix.<work type> (of the organisation)',
    )
    .argument('<value>', 'true or false, or a number of tokens; `default` takes it back')
    .addHelpText(
      'after',
      examples(
        'inkling config set graph_enabled true',
        'inkling config set kg_enabled default',
        'inkling config set budgets.feature 600',
      ),
    )
    .action(acting(run));
}

async function run(context: CommandContext, key: string, text: string): Promise<ExitCode> {
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
  const [table, workType] = [key.slice(0, key.indexOf('.')), key.slice(key.indexOf('.') + 1)];
  if (table === 'budgets' && workType) return setting((config) => config.budgets, workType, tokensIn(key, text));
  if (table === 'recall_matrix' && workType) {
    return setting((config) => config.recallMatrix, workType, switchIn(key, text));
  }
  throw new InklingError('invalid-input', `The administration has no ${JSON.stringify(key)}.`, {
    wayOut: 'Other settings are in inkling.toml, the environment and flags: `inkling config` prints them.',
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

function tokensIn(key: string, text: string): number | null {
  if (text === 'default') return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw wrong(key, text, 'a whole number of tokens, or default');
}

function wrong(key: string, text: string, wanted: string): InklingError {
  return new InklingError('invalid-input', `${key} cannot be ${JSON.stringify(text)}.`, {
    wayOut: `Give ${wanted}.`,
    details: { key },
  });
}

/** Everything that the administration has for a project and its organisation. */
export async function administered(config: Config, projectId: string): Promise<readonly Administered[]> {
  const [project, plan, budgets, matrix] = await Promise.all([
    config.project(projectId),
    config.plan.list(),
    config.budgets.list(),
    config.recallMatrix.list(),
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
  return [...switches, ...graph, ...features, ...set('budgets.', budgets), ...set('recall_matrix.', matrix)];
}
