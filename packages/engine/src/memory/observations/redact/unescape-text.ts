/** A text without one layer of escapes, and where each of its characters stood before; one more place for the end. */
export interface UnescapedText {
  readonly text: string;
  readonly places: readonly number[];
}

// What JSON, programs' strings, addresses and markup write for a character: `\n`, `\"`, `\u0022`, `%3D`, `&quot;`.
const ESCAPE =
  /\\(?:u([\da-f]{4})|x([\da-f]{2})|([nrtbfv0"'`/\\]))|%([\da-f]{2})|&(?:#(\d{1,4})|#x([\da-f]{1,4})|(quot|apos|amp|lt|gt));/gi;

const BY_LETTER: Readonly<Record<string, string>> = {
  ...{ n: '\n', r: '\n', t: '\t', b: ' ', f: ' ', v: ' ', 0: ' ' },
  ...{ quot: '"', apos: "'", amp: '&', lt: '<', gt: '>' },
};

/** Takes one layer of escapes away; null when there is none. Text within text (JSON within JSON) needs one call for each layer. */
export function unescapeText(text: string): UnescapedText | null {
  const pieces: string[] = [];
  const places: number[] = [];
  let last = 0;
  const keep = (end: number): void => {
    pieces.push(text.slice(last, end));
    for (let place = last; place < end; place++) places.push(place);
  };
  for (const match of text.matchAll(ESCAPE)) {
    keep(match.index);
    pieces.push(characterOf(match));
    places.push(match.index);
    last = match.index + match[0].length;
  }
  if (last === 0) return null;
  keep(text.length);
  places.push(text.length);
  return { text: pieces.join(''), places };
}

/** One UTF-16 unit, whatever the escape is. */
function characterOf([, u, x, letter, percent, decimal, hex, name]: RegExpMatchArray): string {
  const code = u ?? x ?? percent ?? hex;
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  const written = letter ?? name ?? '';
  return BY_LETTER[written.toLowerCase()] ?? written;
}
