import { detectSecrets } from './detect-secrets.ts';
import { SECRET_PATTERNS, type SecretPattern } from './secret-patterns.ts';

/** A text without its secrets, and the kinds of what was replaced. */
export interface Redaction {
  readonly text: string;
  /** Sorted, each once. */
  readonly kinds: readonly string[];
}

const TOKEN_END = /[\s"'`,;)\]}>]|$/g;

/** Two are enough for any two secrets that touch; more would mean that a mark is taken for a secret. */
const MOST_PASSES = 8;

/**
 * Replaces each secret by `[redacted:<kind>]`. Redacting twice changes nothing more: a secret that directly follows another is only seen as one
 * when that is gone, so what had secrets is looked over again.
 * Own patterns first, then the detector library. Never throws on text.
 */
export async function redactSecrets(text: string): Promise<Redaction> {
  const kinds = new Set<string>();
  let rest = text;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const found = new Set<string>();
    rest = await redactOnce(rest, found);
    if (found.size === 0) break;
    for (const kind of found) kinds.add(kind);
  }
  return { text: rest, kinds: [...kinds].sort() };
}

async function redactOnce(text: string, kinds: Set<string>): Promise<string> {
  const withoutKnown = SECRET_PATTERNS.reduce((rest, pattern) => replacePattern(rest, pattern, kinds), text);
  return replaceDetected(withoutKnown, kinds);
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
