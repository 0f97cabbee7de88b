import type { Observation, ObservationInput } from '@inkling/engine';
import { countQuarantined, rememberBatch, type ImportTarget, type RefusedRow } from '../import-target.ts';
import { documentKind, MARKDOWN_AGENT, type SectionObservation } from './section-observations.ts';

/** What became of one file's sections. */
export interface ReplacedSections {
  readonly imported: number;
  /** Sections whose text was already there. */
  readonly unchanged: number;
  /** Sections that were left out, because somebody had forgotten them. */
  readonly forgotten: number;
  /** New sections that wait for a review. */
  readonly quarantined: number;
  /** Earlier versions that now point to their successor. */
  readonly superseded: number;
  /** Sections that are gone from the file, and from memory. */
  readonly removed: number;
  readonly refused: readonly RefusedRow[];
}

const PAGE = 500;

/**
 * Makes memory say of a file what the file says now. A section with another text supersedes its earlier version; a section that is
 * gone has no successor to point to, so its observation is forgotten.
 */
export async function replaceSections(
  target: ImportTarget,
  projectId: string,
  file: string,
  sections: readonly SectionObservation[],
): Promise<ReplacedSections> {
  const before = await storedSections(target, projectId, file);
  const { current, leftOut, ...counts } = await rememberCurrent(
    target,
    sections.map((section) => section.input),
  );
  const remembered = sections.filter((_, index) => !leftOut.includes(index));
  const contentBySection = new Map(remembered.map(({ section, input }) => [section, input.content]));
  let superseded = 0;
  let removed = 0;
  for (const row of before.filter(({ id }) => !current.has(id))) {
    const successor = contentBySection.get(String(row.metadata['section']));
    if (successor === undefined) {
      await target.observations.forget({ id: row.id, mayReturn: true });
      removed += 1;
    } else {
      await target.observations.supersede(row.id, successor);
      superseded += 1;
    }
  }
  return { ...counts, superseded, removed, forgotten: leftOut.length };
}

interface RememberedSections extends Pick<ReplacedSections, 'imported' | 'unchanged' | 'quarantined' | 'refused'> {
  /** Ids of the rows that stand for the file as it is. */
  readonly current: ReadonlySet<string>;
  /** Positions of the sections that somebody had forgotten. */
  readonly leftOut: readonly number[];
}

async function rememberCurrent(target: ImportTarget, inputs: readonly ObservationInput[]): Promise<RememberedSections> {
  const first = await rememberBatch(target, inputs);
  // An edit that was taken back: the old text is there, but superseded. Its row makes room for one that is valid again.
  const replaced = first.results.filter(({ status }) => status === 'superseded' || status === 'expired');
  for (const { id } of replaced) await target.observations.forget({ id, mayReturn: true });
  const second = replaced.length > 0 ? await rememberBatch(target, inputs) : first;
  const imported = new Set([...first.results, ...second.results].filter(({ created }) => created).map(({ id }) => id));
  const current = new Set(second.results.map(({ id }) => id));
  const unchanged = current.size - imported.size;
  const quarantined = countQuarantined(second === first ? first.results : [...first.results, ...second.results]);
  return { current, leftOut: first.forgotten, imported: imported.size, unchanged, quarantined, refused: first.refused };
}

/** The valid observations that earlier imports made of a file. */
async function storedSections(target: ImportTarget, projectId: string, file: string): Promise<Observation[]> {
  const found: Observation[] = [];
  let cursor: string | null = null;
  do {
    const filter = { projectId, kind: documentKind(file), path: file, limit: PAGE };
    const page = await target.observations.list(cursor === null ? filter : { ...filter, cursor });
    found.push(...page.rows.filter((row) => isSectionOf(row, file)));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}

function isSectionOf(row: Observation, file: string): boolean {
  const valid = row.supersededBy === null && row.validTo === null;
  return valid && row.agentId === MARKDOWN_AGENT && row.metadata['file'] === file;
}
