import { join } from 'node:path';
import { listBuiltFiles, readSources } from '../lib/files.mjs';
import { manifestOf } from '../lib/packages.mjs';
import { root } from '../lib/root.mjs';
import { runAsideOrThrow } from '../lib/run.mjs';

const ALWAYS = ['LICENSE', 'README.md', 'package.json'];

/** What a bundler writes, of no source of the same name: the web app, and threads in one file each. It empties its folder itself. */
const BUNDLED = /^packages\/[^/]+\/dist\/(?:inspector|(?:memory\/search|engine)\/thread)\//;

/** Packs one package into `destination`. Returns the tarball's path, its files, and its sizes in bytes. */
export async function packPackage(directory, destination) {
  const args = ['pack', '--json', '--pack-destination', destination];
  const { stdout } = await runAsideOrThrow('npm', args, { cwd: join(root, directory) });
  const [packed] = JSON.parse(stdout);
  return {
    name: packed.name,
    tarball: join(destination, packed.filename),
    files: packed.files.map(({ path }) => path),
    packedBytes: packed.size,
    unpackedBytes: packed.unpackedSize,
  };
}

/** What is wrong with a tarball's list of files, one sentence each. */
export function contentProblems(directory, { files, packedBytes, unpackedBytes }, budget) {
  const packed = new Set(files);
  const foreign = files.filter((path) => /\.(test|spec)\.|\.map$|tsbuildinfo|(^|\/)(src|test)\//.test(path));
  return [
    ...ALWAYS.filter((path) => !packed.has(path)).map((path) => `${path} is missing`),
    ...foreign.map((path) => `${path} does not belong into a package`),
    ...declaredFiles(directory)
      .filter((path) => !packed.has(path))
      .map((path) => `package.json declares ${path}, which is not packed`),
    ...staleFiles(directory).map((path) => `${path} has no source any more: delete dist and build again`),
    ...(packedBytes > budget.packed ? [`packed ${packedBytes} bytes, the budget is ${budget.packed}`] : []),
    ...(unpackedBytes > budget.unpacked ? [`unpacked ${unpackedBytes} bytes, the budget is ${budget.unpacked}`] : []),
  ];
}

/** Every file that `exports` and `bin` name. */
function declaredFiles(directory) {
  const { exports = {}, bin = {} } = manifestOf(directory);
  const targets = Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  );
  return [...targets, ...Object.values(bin)].map((path) => path.replace(/^\.\//, ''));
}

/** Compiled files whose source is gone: a build does not delete them, and nothing else would notice. */
function staleFiles(directory) {
  const sources = readSources(`${directory}/src`, { generated: true });
  const compiled = listBuiltFiles(directory).filter((path) => !BUNDLED.test(path));
  return compiled.filter((path) => {
    const source = path.replace(`${directory}/dist/`, `${directory}/src/`).replace(/(\.d\.ts|\.js)$/, '.ts');
    return /(\.d\.ts|\.js)$/.test(path) && !sources.has(source);
  });
}
