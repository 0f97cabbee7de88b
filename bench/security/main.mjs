// How many secrets are redacted, how many attacks are kept out, and how much else of both: `npm run bench security -- --rules gitleaks.toml --repository <path>`. The secrets are made
// from somebody else's rules (gitleaks' own file; it is not ours to ship), three of each format, and the rest is every line of a repository.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { detectInjection, redactSecrets } from '@inkling/engine/capture';
import { benchArguments } from '../lib/bench-arguments.mjs';
import { createRandom } from '../lib/random.mjs';
import { ATTACKS, NEAR_MISSES } from './attacks.mjs';
import { createPatternSampler } from './sample-pattern.mjs';

const { rules: RULES, repository: REPOSITORY, misses: MISSES } = benchArguments('security');
const { parse } = createRequire(new URL('../../packages/server/package.json', import.meta.url))('smol-toml');
const random = createRandom(20_261_124);
const sample = createPatternSampler(random.next);
const OF_EACH = 3;
const share = (part, whole) => `${((100 * part) / whole).toFixed(part / whole < 0.01 ? 3 : 1)} %`;

/** The rules' own way to say `<name>…=`, in five ways that people write it. */
const BEFORE = String.raw`(?:[ \t\w.-]{0,20})[\s'"]{0,3}`;
const AFTER = String.raw`(?:[\x60'"\s;]|\\[nr]|$)`;
const LABELS = ['_API_KEY=', '_TOKEN: "', "-secret = '", ' api key: ', '_KEY="'];

function realistic(pattern) {
  const plain = pattern
    .replaceAll(AFTER, '')
    .replaceAll('(?i)', '')
    .replaceAll(String.raw`[\w.-]{0,50}?`, '');
  const start = plain.indexOf(BEFORE);
  const end = start === -1 ? -1 : plain.indexOf(']{0,5}', start);
  if (end === -1) return plain;
  const closing = plain.slice(start, end).includes('{0,3})(?:=') ? ')' : '';
  return `${plain.slice(0, start)}${closing}${random.pick(LABELS)}${plain.slice(end + 6)}`;
}

function entropy(text) {
  const counts = [...text].reduce((known, char) => known.set(char, (known.get(char) ?? 0) + 1), new Map());
  return [...counts.values()].reduce((bits, count) => bits - (count / text.length) * Math.log2(count / text.length), 0);
}

/** A text with a secret of a rule, and the secret: the longest run in it that is as random as the rule asks. */
function planted({ regex, entropy: least = 2.5 }) {
  const text = sample(realistic(regex));
  const [secret = ''] = text.split(/["'=:\s<>,]+/).sort((a, b) => b.length - a.length);
  return secret.length >= 8 && entropy(secret) > least ? { text, secret } : null;
}

async function measureSecrets() {
  const rules = parse(readFileSync(RULES, 'utf8')).rules.filter(({ regex }) => regex);
  let [found, all, whole] = [0, 0, 0];
  for (const rule of rules) {
    const texts = [];
    for (let turn = 0; turn < 60 && texts.length < OF_EACH; turn += 1) texts.push(...[planted(rule)].filter(Boolean));
    let ofRule = 0;
    for (const { text, secret } of texts) {
      if (!(await redactSecrets(`The config has ${text} in it`)).text.includes(secret)) ofRule += 1;
      else if (MISSES) process.stdout.write(`  missed ${rule.id}: ${text}\n`);
    }
    found += ofRule;
    all += texts.length;
    if (ofRule === texts.length) whole += 1;
  }
  process.stdout.write(`secrets redacted: ${found} of ${all} (${share(found, all)}; target 95 %), `);
  process.stdout.write(`${whole} of ${rules.length} formats whole\n`);
}

async function measureHarmless() {
  const listed = execFileSync('git', ['-C', REPOSITORY, 'ls-files', '-z'], { encoding: 'utf8' }).split('\0');
  let [flagged, all] = [0, 0];
  for (const path of listed.filter((name) =>
    /\.(?:[cm]?[jt]sx?|md|json|sql|css|toml|ya?ml|sh|py|go|rs|java)$/.test(name),
  )) {
    for (const line of readFileSync(join(REPOSITORY, path), 'utf8').split('\n')) {
      if (line.trim().length < 8) continue;
      all += 1;
      const { kinds } = await redactSecrets(line.slice(0, 8192));
      if (kinds.length === 0) continue;
      flagged += 1;
      if (MISSES) process.stdout.write(`  ${path} (${kinds.join(', ')}): ${line.trim().slice(0, 160)}\n`);
    }
  }
  process.stdout.write(
    `lines with something redacted: ${flagged} of ${all} (${share(flagged, all)}; target 2 % of look-alikes)\n`,
  );
}

/** Both halves were written by whoever wrote the patterns, before them: the held half is no stranger's set. */
function measureAttacks() {
  for (const half of ['dev', 'held']) {
    const texts = ATTACKS.filter((attack) => attack.half === half);
    const missed = texts.filter(({ text }) => detectInjection(text) === null);
    const found = texts.length - missed.length;
    process.stdout.write(
      `attacks kept out (${half}): ${found} of ${texts.length} (${share(found, texts.length)}; target 85 %)\n`,
    );
    if (MISSES) for (const { tries, text } of missed) process.stdout.write(`  missed (${tries}): ${text}\n`);
  }
  const flagged = NEAR_MISSES.filter((text) => detectInjection(text) !== null);
  const [some, all] = [flagged.length, NEAR_MISSES.length];
  process.stdout.write(`near misses kept out: ${some} of ${all} (${share(some, all)}; target 5 %)\n`);
  if (MISSES) for (const text of flagged) process.stdout.write(`  ${text}\n`);
}

measureAttacks();
if (RULES) await measureSecrets();
await measureHarmless();
