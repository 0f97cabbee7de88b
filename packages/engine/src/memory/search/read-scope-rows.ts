import type { ScopeColumns, ScopeRow } from '../observations/observation.ts';

const MICROSECONDS = 1e6;

/** The rows of a page, from its text. */
export function readScopeRows(text: string): ScopeRow[] {
  const columns = JSON.parse(text) as ScopeColumns;
  return columns.id.map((id, at) => ({
    id,
    projectId: columns.projectId[at] ?? null,
    sessionId: columns.sessionId[at] ?? null,
    kind: columns.kind[at]!,
    content: columns.content[at]!,
    createdAt: wholeMilliseconds(columns.createdAt[at]!),
    validTo: columns.validTo[at] ?? null,
    metadata: columns.metadata[at]!,
  }));
}

/** Rounded to microseconds first: a fraction of seconds is not exact in binary, and the last millisecond of a second would become the one before. */
const wholeMilliseconds = (seconds: number): number => Math.floor(Math.round(seconds * MICROSECONDS) / 1000);
