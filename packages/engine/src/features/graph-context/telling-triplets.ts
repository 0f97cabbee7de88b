import type { FoundTriplet } from '../../memory/graph/expand-graph.ts';
import type { GraphContextTriplet } from '../../memory/graph/triplet.ts';
import { scanTokens, tokenize } from '../../memory/search/text/tokenize.ts';

/** Nodes that `inkling graph index` reads from code and manifests. */
const CODE_TYPES = new Set('Module Class Interface Function Type Constant Dependency Config'.split(' '));

/** Of a file; `Outer.Inner` has none. */
const EXTENSION = /(?:\.(?:test|spec|d))?\.[a-z]{1,4}$/u;

/** Of the words of one name: `Client` alone is called by every test. */
const SHARED_WORDS = 2;

/** False when both ends are read from code, where the agent at work can read them too. Of a triplet without nodes nobody knows: true. */
export function isNotOfCode(triplet: GraphContextTriplet & Partial<FoundTriplet>): boolean {
  return [triplet.source, triplet.target].some((node) => !CODE_TYPES.has(node?.type ?? ''));
}

/** Which triplets a question that did not ask for any may bring: of those of code the ones with a name that shares two words with it. */
export function tellingOf(question: string): (triplet: GraphContextTriplet) => boolean {
  const asked = new Set(tokenize(question));
  const tells = (name: string): boolean => {
    const shared = new Set<string>();
    const take = (word: string, whole: boolean): void => void (!whole && asked.has(word) && shared.add(word));
    scanTokens((name.split('/').at(-1) ?? name).replace(EXTENSION, ''), take);
    return shared.size >= SHARED_WORDS;
  };
  return (triplet) => isNotOfCode(triplet) || tells(triplet.sourceEntity) || tells(triplet.targetEntity);
}
