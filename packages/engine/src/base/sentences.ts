/** A title, a version, a domain name or an abbreviation ends no sentence: what follows a full stop must begin one. */
const END = /(?<=[.!?]["'”’)\]]{0,2}|;)\s+(?=["'“‘`(*[]{0,2}[\p{Lu}\d`])|(?<=;)\s+|(?<=[。！？])/u;

const ABBREVIATED = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|Mr|Mrs|Ms|Dr|No|Fig|Eq|resp|incl|excl)\.$/u;

/** The sentences of a text, in their order; a line ends one, and so does a semicolon. Never fails. */
export function splitSentences(text: string): string[] {
  return text.split(/\n+/u).flatMap((line) => joinAbbreviated(line.split(END)));
}

function joinAbbreviated(parts: readonly string[]): string[] {
  const sentences: string[] = [];
  for (const part of parts.map((text) => text.replaceAll(/\s+/gu, ' ').trim()).filter((text) => text !== '')) {
    const before = sentences.at(-1);
    if (before !== undefined && ABBREVIATED.test(before)) sentences[sentences.length - 1] = `${before} ${part}`;
    else sentences.push(part);
  }
  return sentences;
}
