import path from 'node:path';

/** What the default place depends on. */
export interface HostFacts {
  readonly environment: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly home: string;
}

/**
 * Where memory lives when nobody says otherwise: `inkling` in `$XDG_DATA_HOME`, else in `%LOCALAPPDATA%` on Windows, else in
 * `~/.local/share`. One place for all projects, so that one daemon can serve them.
 */
export function defaultDataDirectory({ environment, platform, home }: HostFacts): string {
  const xdg = environment['XDG_DATA_HOME'];
  // The specification says to ignore a relative one: it would name another place in every working directory.
  if (xdg && path.isAbsolute(xdg)) return path.join(xdg, 'inkling');
  const local = environment['LOCALAPPDATA'];
  if (platform === 'win32' && local) return path.join(local, 'inkling');
  return path.join(home, '.local', 'share', 'inkling');
}
