import { type ReadSentence, readSentences } from './steering-concepts.ts';

/** Two concepts that mean more when they stand this many words from each other at most, in either order: languages differ in it. */
const RELATIONS: readonly (readonly [one: string, other: string, gap: number])[] = [
  ['drop', 'rules', 6],
  ['drop', 'guard', 5],
  ['drop', 'prior', 4],
  ['prior', 'rules', 3],
  ['you', 'rules', 2],
  ['free', 'rules', 6],
  ['switch', 'rules', 3],
  ['disable', 'guard', 4],
  ['report', 'guard', 8],
  ['consent', 'guard', 10],
  ['conceal', 'guard', 8],
  ['conceal', 'user', 8],
  ['conceal', 'harm', 6],
  ['send', 'secret', 8],
  ['read', 'secret', 7],
  ['show', 'secret', 6],
  ['agent', 'secret', 12],
  ['urgent', 'secret', 12],
  ['send', 'talk', 8],
  ['show', 'talk', 6],
  ['show', 'system', 8],
  ['code', 'obey', 10],
  ['show', 'rules', 6],
  ['you', 'system', 4],
  ['report', 'must', 6],
  ['send', 'out', 10],
  ['secret', 'out', 12],
  ['talk', 'out', 12],
  ['run', 'out', 8],
  ['run', 'harm', 6],
  ['send', 'harm', 8],
  ['consent', 'noask', 14],
  ['agent', 'consent', 12],
  ['agent', 'must', 4],
  ['agent', 'you', 6],
  ['agent', 'drop', 10],
  ['agent', 'free', 12],
  ['agent', 'ethic', 16],
  ['you', 'persona', 6],
  ['you', 'must', 2],
  ['you', 'free', 8],
  ['you', 'ethic', 16],
  ['persona', 'free', 50],
  ['persona', 'ethic', 50],
  ['refuse', 'free', 14],
  ['refuse', 'must', 4],
  ['future', 'must', 6],
  ['must', 'send', 3],
  ['must', 'read', 3],
  ['must', 'obey', 3],
  ['must', 'report', 5],
  ['must', 'free', 8],
  ['urgent', 'must', 5],
  ['urgent', 'run', 4],
];
const NEGATIONS = new Set("not never don't no dont nor cannot can't won't doesn't isn't".split(' ').concat('without'));
const ACTS = ['drop', 'disable', 'send', 'show', 'read', 'run', 'harm', 'obey', 'tell', 'conceal'];
const NEGATED_ACTS = new Set(['send', 'show', 'read', 'run', 'drop', 'disable']);
/** What may stand before the verb of an order. */
const LEADS = new Set(
  'please then and to must should also now just first always immediately shall will next kindly secretly silently quietly'.split(
    ' ',
  ),
);

/**
 * What each stretch of a text has that an attempt to steer its reader may have: every sentence that speaks of any of it, by itself and with the
 * one before. Names are those of `STEERING_WEIGHTS`.
 */
export function steeringFeatures(text: string): ReadonlySet<string>[] {
  const sentences = readSentences(text).map((sentence) => (isSilent(sentence) ? null : featuresOf(sentence)));
  return sentences.flatMap((own, index) => {
    const before = sentences[index - 1];
    if (!own) return [];
    return before ? [own, new Set([...before, ...own])] : [own];
  });
}

const isSilent = ({ concepts }: ReadSentence): boolean => concepts.every((own) => own.length === 0);

function featuresOf(sentence: ReadSentence): ReadonlySet<string> {
  const places = new Map<string, number[]>();
  sentence.concepts.forEach((concepts, at) => {
    for (const concept of concepts) places.set(concept, [...(places.get(concept) ?? []), at]);
  });
  const features = new Set(places.keys());
  for (const [one, other, gap] of places.size < 2 ? [] : RELATIONS)
    if (areRelated(sentence, places, one, other, gap)) features.add(`${one}+${other}`);
  for (const name of [...ordersOf(sentence), ...negationsOf(sentence)]) features.add(name);
  if (sentence.words.some((word) => word.endsWith('://'))) features.add('address');
  if (sentence.words.includes('|') && (places.has('run') || places.has('send'))) features.add('pipe');
  return features;
}

/** Near each other, and the first not forbidden. */
function areRelated(
  { words }: ReadSentence,
  places: ReadonlyMap<string, readonly number[]>,
  one: string,
  other: string,
  gap: number,
): boolean {
  const ends = places.get(other) ?? [];
  return (places.get(one) ?? []).some(
    (start) => ends.some((end) => end !== start && Math.abs(end - start) <= gap) && !isForbidden(words, start),
  );
}

function isForbidden(words: readonly string[], at: number): boolean {
  return words.slice(Math.max(0, at - 3), at).some((word) => word !== 'without' && NEGATIONS.has(word));
}

/** An act where an order has its verb. */
function ordersOf({ words, concepts }: ReadSentence): string[] {
  const begin = words.findIndex((word) => !LEADS.has(word) && !/^\d{1,9}$/.test(word));
  const acts = ACTS.filter((act) => concepts[begin]?.includes(act));
  return acts.length === 0 ? [] : ['order', ...acts.map((act) => `order ${act}`)];
}

/** "Do not tell the user", "never refuse", "no ethical limits", and acts that are forbidden. */
function negationsOf({ words, concepts }: ReadSentence): string[] {
  const found: string[] = [];
  words.forEach((word, at) => {
    if (!NEGATIONS.has(word)) return;
    const near = (from: number, to: number): ReadonlySet<string> => new Set(concepts.slice(from, to).flat());
    const after = near(at + 1, at + 5);
    if (after.has('tell')) found.push('not tell', ...(near(at + 2, at + 10).has('user') ? ['not tell user'] : []));
    if (after.has('refuse')) found.push('not refuse');
    if (after.has('ethic')) found.push('not ethic');
    if ([...after].some((concept) => NEGATED_ACTS.has(concept))) found.push('forbids');
  });
  return found;
}
