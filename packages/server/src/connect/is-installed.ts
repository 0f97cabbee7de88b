import { existsSync } from 'node:fs';
import type { ConnectionFacts } from './clients/connector.ts';
import { isOnPath } from './is-on-path.ts';

/** Whether a client has settings of its user's, or in the project that is connected, or is on the path, where some have no program. */
export function isInstalled(
  facts: ConnectionFacts,
  program: string,
  settingsDirectory: (facts: ConnectionFacts) => string,
): boolean {
  const directories = [settingsDirectory(facts), settingsDirectory({ ...facts, scope: 'user' })];
  return directories.some((directory) => existsSync(directory)) || isOnPath(program, facts.environment);
}
