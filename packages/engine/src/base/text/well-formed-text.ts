const REPLACEMENT = '\uFFFD';
const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * The text as the database can hold it: NUL characters and lone surrogates become U+FFFD, nothing else changes.
 * PostgreSQL stores neither (text cannot hold U+0000, UTF-8 cannot encode half a surrogate pair), and one such character
 * in an old commit message or a tool's output is no reason to lose the statement around it.
 */
export function wellFormedText(text: string): string {
  return text.replaceAll('\u0000', REPLACEMENT).replace(LONE_SURROGATE, REPLACEMENT);
}
