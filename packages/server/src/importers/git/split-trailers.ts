/** A commit message without its people and machine trailers, and the trailers themselves. */
export interface SplitMessage {
  readonly text: string;
  /** Values by trailer name, in their order. E-mail addresses are left out. */
  readonly trailers: Readonly<Record<string, readonly string[]>>;
}

// The longest name in use has 30 characters; a bound keeps a megabyte with a colon behind it out of the metadata.
const TRAILER = /^([A-Za-z0-9][A-Za-z0-9-]{0,63}|BREAKING CHANGE)\s*: ?(.*)$/;
const CONTINUATION = /^\s+\S/;
// Who did it, and numbers for machines: words that match no question. "Fixes: #12" or "BREAKING CHANGE: …" stay in the text.
const NOT_FOR_THE_TEXT = /^(.*-by|cc|change-id|git-svn-id|reviewed-on|message-id|patchwork|gerrit-.*|x-.*)$/i;
const MAX_TRAILERS = 50;
const MAX_VALUE_CHARACTERS = 500;

/**
 * Takes the trailers off a message: the last paragraph, when every line of it is `Name: value` or continues such a line
 * (the rule of git's interpret-trailers, without its tolerance for other lines). The subject is never a trailer.
 */
export function splitTrailers(message: string): SplitMessage {
  const lines = message.replaceAll('\r\n', '\n').trimEnd().split('\n');
  const lastBlank = lines.findLastIndex((line) => line.trim() === '');
  const block = unfold(lines.slice(lastBlank + 1));
  const parsed = block.map((line) => TRAILER.exec(line));
  if (lastBlank <= 0 || !parsed.every((match) => match !== null)) return { text: lines.join('\n'), trailers: {} };
  const kept = block.filter((_line, index) => !NOT_FOR_THE_TEXT.test(parsed[index]?.[1] ?? ''));
  // Hosts set a rule between a squashed body and its co-authors; without them it separates nothing.
  const body = lines
    .slice(0, lastBlank)
    .join('\n')
    .trimEnd()
    .replace(/\n-{3,}$/, '')
    .trimEnd();
  return { text: [body, kept.join('\n')].filter((part) => part !== '').join('\n\n'), trailers: collect(parsed) };
}

function unfold(lines: readonly string[]): string[] {
  const unfolded: string[] = [];
  for (const line of lines) {
    if (CONTINUATION.test(line) && unfolded.length > 0) unfolded.push(`${unfolded.pop()} ${line.trim()}`);
    else unfolded.push(line);
  }
  return unfolded;
}

function collect(matches: readonly (RegExpExecArray | null)[]): Record<string, string[]> {
  // A map, because a trailer may be called "constructor".
  const trailers = new Map<string, string[]>();
  for (const match of matches.slice(0, MAX_TRAILERS)) {
    const [, name = '', value = ''] = match ?? [];
    const cleaned = withoutAddresses(value).slice(0, MAX_VALUE_CHARACTERS).trim();
    trailers.set(name, [...(trailers.get(name) ?? []), cleaned]);
  }
  return Object.fromEntries(trailers);
}

/** One pattern for all of it, blanks and `@` included, takes an hour for a megabyte of `<@@@`; each of these is linear. */
function withoutAddresses(value: string): string {
  return value.replace(/<[^<>]*>/g, (bracketed) => (bracketed.includes('@') ? '' : bracketed)).replace(/\s+/g, ' ');
}
