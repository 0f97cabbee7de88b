import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** Writes a generated file unless it is current. With `--check` on the command line it writes nothing and ends the program with 1. */
export function writeGenerated(path, text, command) {
  const target = join(root, path);
  if (existsSync(target) && readFileSync(target, 'utf8') === text) return;
  if (process.argv.includes('--check')) {
    console.error(`${path} is stale. Run: ${command}`);
    process.exit(1);
  }
  writeFileSync(target, text);
}
