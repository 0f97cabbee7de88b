import { redactSecrets } from './redact-secrets.ts';
import type { ObservationMetadata } from './observation.ts';

/** More blank lines than any pattern of a secret reaches across, so that no text completes a secret in its neighbour. */
const SEPARATOR = '\n'.repeat(8);

/** Content and metadata without secrets, and the kinds that were replaced. */
export interface RedactedObservation {
  readonly content: string;
  readonly metadata: ObservationMetadata;
  /** Sorted, each once. */
  readonly kinds: readonly string[];
}

/**
 * Redacts content and every string in the metadata. All of them are looked at in one call, because a call costs 17 µs for a short
 * text and a commit can name 1000 paths; only when that finds something each string is redacted by itself.
 */
export async function redactObservation(content: string, metadata: ObservationMetadata): Promise<RedactedObservation> {
  const strings = [content, ...stringsIn(metadata)];
  const { kinds } = await redactSecrets(strings.join(SEPARATOR));
  if (kinds.length === 0) return { content, metadata, kinds };
  const redacted = new Map<string, string>();
  const found = new Set<string>();
  for (const text of new Set(strings)) {
    const redaction = await redactSecrets(text);
    redacted.set(text, redaction.text);
    for (const kind of redaction.kinds) found.add(kind);
  }
  return {
    content: redacted.get(content) ?? content,
    metadata: replaceStrings(metadata, redacted) as ObservationMetadata,
    kinds: [...found].sort(),
  };
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function replaceStrings(value: unknown, redacted: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return redacted.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => replaceStrings(item, redacted));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceStrings(item, redacted)]));
}
