// Other people's rules, as formats that secrets are made from: `{ id, regex, entropy, label }`. Neither file is ours to ship.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { parse } = createRequire(new URL('../../packages/server/package.json', import.meta.url))('smol-toml');

/** What says who somebody is. */
const GIVES_NO_ACCESS = /-(?:client|access|app)-id$/;

/** gitleaks' file, the directory `pkg/detectors` of trufflehog, or any other as JSON, with `@@` where a name ends and its value begins. */
export function readRules(path) {
  if (path.endsWith('.json')) return JSON.parse(readFileSync(path, 'utf8'));
  if (statSync(path).isDirectory()) return readDetectors(path);
  return parse(readFileSync(path, 'utf8')).rules.filter(({ id, regex }) => regex && !GIVES_NO_ACCESS.test(id));
}

/** What of a detector's expressions finds a secret, and not an id, a user or an address. */
const SECRET_NAMED = /^(?:\w*(?:key|secret|token|pass|pwd|credential)\w*?)(?:Pat|Regex|Re)?$/i;
const OTHER_NAMED =
  /(?:public\w*|placeholder\w*|keyword|uri|url|domain|endpoint|host|account|user|email|client_?id|app_?id|org|tenant|id)(?:Pat)?$/i;
const EXPRESSION =
  /(\w+)\s*=\s*regexp\.MustCompile\((?:detectors\.PrefixRegex\(\[\]string\{([^}]*)\}\)\s*\+\s*)?`([^`]+)`\)/g;

function readDetectors(directory) {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.go') && !name.endsWith('_test.go'))
    .toSorted();
  return files.flatMap((file) => {
    const found = readFileSync(join(directory, file), 'utf8').matchAll(EXPRESSION);
    return Array.from(found, ([, name, keywords, regex]) => ({ file, name, keywords, regex }))
      .filter(({ name, regex }) => SECRET_NAMED.test(name) && !OTHER_NAMED.test(name) && !regex.includes('(?!'))
      .map((rule) => ({ id: `${file}#${rule.name}`, regex: rule.regex, label: labelOf(rule) }));
  });
}

/** What stands before a secret that has no prefix of its own: the vendor's name, as a variable has it. */
function labelOf({ file, keywords, regex }) {
  if (/[a-zA-Z]{2}[a-zA-Z0-9]?[_.-]/.test(regex.replaceAll(/\[[^\]]*\]|\\./g, ''))) return '';
  const [word = file.split('/')[0]] = keywords?.match(/(?<=")[^"]+(?=")/g) ?? [];
  return word.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
}
