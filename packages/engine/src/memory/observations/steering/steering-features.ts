import { addToList } from '../../../base/lists.ts';
import { type ReadSentence, readSentences } from './steering-concepts.ts';

/** What an order can be to do. */
const ACTS = new Set(
  'drop disable send show read run install remove ship alter grant visit tell conceal obey harm report persona'.split(
    ' ',
  ),
);
/** What may stand before the verb of an order. */
const LEADS = new Set(
  'please then and to must should also now just first always immediately shall will next kindly secretly silently quietly or so but simply agent agents assistant assistants you may can either instead directly already'.split(
    ' ',
  ),
);
const NEGATIONS = new Set(
  "not never don't no dont nor cannot can't won't doesn't isn't without nobody nothing".split(' '),
);
/** They say how a text speaks, and not what an order is about. */
const MANNERS = new Set(['told', 'hedge', 'about', 'past']);
/** Words behind an order's verb that belong to it; before it as well where verbs come last. */
const REACH = 9;
const LETTERS = /^\p{L}{2}/u;
const NOT_ASCII = /[^\0-\x7F]/;

/** What says more together, wherever it stands in a stretch. */
const TOGETHER = [
  'consent noask|consent ship|consent guard|consent rights|consent run|consent disable|consent remove|consent third|claims order|claims consent|claims you',
  'noask run|noask ship|noask remove|noask rights|noask order|noask send|noask agent|noask guard|third noask',
  'agent order|agent must|agent address|agent secret|agent ship|agent conceal|agent install|agent guard|agent run|agent report|agent config',
  'conceal order|conceal user|conceal third|conceal alter|conceal ship|conceal guard|record conceal|copycat order',
  'future order|future noask|future ship|future send|future guard|future must|future rules|future agent',
  'yours order|third order|drop rules|drop prior rules|rules switch|rules you|guard disable|ship guard|past guard|past disable',
  'free persona|free you|ethic free|jail free|system show|system you|obey address|obey where',
  'rights grant|rights alter|rights run|money order|money send|report regard|report guard|report ship|weak order',
  'secret where|secret out|secret address|secret send|where send|talk send|talk where|talk out|whole secret|whole show|whole talk',
  'install run|install address|config guard|config noask|config rights|config alter|remove record|urgent order|urgent run|urgent send',
  'persona ethic|refuse free|refuse persona|refuse ethic|persona jail|conceal harm|conceal secret|ship whole|ship report|drop you|drop secret|agent free|agent harm',
  'about order|about agent|about rules|hedge order|told order',
].flatMap((line) => line.split('|').map((pair) => pair.split(' ')));

/** By the first of them: the others, and the name of all. */
const TOGETHER_BY_FIRST = new Map<string, { readonly others: readonly string[]; readonly name: string }[]>();
for (const [first = '', ...others] of TOGETHER) {
  addToList(TOGETHER_BY_FIRST, first, { others, name: [first, ...others].join('&') });
}

/** null = all are wanted, to learn from. */
type Learned = { has(name: string): boolean } | null;

/**
 * What each sentence of a text has that an attempt to steer its reader may have; null for one that has nothing. Names are those of
 * `STEERING_WEIGHTS`. `signals` are those of `STEERING_SIGNALS` that the text has; words and orders that are not among the `learned` are left out.
 */
export function sentenceFeatures(
  text: string,
  signals: readonly string[],
  learned: Learned,
): (ReadonlySet<string> | null)[] {
  const sentences = readSentences(text);
  const denied = new Set(sentences.flatMap(deniedIn));
  const found = sentences.map((sentence) => featuresOf(sentence, learned)).map((own) => (own.size > 0 ? own : null));
  if (signals.length > 0 && !found.some((own) => own !== null)) found.push(new Set());
  for (const features of found) {
    if (!features) continue;
    for (const name of denied) features.add(name);
    for (const name of signals) features.add(`signal ${name}`);
    if (signals.length > 1) features.add('signals');
    addTogether(features);
  }
  return found;
}

/** What two sentences in a row have. */
export function joinedFeatures(before: ReadonlySet<string>, after: ReadonlySet<string>): ReadonlySet<string> {
  const both = new Set(before);
  for (const name of after) both.add(name);
  addTogether(both);
  return both;
}

