import { redactSecrets } from './redact-secrets.ts';

/** More blank lines than any pattern of a secret reaches across, so that no text completes a secret in its neighbour. */
const SEPARATOR = '\n'.repeat(8);

/** Texts without secrets, and the kinds that were replaced. */
export interface RedactedTexts {
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
