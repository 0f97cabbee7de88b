import { tokenize } from '../../memory/search/text/tokenize.ts';

/** A talk among several, and how alike it is to another one, 0 to 1. */
export interface NearestTalk {
  readonly sessionId: string;
  readonly likeness: number;
}

/**
 * Of several talks the one that has most words in common with another one: the cosine of their words, where a word counts less the more of
 * these talks have it, and the more often it was said. What is said in all of a few dozen counts all but nothing, so no list of common words of
 * any language is needed; of two or three it still counts. null = there is none.
 */
export function nearestTalk(talk: string, others: ReadonlyMap<string, string>): NearestTalk | null {
  const wanted = countWords(talk);
  const bags = new Map([...others].map(([sessionId, text]) => [sessionId, countWords(text)]));
  const talksWith = new Map<string, number>();
  for (const bag of [wanted, ...bags.values()]) {
    for (const word of bag.keys()) talksWith.set(word, (talksWith.get(word) ?? 0) + 1);
  }
  const weigh = (bag: WordCounts): WordCounts => {
    const weights = [...bag].map(([word, count]): [string, number] => {
      const rarity = Math.log((bags.size + 2) / talksWith.get(word)!);
      return [word, (1 + Math.log(count)) * rarity];
    });
    const length = Math.hypot(...weights.map(([, weight]) => weight)) || 1;
    return new Map(weights.map(([word, weight]) => [word, weight / length]));
  };
  const weights = weigh(wanted);
  let nearest: NearestTalk | null = null;
  for (const [sessionId, bag] of bags) {
    let likeness = 0;
    for (const [word, weight] of weigh(bag)) likeness += weight * (weights.get(word) ?? 0);
    if (nearest === null || likeness > nearest.likeness) nearest = { sessionId, likeness };
  }
  return nearest;
}

type WordCounts = ReadonlyMap<string, number>;

function countWords(text: string): WordCounts {
  const counts = new Map<string, number>();
  for (const word of tokenize(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
