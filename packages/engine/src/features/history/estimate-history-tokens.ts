import { readMessage } from './read-message.ts';

/** Counts the tokens of a text. (Default: characters / 4, rounded up once for all texts together) */
export type TextTokens = (text: string) => number;

/**
 * Estimated tokens of a history: what was said and thought, calls with their arguments, answers, and the injected blocks, which a
 * model reads like everything else. Counting them makes compaction start earlier, which is the safe side. Images and files are not counted.
 * Source: seed "Memory Injection Persistence Model", interaction with existing systems.
 */
export function estimateHistoryTokens(messages: readonly unknown[], estimate?: TextTokens): number {
  let characters = 0;
  let tokens = 0;
  for (const message of messages) {
    for (const { name, text } of readMessage(message).entries) {
      if (estimate) tokens += estimate(text) + (name === '' ? 0 : estimate(name));
      else characters += text.length + name.length;
    }
  }
  return estimate ? tokens : Math.ceil(characters / 4);
}
