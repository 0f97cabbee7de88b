import { homedir } from 'node:os';
import { hookTokenOf } from '../daemon/hook-token.ts';
import { ensureDaemonToken } from '../daemon/daemon-token.ts';
import { findRepository } from '../importers/git/locate-repository.ts';
import type { ConnectionFacts, ConnectionScope } from './connector.ts';
import { hookScriptPath } from './install-hook-script.ts';
import { mkdirSync } from 'node:fs';

/** Who connects, for whom, to which daemon. */
export interface ConnectionRequest {
  readonly scope: ConnectionScope;
  readonly stateDirectory: string;
  readonly orgId: string;
  readonly daemonUrl: string;
  readonly directory: string;
  readonly programCommand: readonly string[];
  readonly withMcp: boolean;
}

/** Gathers what connectors write. Makes the daemon's token when there is none yet: the one for hooks is derived from it. */
export async function connectionFacts(request: ConnectionRequest): Promise<ConnectionFacts> {
  const { stateDirectory, orgId, scope, daemonUrl, directory, programCommand, withMcp } = request;
  mkdirSync(stateDirectory, { recursive: true, mode: 0o700 });
  const repository = await findRepository(directory).catch(() => null);
  return {
    scope,
    home: homedir(),
    environment: process.env,
    projectDirectory: repository?.workTree ?? directory,
    daemonUrl,
    hookToken: hookTokenOf(ensureDaemonToken(stateDirectory), orgId),
    orgId,
    hookScript: hookScriptPath(stateDirectory),
    programCommand,
    withMcp,
  };
}
