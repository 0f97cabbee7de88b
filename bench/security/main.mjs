// How many secrets are redacted, how many attacks are kept out, and how much else of both, each beside its target. The secrets are made from somebody
// else's rules (`--rules`: gitleaks' file, or trufflehog's directory of detectors; neither is ours to ship), three of each format.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { detectInjection, redactSecrets } from '@inkling/engine/capture';
import { benchArguments } from '../lib/bench-arguments.mjs';
import { createRandom } from '../lib/random.mjs';
import { ATTACKS, NEAR_MISSES } from './attacks.mjs';
import { fitWeights } from './fit-weights.mjs';
import { HELD_ATTACKS } from './held-attacks.mjs';
import { HELD_HARMLESS } from './held-harmless.mjs';
import { lookAlikes } from './look-alikes.mjs';
import { measureGrowth } from './measure-growth.mjs';
import { readRules } from './read-rules.mjs';
import { createPatternSampler } from './sample-pattern.mjs';

const { rules: RULES, repository: REPOSITORY, texts: TEXTS, misses: MISSES, fit: FIT } = benchArguments('security');
const random = createRandom(20_261_124);
const sample = createPatternSampler(random.next);
const OF_EACH = 3;
const share = (part, whole) => `${((100 * part) / whole).toFixed(part / whole < 0.01 ? 3 : 1)} %`;

/** The rules' own way to say `<name>…=`, in five ways that people write it. */
const BEFORE = String.raw`(?:[ \t\w.-]{0,20})[\s'"]{0,3}`;
const AFTER = String.raw`(?:[\x60'"\s;]|\\[nr]|$)`;
const ASSIGNS = ['=', ': "', " = '", '="', ': '];
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
function planted({ regex, entropy: least = 2.5, label = '' }) {
  const [name, value] = sample(realistic(regex)).split('@@');
  const made = value === undefined ? name : name + random.pick(ASSIGNS) + value;
  const [secret = ''] = (value ?? name).split(/["'=:\s<>,]+/).sort((a, b) => b.length - a.length);
  const text = label === '' ? made : label + random.pick(LABELS) + made;
  return secret.length >= 8 && entropy(secret) > least ? { text, secret } : null;
}

async function measureSecrets() {
  const rules = readRules(RULES);
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

async function measureLookAlikes() {
  const texts = lookAlikes(random.pick);
  const changed = [];
  for (const each of texts) if ((await redactSecrets(each.text)).kinds.length > 0) changed.push(each);
  process.stdout.write(
    `look-alikes of secrets changed: ${changed.length} of ${texts.length} (${share(changed.length, texts.length)}; target 2 %)\n`,
  );
  if (MISSES) for (const { kind, text } of changed) process.stdout.write(`  ${kind}: ${text}\n`);
}

const isFlagged = (text) => detectInjection(text) !== null;
const countOf = (texts) => texts.filter(isFlagged).length;

/** What the rules were made with, and may be looked at. */
function measureKnownAttacks() {
  const texts = ATTACKS.map(({ text }) => text);
  process.stdout.write(`attacks kept out, known ones: ${countOf(texts)} of ${texts.length}, `);
  process.stdout.write(`of ${NEAR_MISSES.length} that look alike ${countOf(NEAR_MISSES)}\n`);
  if (!MISSES) return;
  for (const text of texts) if (!isFlagged(text)) process.stdout.write(`  missed: ${text}\n`);
  for (const text of NEAR_MISSES) if (isFlagged(text)) process.stdout.write(`  kept out: ${text}\n`);
}

/** Totals only, whatever is asked: rules are not made for what is missed here. The other figures are of the same texts, marked as from outside, as commits and as sections of documents. */
function measureHeld(name, target, rows) {
  process.stdout.write(`${name}: ${ratesOf(rows)}; target ${target}\n`);
  for (const source of new Set(rows.map(([from]) => from))) {
    process.stdout.write(`  ${source}: ${ratesOf(rows.filter(([from]) => from === source))}\n`);
  }
}

function ratesOf(rows) {
  const texts = rows.map(([, text]) => text);
  const outside = texts.filter((text) => detectInjection(text, { origin: 'outside' }) !== null).length;
  const committed = texts.filter((text) => detectInjection(text, { origin: 'history' }) !== null).length;
  const documents = texts.filter((text) => detectInjection(text, { origin: 'document' }) !== null).length;
  const rate = (count) => `${count} (${share(count, texts.length)})`;
  return `${countOf(texts)} of ${texts.length} (${share(countOf(texts), texts.length)}), from outside ${rate(outside)}, as a commit ${rate(committed)}, as a section ${rate(documents)}`;
}

/** Attacks, what looks like a secret, the beginnings of secrets, and each sign and pair of signs that a pattern goes on over. */
function seedsOf() {
  const signs = [...' \n\t._-*/=:"\'`%\\<>{}[]()|@$&;,!?#~^0aA+', 'ey', '忽'];
  const pairs = signs.flatMap((one) => ['a', ' ', '-', '"', ':'].map((other) => one + other));
  const beginnings = [
    'eyJh',
    'sk-',
    'password=',
    'token: ',
    '-----BEGIN RSA PRIVATE KEY-----',
    'http://a:',
    '<password>',
    'mysql -p',
    'a_KEY=',
  ];
  const texts = [...ATTACKS.map(({ text }) => text), ...HELD_ATTACKS.map(([, text]) => text), ...NEAR_MISSES];
  const words = [...new Set(texts.flatMap((text) => text.split(/\s/)))].map((word) => `${word} `);
  const some = (all) => all.filter((_, index) => index % 4 === 0);
  return [
    ...signs,
    ...pairs,
    ...beginnings,
    ...some(words),
    ...some(texts),
    ...lookAlikes(random.pick)
      .filter((_, index) => index % 25 === 0)
      .map(({ text }) => text),
  ];
}

/** Other people's texts: `[{ source, attack, text }]`. */
function measureTexts() {
  const rows = JSON.parse(readFileSync(TEXTS, 'utf8'));
  const of = (wanted) => rows.filter(({ attack }) => attack === wanted).map(({ source, text }) => [source, text]);
  measureHeld("strangers' attacks kept out", '85 %', of(true));
  measureHeld("strangers' harmless texts kept out", '5 %', of(false));
}

if (FIT) {
  const { weights, of, examples } = fitWeights();
  process.stdout.write(`${weights} weights of ${of} from ${examples} stretches of text; build again to use them\n`);
  process.exit(0);
}
measureKnownAttacks();
measureHeld('attacks kept out, held back', '85 %', HELD_ATTACKS);
measureHeld('harmless texts kept out, held back', '5 %', HELD_HARMLESS);
if (TEXTS) measureTexts();
if (RULES) await measureSecrets();
await measureLookAlikes();
await measureHarmless();
await measureGrowth('steering', detectInjection, seedsOf());
await measureGrowth('secrets', redactSecrets, seedsOf());
