import { isDeepStrictEqual } from 'node:util';
import type { Observation, ObservationInput, RememberResult } from '@inkling/engine';
import { textOf } from '../../base/record.ts';
import { countQuarantined, rememberBatch, type ImportTarget, type RefusedRow } from '../import-target.ts';
import { MARKDOWN_AGENT, MOST_FILES, type SectionObservation } from './section-observations.ts';

/** One import of files. A text that several of them say is one row, so what a file no longer says is settled when all are read. */
export interface SectionRun {
  readonly target: ImportTarget;
  readonly projectId: string;
  /** Whether a path of a row names a file that this import neither reads nor knows to be gone. */
  readonly isElsewhere: (path: string) => boolean;
  /** Ids of the rows that stand for the files as they are. */
  readonly current: Set<string>;
  /** Superseded rows whose text a file says again, and which are not deleted. */
  readonly returning: Set<string>;
  /** Rows that one of the files said earlier, by their ids. */
  readonly leaving: Map<string, LeavingRow>;
}

interface LeavingRow {
  readonly row: Observation;
  /** The text that has its place in the file now; undefined = the section is gone. */
  readonly successor: string | undefined;
}

/** What became of one file's sections. */
export type RememberedSections = Awaited<ReturnType<typeof rememberSections>>;

const PAGE = 500;

/** Makes memory say what a file says now, and notes what it said before. A file that is gone has no sections. */
export async function rememberSections(run: SectionRun, file: string, sections: readonly SectionObservation[]) {
  const before = await storedSections(run, file);
  const { results, remembered, ...counts } = await rememberCurrent(run, sections);
  const inputs = remembered.map(({ input }) => input);
  const unmoved = await refreshMoved(run, inputs, results, before);
  // Equal headings are told apart by their order. What the file said before is a neighbour that moved up, and replaces nothing.
  const known = new Set(before.map(({ id }) => id));
  const fresh = remembered.filter((_, index) => !known.has(results[index]?.id ?? ''));
  const contentBySection = new Map(fresh.map(({ section, input }) => [section, input.content]));
  const current = new Set(results.map(({ id }) => id));
  // A version that could not be stored replaces nothing.
  const refused = new Set(counts.refused.map(({ index }) => sections[index]?.section));
  for (const row of before) {
    const section = textOf(row.metadata['section']);
    if (current.has(row.id) || refused.has(section)) continue;
    const successor = run.leaving.get(row.id)?.successor ?? contentBySection.get(section);
    run.leaving.set(row.id, { row, successor });
  }
  return { ...counts, refused: [...counts.refused, ...unmoved] };
}

/**
 * Settles what no file says any more. A section with another text supersedes its earlier version; a section that is gone has no
 * successor to point to, so its observation is forgotten, or marked as outdated where it was pinned or rated.
 */
export async function retireSections({ target, current, returning, leaving, isElsewhere }: SectionRun) {
  const counts = { superseded: 0, removed: 0, outdated: 0 };
  for (const { row, successor } of leaving.values()) {
    const now = current.has(row.id) ? null : await unchangedRow(target, row);
    if (now === null) continue;
    const elsewhere = (row.metadata.paths ?? []).filter(isElsewhere);
    if (elsewhere.length > 0) await leaveTo(target, row, elsewhere);
    else if (successor !== undefined) {
      await target.observations.supersede(row.id, successor);
      counts.superseded += 1;
    } else if (isValued(now)) {
      await target.feedback.observation({ observationId: row.id, agentId: MARKDOWN_AGENT, verdict: 'outdated' });
      counts.outdated += 1;
    } else {
      await target.observations.forget({ id: row.id, mayReturn: true });
      counts.removed += 1;
    }
  }
  for (const id of returning) await bringBack(target, id);
  return counts;
}

/** What somebody pinned, or people and sessions rated, is not deleted by an import. */
function isValued({ pinned, weight }: Observation): boolean {
  return pinned || weight !== 1;
}

/** Another import may have moved, superseded or forgotten a row since this one read it: null. */
async function unchangedRow(target: ImportTarget, row: Observation): Promise<Observation | null> {
  const now = await target.observations.get(row.id);
  return now !== null && isSection(now) && isDeepStrictEqual(now.metadata.paths, row.metadata.paths) ? now : null;
}

/** A superseded row that took nobody's place makes room for one that is valid and pinned as it was. */
async function bringBack(target: ImportTarget, id: string): Promise<void> {
  const row = await target.observations.get(id);
  if (row === null || row.supersededBy === null) return;
  const { content, kind, projectId, agentId, classification, pinned, createdAt, metadata } = row;
  await target.observations.forget({ id, mayReturn: true });
  const input = { content, kind, projectId, agentId, classification, pinned, createdAt, metadata };
  await rememberBatch(target, [{ ...input, source: 'import' }]);
}

