import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '@inkling/engine';
import { InklingError } from '@inkling/engine/errors';
import { recordAt, textsOf } from '../../base/record.ts';
import { findRepository } from '../../git/locate-repository.ts';
import { sparseFiles } from '../../git/sparse-files.ts';
import { rulesAbove, type TreeFilter, walkTree } from '../../git/walk-tree.ts';
import type { ImportProgress, ImportReport, ImportTally, ImportTarget, RefusedRow } from '../import-target.ts';
import { NO_AGES, readFileAges, rememberedAges, type RememberedAges } from './file-ages.ts';
import { type RememberedSections, rememberSections, retireSections, type SectionRun } from './replace-sections.ts';
import { type SectionObservation, sectionObservations, shareSections } from './section-observations.ts';

interface MarkdownImportOptions {
  /** Files are named relative to this directory: the repository's top, or the working directory outside one. Absolute. */
  readonly root: string;
  /** Files and directories, relative to the root or absolute. */
  readonly sources: readonly string[];
  readonly projectId: string;
  readonly clock: Clock;
  readonly onProgress?: ImportProgress;
}

/** Counts of sections. */
const NOTHING = {
  imported: 0,
  unchanged: 0,
  superseded: 0,
  removed: 0,
  /** Gone, and kept as outdated, because they were pinned or rated. */
  outdated: 0,
  /** Left out, because somebody had forgotten them. */
  forgotten: 0,
  /** New ones that wait for a review. */
  quarantined: 0,
};

type RefusedSection = RefusedRow & { readonly file: string };

type Tally = ImportTally<typeof NOTHING, RefusedSection> & { readonly warnings: string[] };

export interface MarkdownImportReport extends ImportReport<RefusedSection>, Readonly<typeof NOTHING> {
  readonly files: number;
  /** Files that memory has from a later commit than this checkout. They changed nothing. */
  readonly older: number;
  readonly warnings: readonly string[];
}

const CURSOR_SOURCE = 'markdown';
// Beyond this a file is data or a bundle with the wrong name; the largest changelog among the eval repositories has 1.1 MB.
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/**
 * Imports markdown files section by section. Importing again replaces what changed; files that an earlier import of the same
 * place found and that are gone are forgotten. A checkout changes nothing of a file that memory has from a later commit.
 * @throws InklingError `import-source-invalid` when a source does not exist, and what the memory throws.
 */
export async function importMarkdown(
  target: ImportTarget,
  options: MarkdownImportOptions,
): Promise<MarkdownImportReport> {
  const startedAt = options.clock.monotonic();
  const remembered = rememberedAges(await target.importCursors.get(options.projectId, CURSOR_SOURCE));
  const sources = await findSources(options, remembered);
  const { files, unreadable, older } = sources;
  const warnings = unreadable.map((name) => `${name || '.'} was skipped: it cannot be read.`);
  const tally: Tally = { ...NOTHING, refused: [], warnings };
  if (files.length === 0) tally.warnings.push('No markdown files were found.');
  const documents = await readDocuments(
    options,
    files.filter(({ name }) => !older.has(storedPath(name))),
    tally,
  );
  const isGone = goneFrom(options, sources);
  const read = new Set(documents.map(({ name }) => storedPath(name)));
  const isElsewhere = (file: string): boolean => !read.has(storedPath(file)) && !isGone(file);
  const seen = { current: new Set<string>(), returning: new Set<string>(), leaving: new Map() };
  const run: SectionRun = { target, projectId: options.projectId, isElsewhere, ...seen };
  for (const [index, { name, sections }] of documents.entries()) {
    addCounts(tally, name, await rememberSections(run, name, sections));
    options.onProgress?.(index + 1, documents.length);
  }
  const present = await leaveGoneFiles(run, files, isGone);
  Object.assign(tally, await retireSections(run));
  const ages = documents.flatMap(({ name, committedAt }) => (committedAt ? [[storedPath(name), committedAt]] : []));
  // Last: until their sections are retired, files that are gone must be found by the next import too.
  await target.importCursors.set(options.projectId, CURSOR_SOURCE, {
    files: present.files,
    committed: { ...present.committed, ...Object.fromEntries(ages) },
  });
  const elapsedMs = options.clock.monotonic() - startedAt;
  const counts = { files: files.length, older: older.size, ...tally };
  return { source: 'markdown', projectId: options.projectId, ...counts, elapsedMs };
}

