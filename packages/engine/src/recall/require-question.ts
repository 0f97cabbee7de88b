import { InklingError } from '../base/errors.ts';
import type { RecallRequest } from './memory-store.ts';

const HAS_WORD = /[\p{L}\p{N}]/u;

/** Throws `invalid-input` on a question without a letter or digit in any of its texts. What is no text is left to recall itself. */
export function requireQuestion<T extends Pick<RecallRequest, 'queryText' | 'moreQueries'>>(request: T): T {
  const texts: readonly unknown[] = [request.queryText, ...(request.moreQueries ?? [])];
  if (texts.some((text) => typeof text !== 'string' || HAS_WORD.test(text))) return request;
  throw new InklingError('invalid-input', 'The question is empty.', {
    hint: 'Say in a few words what to look for; a file beside it is a hint, no question.',
  });
}