/** A row that other files still say, which this import does not read, is theirs alone. */
async function leaveTo(target: ImportTarget, row: Observation, paths: readonly string[]): Promise<void> {
  const { content, kind, projectId, agentId } = row;
  const file = paths.includes(textOf(row.metadata['file'])) ? row.metadata['file'] : paths[0];
  const input = { content, kind, projectId, agentId, source: 'import' as const };
  await rememberBatch(target, [{ ...input, metadata: { ...row.metadata, file, paths } }], { refresh: true });
}

/** `remembered`: those that memory has now, with one of the `results` each. */
async function rememberCurrent({ target, current, returning }: SectionRun, sections: readonly SectionObservation[]) {
  const inputs = sections.map(({ input }) => input);
  const first = await rememberBatch(target, inputs);
  // An edit that was taken back: the old text is there, but superseded. Its row makes room for one that is valid again.
  const replaced = first.results.filter(({ status }) => status === 'superseded' || status === 'expired');
  for (const { id } of replaced) {
    const row = await target.observations.get(id);
    if (row === null || !isValued(row)) await target.observations.forget({ id, mayReturn: true });
    else if (row.supersededBy === null) await revive(target, row);
    else returning.add(id);
  }
  const { results } = replaced.length > 0 ? await rememberBatch(target, inputs) : first;
  const made = results === first.results ? results : [...first.results, ...results];
  const imported = new Set(made.filter(({ created }) => created).map(({ id }) => id)).size;
  const absent = new Set([...first.forgotten, ...first.refused.map(({ index }) => index)]);
  return {
    results,
    remembered: sections.filter((_, index) => !absent.has(index)),
    imported,
    // What another file of this import says too is counted with that one.
    unchanged: new Set(results.map(({ id }) => id).filter((id) => !current.has(id))).size - imported,
    quarantined: countQuarantined(made),
    forgotten: first.forgotten.length,
    refused: first.refused,
  };
}

/** Remembered by an import, an outdated statement stays outdated. */
async function revive(target: ImportTarget, { content, kind, projectId, agentId }: Observation): Promise<void> {
  await target.observations.rememberMany([{ content, kind, projectId, agentId, source: 'api' }]);
}

/** Rows that were there already say in which files, and where in them, their text stands now. Answers those that were refused. */
async function refreshMoved(
  { target, current, isElsewhere }: SectionRun,
  inputs: readonly ObservationInput[],
  results: readonly RememberResult[],
  before: readonly Observation[],
): Promise<readonly RefusedRow[]> {
  const stored = new Map(before.map((row) => [row.id, row]));
  const moved: ObservationInput[] = [];
  for (const [index, { id, created }] of results.entries()) {
    const input = inputs[index];
    if (!input || current.has(id)) continue;
    current.add(id);
    const row = created ? null : (stored.get(id) ?? (await target.observations.get(id)));
    if (!row) continue;
    const { kind, metadata } = placeOf(row, input, isElsewhere);
    if (kind !== row.kind || !isDeepStrictEqual(metadata, row.metadata)) moved.push({ ...input, kind, metadata });
  }
  return moved.length === 0 ? [] : (await rememberBatch(target, moved, { refresh: true })).refused;
}

/** Where a row's text stands: in the files of this import, and in those that the import says nothing of. */
function placeOf(
  row: Observation,
  input: ObservationInput,
  isElsewhere: SectionRun['isElsewhere'],
): Pick<Observation, 'kind' | 'metadata'> {
  const others = (row.metadata.paths ?? []).filter(isElsewhere);
  const paths = [...new Set([...(input.metadata?.paths ?? []), ...others])].slice(0, MOST_FILES);
  const { kind = row.kind, metadata } = isElsewhere(textOf(row.metadata['file'])) ? row : input;
  return { kind, metadata: { ...metadata, paths } };
}

/** The valid observations that earlier imports made of a file. */
async function storedSections({ target, projectId }: SectionRun, file: string): Promise<Observation[]> {
  const found: Observation[] = [];
  let cursor: string | null = null;
  do {
    const filter = { projectId, path: file, limit: PAGE };
    const page = await target.observations.list(cursor === null ? filter : { ...filter, cursor });
    found.push(...page.rows.filter(isSection));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}

function isSection(row: Observation): boolean {
  return row.agentId === MARKDOWN_AGENT && row.supersededBy === null && row.validTo === null;
}
