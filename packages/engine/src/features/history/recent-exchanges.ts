import { isSaidByUser } from './insert-injection-block.ts';
import { withoutInjectionBlocks } from './prune-old-injection-blocks.ts';
import { readMessage } from './read-message.ts';

/** The most specific words of an exchange stand in its beginning or nowhere, and the search takes six of all. */
const MOST_CHARACTERS = 2000;

/**
 * What was said in the last exchanges, newest last, one text each: the user's message and the model's words up to the next one. No blocks,
 * no calls and nothing that tools answered: a file that was read has thousands of rare words, none of which anybody spoke about.
 */
export function recentExchanges(messages: readonly unknown[], count: number): string[] {
  const exchanges: string[][] = [];
  let current: string[] = [];
  for (let at = messages.length - 1; at >= 0 && exchanges.length < count; at -= 1) {
    const [message] = withoutInjectionBlocks([messages[at]]);
    const { role, entries } = readMessage(message);
    if (role !== 'user' && role !== 'assistant') continue;
    current.unshift(...entries.flatMap(({ kind, text }) => (kind === 'text' && text !== '' ? [text] : [])));
    if (!isSaidByUser(message)) continue;
    exchanges.unshift(current);
    current = [];
  }
  return exchanges.map((texts) => texts.join('\n').slice(0, MOST_CHARACTERS));
}
