import { detectSecrets, type DetectedSecret } from './detect-secrets.ts';
import { MOST_LAYERS, SECRET_PATTERNS, secretOf } from './secret-patterns.ts';
import { isSample } from './secret-values.ts';
import { TOKENS, type SecretPattern } from './secret-shape.ts';
import { tabledSecrets } from './tabled-secrets.ts';
import { unescapeText } from './unescape-text.ts';

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
 * when that is gone, so what had secrets is looked over again. Own patterns first, then the detector library; then both behind escapes, where
 * nothing begins at the edge of a word: `\nAKIA…`, `token%3D…`. Never throws on text.
 */
export async function redactSecrets(text: string): Promise<Redaction> {
  const found = [...(await findSecrets(text)), ...(await findBehind(text, MOST_LAYERS))];
  if (found.length === 0) return { text, kinds: [] };
  const secrets = merged(found);
  return { text: replaced(text, secrets), kinds: [...new Set(secrets.map(({ kind }) => kind))].sort() };
}

/** What shows itself once escapes are taken away, by where it stands among them. */
async function findBehind(text: string, layers: number): Promise<DetectedSecret[]> {
  const plain = layers === 0 ? null : unescapeText(text);
  if (plain === null) return [];
  const found = [...(await findSecrets(plain.text)), ...(await findBehind(plain.text, layers - 1))];
  return found.map((secret) => moved(secret, plain.places));
}

/** A text while its secrets are replaced, and where its characters stood at first; undefined = where they stand. */
interface Working {
  readonly text: string;
  readonly places?: readonly number[];
}

async function findSecrets(text: string): Promise<DetectedSecret[]> {
  const all: DetectedSecret[] = [];
  let working: Working = { text };
  const take = (found: readonly DetectedSecret[]): void => {
    if (found.length === 0) return;
    const { places } = working;
    all.push(...(places ? found.map((secret) => moved(secret, places)) : found));
    working = withMarks(working, found);
  };
  for (let pass = 0, before = -1; pass < MOST_PASSES && all.length > before; pass++) {
    before = all.length;
    for (const pattern of SECRET_PATTERNS)
      if (!pattern.gate || pattern.gate.isOpen(working.text)) take(matches(working.text, pattern));
    take(tabledSecrets(working.text));
    if (TOKENS.isOpen(working.text)) take(ofTokens(working.text, await detectSecrets(working.text)));
  }
  return all;
}

function moved({ start, end, kind }: DetectedSecret, places: readonly number[]): DetectedSecret {
  return { start: places[start] ?? 0, end: places[end] ?? 0, kind };
}

function matches(text: string, each: SecretPattern): DetectedSecret[] {
  const { kind, pattern, accept, overlaps } = each;
  const found: DetectedSecret[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const secret = secretOf(match);
    if (isSample(secret) || (accept && !accept(secret))) {
      if (overlaps) pattern.lastIndex = match.index + 1;
      continue;
    }
    const start = match.index + match[0].lastIndexOf(secret);
    found.push({ start, end: start + secret.length, kind });
  }
  return found;
}

/** What the library found, to the end of the token: its AWS rule reports a range that stops in the middle of the key. */
function ofTokens(text: string, detected: readonly DetectedSecret[]): DetectedSecret[] {
  const whole = detected.map((secret) => ({ ...secret, end: tokenEnd(text, secret.end) }));
  return merged(whole.filter(({ start, end }) => !isSample(text.slice(start, end))));
}

function tokenEnd(text: string, index: number): number {
  TOKEN_END.lastIndex = index;
  return TOKEN_END.exec(text)?.index ?? text.length;
}

/** In order, and those that overlap as one. */
function merged(secrets: readonly DetectedSecret[]): DetectedSecret[] {
  const all: DetectedSecret[] = [];
  for (const secret of secrets.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = all.at(-1);
    if (last && secret.start < last.end) all[all.length - 1] = { ...last, end: Math.max(last.end, secret.end) };
    else if (secret.end > secret.start) all.push(secret);
  }
  return all;
}

const markOf = ({ kind }: DetectedSecret): string => `[redacted:${kind}]`;

/** The text with a mark for each secret; they are in order. */
function replaced(text: string, secrets: readonly DetectedSecret[]): string {
  const pieces = secrets.map(
    (secret, index) => text.slice(secrets[index - 1]?.end ?? 0, secret.start) + markOf(secret),
  );
  return pieces.join('') + text.slice(secrets.at(-1)?.end ?? 0);
}

/** The same, and what the characters of a mark stand for is the whole secret. */
function withMarks({ text, places }: Working, secrets: readonly DetectedSecret[]): Working {
  const place = (index: number): number => places?.[index] ?? index;
  const moved: number[] = [];
  let last = 0;
  for (const secret of secrets) {
    for (let index = last; index < secret.start; index++) moved.push(place(index));
    for (let index = 0; index < markOf(secret).length; index++) moved.push(place(secret.start));
    last = secret.end;
  }
  for (let index = last; index <= text.length; index++) moved.push(place(index));
  return { text: replaced(text, secrets), places: moved };
}

/** More blank lines than any pattern of a secret reaches across, so that no text completes a secret in its neighbour. */
const SEPARATOR = '\n'.repeat(8);

/** Texts without secrets, and the kinds that were replaced. */
interface RedactedTexts {
  /** By what each was. Empty when there was nothing to replace. */
  readonly replaced: ReadonlyMap<string, string>;
  /** Sorted, each once. */
  readonly kinds: readonly string[];
}

/**
 * Redacts texts that belong together. All are looked at in one call, because a call costs 17 µs for a short text and a commit can name 1000
 * paths; only when that finds something each is redacted by itself.
 */
export async function redactTexts(texts: readonly string[]): Promise<RedactedTexts> {
  const replaced = new Map<string, string>();
  const { kinds } = await redactSecrets(texts.join(SEPARATOR));
  if (kinds.length === 0) return { replaced, kinds };
  const found = new Set<string>();
  for (const text of new Set(texts)) {
    const redaction = await redactSecrets(text);
    if (redaction.text !== text) replaced.set(text, redaction.text);
    for (const kind of redaction.kinds) found.add(kind);
  }
  return { replaced, kinds: [...found].sort() };
}
