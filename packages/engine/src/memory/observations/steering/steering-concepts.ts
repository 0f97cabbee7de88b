import { addToList } from '../../../base/lists.ts';
import { STEERING_WORDS } from './steering-words.ts';

/** What follows the first word of an entry, and what the entry stands for. */
interface Entry {
  readonly rest: readonly string[];
  readonly concept: string;
  readonly isStem: boolean;
}

/** Entries by their first word; single stems by what they begin with. */
const BY_WORD = new Map<string, Entry[]>();
const BY_STEM = new Map<string, Entry[]>();
for (const [concept, list] of Object.entries(STEERING_WORDS)) {
  for (const entry of list.split(' ')) {
    const isStem = entry.endsWith('*');
    const [first = '', ...rest] = entry.replace('*', '').split('_');
    addToList(isStem && rest.length === 0 ? BY_STEM : BY_WORD, first, { rest, concept, isStem });
  }
}
const STEM_LENGTHS = [...new Set([...BY_STEM.keys()].map((stem) => stem.length))].toSorted((a, b) => a - b);

/** Scripts without spaces: what stands in a run of them is looked for at each place. */
const UNSPACED = /[\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF]/;
const LONGEST_UNSPACED = 6;

const TOKEN = /\.?[\p{L}\p{N}]{1,40}(?:'\p{L}{1,3})?|https?:\/\/|[|.!?;\n。！？,:()[\]{}"“”<>—–，：、*#]/gu;
const ENDS: ReadonlySet<string> = new Set('.!?;\n。！？');
/** A clause may begin behind these. */
const PARTS: ReadonlySet<string> = new Set(',:()[]{}"“”<>—–，：、*#');
/** What goes on without an end is cut here. */
const LONGEST_SENTENCE = 40;

/** The words of a sentence in small letters, and what each of them stands for. */
export interface ReadSentence {
  readonly words: readonly string[];
  readonly concepts: readonly (readonly string[])[];
  /** Whether a mark stands before the word, or nothing. */
  readonly begins: readonly boolean[];
}

/** A text's sentences, read word by word: the work grows with the text's length and no faster. */
export function readSentences(text: string): ReadSentence[] {
  const sentences: { readonly words: string[]; readonly begins: boolean[] }[] = [];
  let isFirst = true;
  let isNew = true;
  const plain = text.toLowerCase();
  let last: { readonly words: string[]; readonly begins: boolean[] } | undefined;
  for (const token of (plain.includes('’') ? plain.replaceAll('’', "'") : plain).match(TOKEN) ?? []) {
    if (ENDS.has(token)) {
      isFirst = isNew = true;
    } else if (PARTS.has(token)) {
      isNew = true;
    } else {
      if (isFirst || !last) sentences.push((last = { words: [], begins: [] }));
      last.words.push(token);
      last.begins.push(isNew);
      isNew = false;
      isFirst = last.words.length >= LONGEST_SENTENCE;
    }
  }
  return sentences.map(({ words, begins }) => ({
    words,
    begins,
    concepts: words.map((_, at) => conceptsAt(words, at)),
  }));
}

/** What begins with a word, and what it stands for when nothing of that goes on in the next; else null. */
interface Reading {
  readonly entries: readonly Entry[];
  readonly alone: readonly string[] | null;
}

/** For the words that were met last: most of a text's words are the same few thousand. */
let known = new Map<string, Reading>();
const MOST_KNOWN = 20_000;

function readingOf(word: string): Reading {
  const met = known.get(word);
  if (met) return met;
  const entries = [...(BY_WORD.get(word) ?? [])];
  for (const length of STEM_LENGTHS)
    if (length <= word.length) entries.push(...(BY_STEM.get(word.slice(0, length)) ?? []));
  if (UNSPACED.test(word)) for (const part of partsOf(word)) entries.push(...singlesOf(part));
  const isAlone = entries.every(({ rest }) => rest.length === 0);
  const reading = { entries, alone: isAlone ? [...new Set(entries.map(({ concept }) => concept))] : null };
  if (known.size >= MOST_KNOWN) known = new Map();
  known.set(word, reading);
  return reading;
}

const singlesOf = (part: string): Entry[] => BY_WORD.get(part)?.filter(({ rest }) => rest.length === 0) ?? [];

function conceptsAt(words: readonly string[], at: number): readonly string[] {
  const { entries, alone } = readingOf(words[at] ?? '');
  return alone ?? [...new Set(entries.filter((entry) => follows(entry, words, at)).map(({ concept }) => concept))];
}

function follows({ rest, isStem }: Entry, words: readonly string[], at: number): boolean {
  return rest.every((part, index) => {
    const word = words[at + 1 + index] ?? '';
    return isStem && index === rest.length - 1 ? word.startsWith(part) : word === part;
  });
}

function* partsOf(word: string): Generator<string> {
  for (let at = 0; at < word.length; at += 1) {
    for (let length = 2; length <= LONGEST_UNSPACED; length += 1) yield word.slice(at, at + length);
  }
}
