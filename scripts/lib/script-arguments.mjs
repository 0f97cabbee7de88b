import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * The options and positionals of a script. `--help` prints the comment at the script's head and ends with 0; an option that it does not have is one
 * line on standard error and exit code 2.
 * @param {string} url `import.meta.url` of the script
 * @param {import('node:util').ParseArgsConfig} config
 */
export function scriptArguments(url, { options, ...config }) {
  try {
    const parsed = parseArgs({ ...config, options: { ...options, help: { type: 'boolean', default: false } } });
    if (!parsed.values.help) return parsed;
  } catch (error) {
    process.stderr.write(`${error.message.split(/[.\n]/u, 1)[0]}. See --help.\n`);
    process.exit(2);
  }
  const [head] = readFileSync(fileURLToPath(url), 'utf8').split(/\n(?!\/\/)/u, 1);
  process.stdout.write(`${head.replaceAll(/^\/\/ ?/gmu, '')}\n`);
  process.exit(0);
}
