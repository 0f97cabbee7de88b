import { detectSecrets } from './detect-secrets.ts';
import { SECRET_PATTERNS, type SecretPattern } from './secret-patterns.ts';

/** A text without its secrets, and the kinds of what was replaced. */
export interface Redaction {
  readonly text: string;
  /** Sorted, each once. */
  readonly kinds: readonly string[];
}

const TOKEN_END = /[\s"'`,;)\]}>]|$/g;

/**
 * Replaces each secret by `[redacted:<kind>]`. Redacting twice changes nothing more.
 * Own patterns first, then the detector library. Never throws on text.
 */
export async function redactSecrets(text: string): Promise<Redaction> {
  const kinds = new Set<string>();
  const withoutKnown = SECRET_PATTERNS.reduce((rest, pattern) => replacePattern(rest, pattern, kinds), text);
  const redacted = await replaceDetected(withoutKnown, kinds);
  return { text: redacted, kinds: [...kinds].sort() };
}

function replacePattern(text: string, { kind, pattern, accept }: SecretPattern, kinds: Set<string>): string {
  return text.replace(pattern, (match: string, ...rest: unknown[]) => {
    const groups = rest.at(-1);
    const secret =
      typeof groups === 'object' && groups !== null ? (groups as Record<string, string>)['secret'] : undefined;
    const found = secret ?? match;
    if (accept && !accept(found)) return match;
    kinds.add(kind);
    const start = match.lastIndexOf(found);
    return `${match.slice(0, start)}[redacted:${kind}]${match.slice(start + found.length)}`;
  });
}

async function replaceDetected(text: string, kinds: Set<string>): Promise<string> {
  const detected = await detectSecrets(text);
  let rest = text;
  let limit = text.length;
  // From the end, so that a replacement leaves the ranges before it valid; overlapping ones are cut to what is still there.
  for (const { start, end, kind } of detected.toSorted((a, b) => b.start - a.start)) {
    const stop = Math.min(limit, tokenEnd(text, end));
    if (start >= stop) continue;
    kinds.add(kind);
    rest = `${rest.slice(0, start)}[redacted:${kind}]${rest.slice(stop)}`;
    limit = start;
  }
  return rest;
}

/** Where the token ends that `index` lies in. The library's AWS rule reports a range that stops in the middle of the key. */
function tokenEnd(text: string, index: number): number {
  TOKEN_END.lastIndex = index;
  return TOKEN_END.exec(text)?.index ?? text.length;
}