interface SourceFile {
  readonly absolute: string;
  readonly name: string;
  /** When a commit last touched it; undefined = no commit did. */
  readonly touchedAt: number | undefined;
  readonly committedAt: number | undefined;
}

async function findSources(options: MarkdownImportOptions, remembered: RememberedAges) {
  const found = await findMarkdownFiles(options.root, options.sources);
  const files = found.files.map((absolute) => ({ absolute, name: nameOf(options.root, absolute) }));
  const repository = await findRepository(options.root);
  // Only names relative to the repository's own top mean the same to git.
  const isTop = repository !== null && repository.workTree !== null;
  /** Files that are not in this checkout, and not gone. */
  const sparse = isTop ? await sparseFiles(options.root) : new Set<string>();
  const present = new Set([...files.map(({ name }) => name), ...sparse].map(storedPath));
  const places = placesOf(options);
  const absent = Object.keys(remembered).filter((file) => !present.has(file) && isBelowAny(file, places));
  const names = [...files.map(({ name }) => name), ...absent];
  const ages = isTop ? await readFileAges(repository, names, remembered, options.clock.now()) : NO_AGES;
  const older = new Set<string>();
  for (const name of names) if (await ages.isOlder(name)) older.add(storedPath(name));
  return {
    files: files.map((file) => ({
      ...file,
      touchedAt: ages.touchedAt(file.name),
      committedAt: ages.committedAt(file.name),
    })),
    /** Names of directories that could not be listed. */
    unreadable: found.unreadable.map((directory) => nameOf(options.root, directory)),
    /** Files that memory has from a later commit, be they here or not, as the memory names them. */
    older,
    /** Whether a file is in the checkout, or belongs there. */
    isPresent: (file: string) => present.has(file) || older.has(file),
  };
}

async function readDocuments({ projectId, clock }: MarkdownImportOptions, files: readonly SourceFile[], tally: Tally) {
  const read: Pick<SourceFile, 'name' | 'committedAt'>[] = [];
  const sections: SectionObservation[][] = [];
  for (const { absolute, name, touchedAt, committedAt } of files) {
    const text = await readDocument(absolute);
    if (text === null) {
      tally.warnings.push(`${name} was skipped: it cannot be read, is no text or is larger than 4 MB.`);
      continue;
    }
    const writtenAt = new Date(touchedAt ?? (await modifiedAt(absolute, clock)));
    read.push({ name, committedAt });
    sections.push(sectionObservations({ projectId, file: name, text, writtenAt }));
  }
  const shared = shareSections(sections);
  return read.map((file, index) => ({ ...file, sections: shared[index] ?? [] }));
}

function addCounts(tally: Tally, file: string, { refused, ...counts }: RememberedSections): void {
  for (const name of ['imported', 'unchanged', 'forgotten', 'quarantined'] as const) tally[name] += counts[name];
  tally.refused.push(...refused.map((row) => ({ ...row, file })));
}

/** Relative to the root with `/`; absolute for a file outside it. */
function nameOf(root: string, absolute: string): string {
  const relative = path.relative(root, absolute);
  const outside = relative.startsWith('..') || path.isAbsolute(relative);
  return (outside ? absolute : relative).split(path.sep).join('/');
}

async function modifiedAt(file: string, clock: Clock): Promise<number> {
  return Math.min((await stat(file)).mtimeMs, clock.now());
}

async function readDocument(file: string): Promise<string | null> {
  const status = await stat(file).catch(() => null);
  if (!status || status.size > MAX_FILE_BYTES) return null;
  const text = await readFile(file, 'utf8').catch(() => null);
  return text?.includes('\0') ? null : text;
}

/** Whether a file is gone: the import looked where it would be, and did not find it. */
type IsGone = (file: string) => boolean;

