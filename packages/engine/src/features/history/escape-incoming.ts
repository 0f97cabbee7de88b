import {
  escapeInjectionMarkers,
  INJECTION_BLOCK_PREFIX,
  INJECTION_BLOCK_SUFFIX,
  mayHoldMarker,
} from './injection-block.ts';
import { rewriteTexts } from './rewrite-texts.ts';

/**
 * Messages in which no text of a user or a tool poses as a block: markers in it are escaped. The messages without one stay the same
 * objects, and what was escaped already is not escaped again, so it may run over a whole history before every request.
 */
export function escapeIncomingMessages<M>(messages: readonly M[]): M[] {
  return messages.map((message) => rewriteTexts(message, escapeIncoming) ?? message);
}

function escapeIncoming(text: string, place: string): string {
  if ((place !== 'user' && place !== 'tool') || !mayHoldMarker(text)) return text;
  const poses = text.includes(INJECTION_BLOCK_PREFIX) || text.includes(INJECTION_BLOCK_SUFFIX);
  return poses ? escapeInjectionMarkers(text) : text;
}
