import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Whether a program would be found by its name. Runs nothing. */
export function isOnPath(program: string, environment: NodeJS.ProcessEnv): boolean {
  const directories = (environment['PATH'] ?? '').split(path.delimiter).filter((directory) => directory !== '');
  return directories.some((directory) => isExecutable(path.join(directory, program)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // Not there, or not for us: the same to somebody who looks for it.
    return false;
  }
}
