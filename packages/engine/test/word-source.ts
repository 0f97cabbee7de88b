import type { ConversationMemoryItem, MemorySource } from '../src/features/history/memory-source.ts';

/** A memory with what it is found by: all words of the question that it has, as a share. */
export interface WordMemory extends ConversationMemoryItem {
  readonly pinned?: boolean;
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);

/** A memory source that finds by words in common: enough to be an oracle for what a turn should bring. */
export function createWordSource(memories: readonly WordMemory[]): MemorySource {
  const pinnedOnes = memories.filter(({ pinned }) => pinned === true);
  return {
    search({ text, limit, minScore }) {
      const asked = wordsOf(text);
      const found = memories
        .map((memory) => {
          const common = [...wordsOf(memory.text)].filter((word) => asked.has(word)).length;
          return { ...memory, score: memory.score ?? Math.min(1, common / 2) };
        })
        .filter(
          ({ score, text: content }) => score >= minScore && [...wordsOf(content)].some((word) => asked.has(word)),
        );
      return Promise.resolve(found.sort((a, b) => b.score - a.score).slice(0, limit));
    },
    pinned: ({ kinds, limit }) =>
      Promise.resolve(pinnedOnes.filter(({ kind = '' }) => kinds.includes(kind)).slice(0, limit)),
    render(shown, budgetTokens) {
      const kept = shown.filter(
        (_memory, at) =>
          shown
            .slice(0, at + 1)
            .map(({ text }) => text)
            .join('\n').length /
            4 <=
          budgetTokens,
      );
      return { text: kept.map(({ id, text }) => `- [${id}] ${text}`).join('\n'), ids: kept.map(({ id }) => id) };
    },
  };
}
