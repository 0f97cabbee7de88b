import type { Observation } from '../observations/observation.ts';
import { sanitizeExcerpt } from './sanitize-excerpt.ts';

/**
 * What tells an agent that a statement it was given does not hold any more: `- [<oldId>] superseded by [<newId>] <excerpt>`.
 * Without `replacement.content` the new statement is named and not quoted. Ids are trusted to be UUIDs. Contract section 3.
 */
export function renderCorrectionLine(
  oldId: string,
  replacement: Pick<Observation, 'id'> & { readonly content?: string },
): string {
  const line = `- [${oldId}] superseded by [${replacement.id}]`;
  return `${line} ${sanitizeExcerpt(replacement.content ?? '')}`.trimEnd();
}

/** The line with its ids alone, for whom what replaced the statement may not be quoted to (any more). */
export function withoutQuotation(line: string): string {
  return /^- \[[^\]]+\] superseded by \[[^\]]+\]/u.exec(line)?.[0] ?? '';
}