function goneFrom(
  options: MarkdownImportOptions,
  { isPresent, unreadable }: Awaited<ReturnType<typeof findSources>>,
): IsGone {
  const places = placesOf(options);
  return (name) => {
    const file = storedPath(name);
    // Not found below a directory that cannot be read says nothing about a file.
    return !isPresent(file) && isBelowAny(file, places) && !isBelowAny(file, unreadable);
  };
}

/** Notes what files said that an earlier import of the same place found, and that are gone. Answers the files that are not, and the known ages. */
async function leaveGoneFiles(run: SectionRun, files: readonly SourceFile[], isGone: IsGone) {
  const { target, projectId } = run;
  const cursor = await target.importCursors.get(projectId, CURSOR_SOURCE);
  const known = textsOf(recordAt(cursor)['files']);
  const gone = new Set(known.filter(isGone));
  for (const file of gone) await rememberSections(run, file, []);
  const present = [...known, ...files.map(({ name }) => name)].filter((file) => !gone.has(file));
  const ages = Object.entries(rememberedAges(cursor)).filter(([file]) => !isGone(file));
  return { files: [...new Set(present)], committed: Object.fromEntries(ages) };
}

/** A name as the memory keeps it among the paths of a row: composed, without the root. */
function storedPath(name: string): string {
  return name.normalize('NFC').replace(/^\/+/, '');
}

const placesOf = ({ root, sources }: MarkdownImportOptions): readonly string[] =>
  sources.map((source) => nameOf(root, path.resolve(root, source)));

function isBelowAny(file: string, places: readonly string[]): boolean {
  return places.map(storedPath).some((above) => above === '' || file === above || file.startsWith(`${above}/`));
}

const MARKDOWN_FILE = /\.(md|mdx|mdc|markdown)$/i;
// Hidden directories hold tools' caches, save these, where agents and hosts keep what people wrote for them.
const READABLE_HIDDEN = new Set(['.claude', '.cursor', '.gemini', '.github', '.codex', '.inkling']);
const SKIPPED_DIRECTORIES = new Set(['node_modules', 'vendor', 'dist', 'build', 'target']);

/** What is checked out below a repository's top is another project's, or another branch of this one. */
const markdownBelow = async (root: string): Promise<TreeFilter> => ({
  enters: isReadable,
  entersRepositories: (await stat(path.join(root, '.git')).catch(() => null)) === null,
  takes: (name) => MARKDOWN_FILE.test(name),
});

/**
 * The markdown files at or below each of the given files and directories, as absolute paths, sorted, each once. Below a directory,
 * `.gitignore` files are obeyed, installed and built trees, other work trees and symbolic links are skipped; a file that is named is always taken.
 * `unreadable`: directories that could not be listed; what is below them is not known.
 * @param root The directory whose `.gitignore` also counts for everything below it (the repository's top).
 * @throws InklingError `import-source-invalid` when a given path does not exist, or is a pipe, a device or a socket.
 */
async function findMarkdownFiles(root: string, sources: readonly string[]) {
  const unreadable: string[] = [];
  const found = new Set<string>();
  const filter = await markdownBelow(root);
  for (const source of sources) {
    const absolute = path.resolve(root, source);
    const status = await stat(absolute).catch(() => null);
    if (!status) throw noSource(`There is no file or directory ${source}.`, source);
    if (status.isFile()) found.add(absolute);
    // Reading a pipe or a device waits for somebody, or never ends.
    else if (!status.isDirectory()) throw noSource(`${source} is neither a file nor a directory.`, source);
    else
      for await (const file of walkTree(absolute, await rulesAbove(root, absolute), filter, unreadable))
        found.add(file);
  }
  return { files: [...found].toSorted(), unreadable };
}

function noSource(why: string, source: string): InklingError {
  return new InklingError('import-source-invalid', why, {
    hint: 'Name markdown files, or directories that hold some.',
    details: { path: source },
  });
}

function isReadable(name: string): boolean {
  return name.startsWith('.') ? READABLE_HIDDEN.has(name) : !SKIPPED_DIRECTORIES.has(name);
}
