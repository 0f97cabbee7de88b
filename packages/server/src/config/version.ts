import { existsSync, readFileSync } from 'node:fs';

export function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : '0.0.0';
}

/** The version with the hash of the compiled code, which the build writes: two builds from a clone have the same version. */
export function readBuild(): string {
  const file = new URL('../../dist/build-id', import.meta.url);
  return existsSync(file) ? `${readVersion()}+${readFileSync(file, 'utf8').trim()}` : readVersion();
}

export const OTHER_BUILD = 'of another build: restart it with `inkling down` and `inkling up --detach`';
