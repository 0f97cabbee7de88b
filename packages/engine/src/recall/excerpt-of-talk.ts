import { sanitizeExcerpt } from '../memory/compose/lines/sanitize-excerpt.ts';
import { talkExcerpt } from '../memory/compose/lines/talk-lines.ts';
import { judgeAnswer, readExchange } from '../memory/talk/exchange.ts';
import type { RecalledObservation } from './memory-store.ts';

/**
 * What a list of hits shows of a remembered talk: its title, what it replaces, and the sentences that decide, as a block shows them, at most
 * `maxCharacters` UTF-16 units of them. Of an exchange without its talk: what the user said, and what that confirmed. Several lines, safe to
 * print; null = the row is no talk. Never fails.
 */
export function excerptOfTalk(
  { observation, talk }: Pick<RecalledObservation, 'observation' | 'talk'>,
  maxCharacters: number,
): string | null {
  if (talk) return talkExcerpt(talk, maxCharacters);
  if (observation.kind !== 'exchange') return null;
  const { agent, user } = readExchange(observation.content);
  if (user === '') return sanitizeExcerpt(`agent, unanswered: ${agent}`, maxCharacters);
  const agreed = agent !== '' && judgeAnswer(user) === 'confirmed' ? ` agreed: ${agent}` : '';
  return sanitizeExcerpt(`user: ${user}${agreed}`, maxCharacters);
}
