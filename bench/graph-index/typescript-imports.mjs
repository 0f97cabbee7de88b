// Which file imports which, as the TypeScript compiler says: every "Imported via … from file …" of --explainFiles.
import { spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
const OPTIONS = [
  '--noEmit',
  '--noCheck',
  '--explainFiles',
  '--ignoreConfig',
  '--allowJs',
  ...['--module', 'preserve'],
  ...['--moduleResolution', 'bundler'],
  ...['--types', ''],
];

/** Pairs `importer imported` of files below a directory, both among the given ones, and the files that were looked at: all. */
export function typescriptImports(directory, files) {
  const known = new Set(files);
  const { stdout } = spawnSync(process.execPath, [compiler, ...OPTIONS, ...files], {
    cwd: directory,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  const pairs = new Set();
  let imported = '';
  for (const line of stdout.split('\n')) {
    if (!line.startsWith(' ')) imported = relative(directory, join(directory, line.trim()));
    const importer = /Imported via .* from file '(.+?)'/.exec(line)?.[1];
    if (importer !== undefined && importer !== imported && known.has(importer) && known.has(imported)) {
      pairs.add(`${importer} ${imported}`);
    }
  }
  return { pairs, files: known };
}
