import { InklingError } from '@inkling/engine/errors';
import type { Command } from 'commander';
import { createClient } from '../../client/client.ts';
import { issueInspectorCode } from '../../contract/access.ts';
import { readDaemonToken } from '../../state/daemon-token.ts';
import { findDaemon } from '../../state/find-daemon.ts';
import { newCommand } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { requireStore } from '../open-memory.ts';
import { acting, type CommandContext } from '../run-command.ts';

export function inspectCommand(): Command {
  return newCommand('inspect', 'print a one-time address of the inspector, valid on this machine for ten minutes', [
    'inkling inspect',
    'xdg-open "$(inkling inspect)"',
    'inkling inspect ses_abc',
  ])
    .argument('[session]', 'open the inspector at this session')
    .action(acting(run));
}

async function run(context: CommandContext, session: string | undefined): Promise<ExitCode> {
  const daemon = await findDaemon(context.stateDirectory());
  if (!daemon) {
    requireStore(context.storage());
    throw new InklingError('daemon-unavailable', 'No daemon is running, and the daemon serves the inspector.', {
      hint: 'Start it with `inkling up --detach`.',
    });
  }
  const view = session === undefined ? '/' : `/sessions/${encodeURIComponent(session)}`;
  const address = await inspectorAddress(context, daemon.url, view);
  context.terminal.result(address, () => address.url);
  if (context.terminal.interactive) context.terminal.note(inspectorHint(address));
  return EXIT.ok;
}

/**
 * The address of the web app with a one-time code behind the `#`: a browser sends that part to nobody, and the page takes it out of the address bar.
 * Where the daemon listens to other machines only, nobody gets in without a key, and the address has no code. `url`: the daemon's; `view`: a
 * path of the web app. `expiresAt`: until when it lets one in, once; null = it does not, and asks for a key.
 */
export async function inspectorAddress(context: CommandContext, url: string, view: string = '/') {
  const secret = readDaemonToken(context.stateDirectory()) ?? '';
  const client = createClient({ url, secret, orgId: context.orgId });
  try {
    const { code, expiresAt } = await client.call(issueInspectorCode, {});
    return { url: `${url}${view}#code=${code}`, expiresAt };
  } catch (error) {
    if (!InklingError.isInstance(error) || error.code !== 'unauthorized') throw error;
    return { url: `${url}${view}`, expiresAt: null };
  }
}

/** What to know of an address beside itself. */
export function inspectorHint({ expiresAt }: Pick<Awaited<ReturnType<typeof inspectorAddress>>, 'expiresAt'>): string {
  if (expiresAt === null) return 'It asks for an API key: the daemon does not listen on the loopback interface.';
  return 'It works once, within ten minutes; `inkling inspect` prints another.';
}