/** Every sentence by itself and with the one before, to learn from. */
export function steeringFeatures(text: string, signals: readonly string[] = []): ReadonlySet<string>[] {
  const found = sentenceFeatures(text, signals, null);
  return found.flatMap((own, index) => {
    const before = found[index - 1];
    if (!own) return [];
    return before ? [own, joinedFeatures(before, own)] : [own];
  });
}

function addTogether(features: Set<string>): void {
  const found: string[] = [];
  for (const feature of features)
    for (const { others, name } of TOGETHER_BY_FIRST.get(feature) ?? [])
      if (others.every((other) => features.has(other))) found.push(name);
  for (const name of found) features.add(name);
}

function featuresOf(sentence: ReadSentence, learned: Learned): Set<string> {
  const features = new Set<string>();
  for (const concepts of sentence.concepts) for (const concept of concepts) features.add(concept);
  let before: string | null = null;
  sentence.words.forEach((word, at) => {
    const name = nameOf(word);
    if (name !== null && (learned === null || learned.has(name))) features.add(name);
    const pair: string | null = name !== null && before !== null ? `${before}${name}` : null;
    if (pair !== null && (learned === null || learned.has(pair))) features.add(pair);
    before = name;
    if (sentence.concepts[at]?.some((concept) => ACTS.has(concept))) addOrder(features, sentence, at, learned);
  });
  if (sentence.words.some((word) => word.endsWith('://'))) features.add('address');
  return features;
}

/** The words that were met last, by what they are called among the features. */
let known = new Map<string, string | null>();
const MOST_KNOWN = 20_000;

/** Words that differ in their ending are one; numbers and single letters are none. */
function nameOf(word: string): string | null {
  const met = known.get(word);
  if (met !== undefined) return met;
  const stem = word.length > 5 ? word.replace(/(?:ing|ed|es|s)$/, '') : word;
  const name = LETTERS.test(word) ? `"${stem}` : null;
  if (known.size >= MOST_KNOWN) known = new Map();
  known.set(word, name);
  return name;
}

/** An act where an order has its verb, and what it is to be done to; or one that is forbidden. */
function addOrder(features: Set<string>, sentence: ReadSentence, at: number, learned: Learned): void {
  const { words, concepts, begins } = sentence;
  const isForeign = NOT_ASCII.test(words[at] ?? '');
  const isDenied = [1, 2, 3].some((back) => isNegation(words[at - back]));
  if (!isDenied && !begins[at] && !isForeign && !LEADS.has(words[at - 1] ?? '')) return;
  if (!isDenied) features.add('order');
  const from = isForeign ? Math.max(0, at - REACH) : at + 1;
  for (const act of (concepts[at] ?? []).filter((concept) => ACTS.has(concept))) {
    features.add(isDenied ? `no>${act}` : `do ${act}`);
    if (!isDenied) addObjects(features, sentence, from, at, act, learned);
  }
}

const isNegation = (word: string | undefined): boolean => word !== undefined && NEGATIONS.has(word);

function addObjects(
  features: Set<string>,
  { concepts }: ReadSentence,
  from: number,
  at: number,
  act: string,
  learned: Learned,
): void {
  const end = Math.min(concepts.length, at + REACH);
  for (let place = from; place < end; place += 1)
    for (const object of concepts[place] ?? []) {
      const name = `${act}>${object}`;
      if (object !== act && (learned === null || learned.has(name)) && !MANNERS.has(object)) features.add(name);
    }
}

/** "Do not tell the user", "never refuse", "no ethical limits". */
function deniedIn({ words, concepts }: ReadSentence): string[] {
  const found: string[] = [];
  if (!words.some(isNegation)) return found;
  words.forEach((word, at) => {
    if (!NEGATIONS.has(word)) return;
    const near = (from: number, to: number): ReadonlySet<string> => new Set(concepts.slice(from, to).flat());
    const after = near(at + 1, at + 5);
    if (after.has('tell')) found.push('not tell', ...(near(at + 2, at + 10).has('user') ? ['not tell user'] : []));
    if (after.has('refuse')) found.push('not refuse');
    if (after.has('ethic')) found.push('not ethic');
  });
  return found;
}
