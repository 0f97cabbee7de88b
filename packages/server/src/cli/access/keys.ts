import { API_KEY_ROLES } from '@inkling/engine/operator';
import type { ApiKey, ApiKeyRole } from '@inkling/engine/types';
import { type Command, Option } from 'commander';
import { named, newCommand } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withMemory, withWritableMemory } from '../open-memory.ts';
import { printableLine } from '../../base/printable-text.ts';
import { acting, type CommandContext } from '../run-command.ts';

export function keysCommand(): Command {
  return newCommand('keys', 'manage API keys for other machines')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand());
}

interface CreateOptions {
  readonly role: ApiKeyRole;
  readonly name: string;
  readonly agents?: readonly string[];
  readonly projects?: readonly string[];
}

function createCommand(): Command {
  return newCommand('create', 'create a key and print it once', [
    'inkling keys create --role worker --name "build machine" --agents claude-code codex',
    'inkling keys create --role agent --name reviewer --agents reviewer --projects github.com/acme/api',
  ])
    .addOption(new Option('--role <role>', 'what its holder may do').choices(API_KEY_ROLES).makeOptionMandatory())
    .requiredOption('--name <text>', 'what it is for', named)
    .option('--agents <names...>', 'the agents that its holder may act as (default: the key itself, by its id)')
    .option('--projects <ids...>', 'the only projects that it may read and write (default: all)')
    .action(acting(create));
}

function create(context: CommandContext, { role, name, agents, projects }: CreateOptions): Promise<ExitCode> {
  const bound = { ...(agents ? { agents } : {}), ...(projects ? { projects } : {}) };
  return withWritableMemory(context, async (memory) => {
    const key = await memory.apiKeys.create({ role, name, ...bound, createdBy: 'local' });
    context.terminal.result(key, () => key.text);
    if (!context.terminal.json) context.terminal.note('Save it now: it is not stored and cannot be shown again.');
    return EXIT.ok;
  });
}

function listCommand(): Command {
  return newCommand('list', 'list the keys, without their secrets', ['inkling keys list']).action(acting(list));
}

function list(context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  return withMemory(context, async (memory) => {
    const keys = await memory.apiKeys.list();
    terminal.result({ keys }, () => keys.map(describeKey).join('\n'));
    if (keys.length === 0 && !terminal.json) terminal.note('There are no API keys.');
    return EXIT.ok;
  });
}

/** One line of the list. Daemons of earlier versions send no `agents`. */
export function describeKey(key: Omit<ApiKey, 'agents'> & Partial<Pick<ApiKey, 'agents'>>): string {
  const { id, role, name, agents = [], projects, createdAt, revokedAt } = key;
  const bound = [
    ...(agents.length > 0 ? [`as ${agents.join(', ')}`] : []),
    ...(projects ? [`in ${projects.join(', ')}`] : []),
  ];
  const state = revokedAt === null ? '' : `, revoked ${revokedAt.slice(0, 10)}`;
  return printableLine(`${id}  ${role}  ${createdAt.slice(0, 10)}${state}  ${[name, ...bound].join('  ')}`, 400);
}

function revokeCommand(): Command {
  return newCommand('revoke', 'revoke a key', ['inkling keys revoke pD2kq81sXw0a'])
    .argument('<id>', 'the id, as it is listed')
    .action(acting(revoke));
}

function revoke(context: CommandContext, id: string): Promise<ExitCode> {
  return withMemory(context, async (memory) => {
    const revoked = await memory.apiKeys.revoke(id);
    context.terminal.result({ id, revoked }, () => (revoked ? 'Revoked.' : 'No valid key has this id.'));
    return revoked ? EXIT.ok : EXIT.notFound;
  });
}
