import { makeStateDirectory } from '../config/make-state-directory.ts';
import { thisHost } from '../config/storage.ts';
import type { FoundDaemon } from '../state/find-daemon.ts';
import { ensureDaemonToken, hookTokenOf, readDaemonToken } from '../state/daemon-token.ts';
import { findRepository } from '../git/locate-repository.ts';
import type { ConnectionFacts, ConnectionScope } from './clients/connector.ts';
import { daemonUrlOf, hookScriptPath } from './install-hook-script.ts';

/** Who connects, for whom, to which daemon. */
export interface ConnectionRequest {
  readonly scope: ConnectionScope;
  readonly stateDirectory: string;
  readonly orgId: string;
  /** null = none runs: it will listen where it did when the hook command was installed, else on the usual port. */
  readonly daemon: Pick<FoundDaemon, 'url'> | null;
  readonly withMcp: boolean;
  readonly makesToken: boolean;
}

/**
 * Gathers what connectors write for the working directory and its user. The token for hooks is derived from the daemon's, which is made when there is none yet, for those who
 * connect; who only looks, or takes back, makes nothing, and where there is no token nothing that is connected fits.
 */
export async function connectionFacts(request: ConnectionRequest): Promise<ConnectionFacts> {
  const { stateDirectory, orgId, scope, daemon, withMcp } = request;
  if (request.makesToken) makeStateDirectory(stateDirectory);
  const token = request.makesToken ? ensureDaemonToken(stateDirectory) : readDaemonToken(stateDirectory);
  const repository = await findRepository(process.cwd()).catch(() => null);
  const { home, environment } = thisHost();
  return {
    scope,
    home,
    environment,
    projectDirectory: repository?.workTree ?? process.cwd(),
    daemonUrl: daemonUrlOf(daemon, stateDirectory),
    hookToken: hookTokenOf(token ?? '', orgId),
    orgId,
    hookScript: hookScriptPath(stateDirectory),
    withMcp,
  };
}
