import type { ComposableObservation } from './composable-observation.ts';
import { DEFAULT_LINE_FORMAT, type LineFormat } from './line-format.ts';
import { shownIdOf } from './render-compact-line.ts';
import { sanitizeExcerpt } from './sanitize-excerpt.ts';

type Named = Pick<ComposableObservation, 'id' | 'metadata'>;

/**
 * What tells an agent that a statement it was given does not hold any more: `- [<oldId>] superseded by [<newId>] <excerpt>`.
 * Without `replacement.content` the new statement is named and not quoted. Ids are trusted to be UUIDs; they are shown short unless the format is `classic`. Contract section 3.
 */
export function renderCorrectionLine(
  old: Named,
  replacement: Named & { readonly content?: string },
  format: LineFormat = DEFAULT_LINE_FORMAT,
): string {
  const shown = (one: Named): string => (format === 'classic' ? one.id : shownIdOf(one));
  const line = `- [${shown(old)}] superseded by [${shown(replacement)}]`;
  return `${line} ${sanitizeExcerpt(replacement.content ?? '')}`.trimEnd();
}

/** The line with its ids alone, for whom what replaced the statement may not be quoted to (any more). */
export function withoutQuotation(line: string): string {
  return /^- \[[^\]]+\] superseded by \[[^\]]+\]/u.exec(line)?.[0] ?? '';
}
