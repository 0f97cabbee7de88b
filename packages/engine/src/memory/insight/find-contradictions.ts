import { addToList } from '../../base/lists.ts';

/** A statement that may contradict another. */
export interface Claim {
  readonly id: string;
  readonly projectId: string | null;
  readonly content: string;
  readonly createdAt: string;
}

/** Two statements of one project that say the same of different numbers, or of which one denies what the other says. */
export interface Contradiction {
  readonly because: 'number' | 'negation';
  /** The newer one. */
  readonly newer: Claim;
  readonly older: Claim;
  /** Share of words that they have in common, 0 to 1. */
  readonly likeness: number;
}

const NEGATIONS: ReadonlySet<string> = new Set(
  "not no never without cannot stop avoid don't doesn't isn't aren't won't can't".split(' '),
);

/** Words that most statements have: they make nothing alike. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at be by do does for from in is it of on or that the this to was we with'.split(' '),
);

/** Two statements about one thing share most of their words; below it most pairs are about two. */
const LEAST_LIKENESS = 0.6;

/** A word that more statements have is no word that two of them are found by. */
const MOST_SHARING = 50;

/**
 * Pairs that contradict each other, most alike first: nearly the same words, but other numbers, or a negation in one of them. It reads words
 * and not meaning, so it shows what a person should look at and no more. Two thousand statements that are much alike take 80 ms, so it gives way:
 * tool calls have their deadline on the same thread.
 */
export async function findContradictions(
  statements: readonly Claim[],
  yieldTurn: () => Promise<void>,
  most: number = 100,
): Promise<readonly Contradiction[]> {
  const read: Read[] = [];
  for (const statement of statements) {
    read.push(readStatement(statement));
    await yieldTurn();
  }
  const found: Contradiction[] = [];
  for (const pairs of pairsBySharedWord(read)) {
    found.push(...pairs.flatMap(([first, second]) => compare(first, second) ?? []));
    await yieldTurn();
  }
  return found.toSorted((a, b) => b.likeness - a.likeness || (a.newer.id < b.newer.id ? 1 : -1)).slice(0, most);
}

interface Read {
  readonly statement: Claim;
  readonly words: ReadonlySet<string>;
  readonly numbers: string;
  readonly isNegated: boolean;
}

function readStatement(statement: Claim): Read {
  const tokens = statement.content.toLowerCase().match(/[\p{L}\p{N}]+(?:['._-][\p{L}\p{N}]+)*/gu) ?? [];
  const numbers = tokens.filter((token) => /^\d/.test(token));
  const words = tokens.filter((token) => !/^\d/.test(token) && !NEGATIONS.has(token) && !STOP_WORDS.has(token));
  const negations = tokens.filter((token) => NEGATIONS.has(token));
  return { statement, words: new Set(words), numbers: numbers.join(' '), isNegated: negations.length % 2 === 1 };
}

/** Each pair once, that shares a word which is rare enough: word by word. */
function* pairsBySharedWord(read: readonly Read[]): Generator<(readonly [Read, Read])[]> {
  const told = new Set<number>();
  for (const indexes of statementsByWord(read).values()) {
    if (indexes.length > MOST_SHARING) continue;
    const pairs: (readonly [Read, Read])[] = [];
    for (const [at, a] of indexes.entries()) {
      for (const b of indexes.slice(at + 1)) {
        const [first, second] = [read[a], read[b]];
        const key = a * read.length + b;
        if (!first || !second || told.has(key)) continue;
        told.add(key);
        pairs.push([first, second]);
      }
    }
    yield pairs;
  }
}

function statementsByWord(read: readonly Read[]): ReadonlyMap<string, readonly number[]> {
  const sharing = new Map<string, number[]>();
  for (const [index, { words }] of read.entries()) {
    for (const word of words) {
      addToList(sharing, word, index);
    }
  }
  return sharing;
}

function compare(a: Read, b: Read): Contradiction | null {
  if (a.statement.projectId !== b.statement.projectId) return null;
  const likeness = likenessOf(a.words, b.words);
  if (likeness < LEAST_LIKENESS) return null;
  const because = whyContrary(a, b);
  if (because === null) return null;
  const [newer, older] = a.statement.createdAt >= b.statement.createdAt ? [a, b] : [b, a];
  return { because, newer: newer.statement, older: older.statement, likeness };
}

function whyContrary(a: Read, b: Read): Contradiction['because'] | null {
  if (a.isNegated !== b.isNegated) return 'negation';
  return a.numbers !== '' && b.numbers !== '' && a.numbers !== b.numbers ? 'number' : null;
}

function likenessOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((word) => b.has(word)).length;
  // Two words in common are a coincidence.
  return common < 2 ? 0 : common / (a.size + b.size - common);
}
