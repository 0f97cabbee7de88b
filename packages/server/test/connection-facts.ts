import type { ConnectionFacts } from '../src/connect/clients/connector.ts';

/** A user of a machine that is none. */
export function connectionFacts(changes: Partial<ConnectionFacts> = {}): ConnectionFacts {
  return {
    scope: 'user',
    home: '/ann',
    environment: { PATH: '/nowhere' },
    projectDirectory: '/ann/repo',
    daemonUrl: 'http://127.0.0.1:4655',
    hookToken: 'hook-token',
    orgId: 'local',
    hookScript: '/ann/.local/share/inkling/hook.sh',
    withMcp: true,
    ...changes,
  };
}
