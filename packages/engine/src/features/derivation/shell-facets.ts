import {
  kindOfScript,
  PROGRAM_KINDS,
  SUBCOMMAND_KINDS,
  type CommandKind,
  type ScriptKinds,
} from './command-heuristics.ts';
import { boundedText, type Facet } from './derived-context.ts';
import { names } from './heuristic.ts';
import { hiddenEnds } from './hidden-ends.ts';
import { scanShell, type ShellCommand } from './scan-shell.ts';

/** Sets a facet; a later value of the same facet replaces an earlier one. `isUnsure`: how the command ended is not told. (Default: false) */
export type SetFacet = (facet: Facet, value: unknown, isUnsure?: boolean) => void;

/** `bash -c "sh -c '…'"`: deeper than this nobody writes. */
const MOST_NESTED = 2;

/** Programs that run the program after them. With an argument of their own: its form. */
const WRAPPERS: ReadonlyMap<string, RegExp | null> = new Map<string, RegExp | null>([
  ...['sudo', 'time', 'nice', 'nohup', 'exec', 'command', 'env', 'npx', 'bunx', 'pnpx', 'stdbuf', 'xargs'].map(
    (name) => [name, null] as const,
  ),
  ['timeout', /^[\d.]+[smhd]?$/u],
]);

/** Programs that run another one by a word of their own: `uv run pytest`. */
const RUNNERS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...['pnpm', 'npm', 'yarn', 'bundle'].map((name) => [name, ['exec', 'dlx']] as const),
  ...['uv', 'poetry', 'pdm'].map((name) => [name, ['run']] as const),
]);

const SHELLS = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh', 'fish']);
const READERS = new Set(['cat', 'head', 'tail', 'less', 'more', 'bat', 'nl', 'sed']);
const SEARCHERS = new Set(['grep', 'egrep', 'fgrep', 'rg', 'ag', 'ack', 'fd', 'find']);
const FETCHERS = new Set(['curl', 'wget', 'http', 'https', 'xh']);

/** What is around a command line. */
interface Around {
  /** Nobody is told how the line ends. */
  readonly isUnsure: boolean;
  readonly depth: number;
  /** The top of the checkout; null = not known. */
  readonly top: string | null;
}

/** The facets of a command line, in the order in which its commands run. */
export function shellFacets(commandLine: string, set: SetFacet, around: Around = OUTERMOST): void {
  const commands = scanShell(commandLine);
  const hidden = hiddenEnds(commandLine, commands);
  for (const [at, command] of commands.entries())
    commandFacets(command, set, { ...around, isUnsure: around.isUnsure || hidden[at] === true });
}

const OUTERMOST: Around = { isUnsure: false, depth: 0, top: null };

function commandFacets(command: ShellCommand, set: SetFacet, around: Around): void {
  const { isUnsure, depth, top } = around;
  const words = unwrapped(command.words);
  const program = programOf(words);
  const nested = SHELLS.has(program) && depth < MOST_NESTED ? scriptOf(words) : null;
  if (nested !== null) shellFacets(nested, set, { ...around, depth: depth + 1 });
  kindFacets(command, program, words, (facet, value) => set(facet, value, isUnsure && ENDING.has(facet)));
  const write = (path: string | undefined): void => written(path, top, set);
  fileFacets(program, words, set, write);
  if (program === 'applypatch' || program === 'apply_patch') patchFacets(command.heredoc || (words[1] ?? ''), set);
  for (const path of command.outputs) write(path);
}

/** The facets of commands whose end counts. */
const ENDING: ReadonlySet<Facet> = new Set<Facet>(['lastTestRun', 'lastBuild', 'lastCheck']);

/** Without assignments before the program, and without programs that only run another one. */
function unwrapped(words: readonly string[]): readonly string[] {
  let from = 0;
  while (from < words.length) {
    const word = words[from]!;
    const argument = WRAPPERS.get(word);
    if (word.includes('=') && /^[A-Za-z_]\w*=/u.test(word)) from += 1;
    else if (argument !== undefined) from = skipOptions(words, from + 1, argument);
    else if (RUNNERS.get(word)?.includes(words[from + 1] ?? '')) from = skipOptions(words, from + 2, null);
    else break;
  }
  return from === 0 ? words : words.slice(from);
}

function skipOptions(words: readonly string[], from: number, argument: RegExp | null): number {
  let at = from;
  while (words[at]?.startsWith('-')) at += 1;
  return argument?.test(words[at] ?? '') ? at + 1 : at;
}

/** `/usr/bin/git` → `git`, `./gradlew` → `gradlew`, `GIT.EXE` → `git`. */
function programOf(words: readonly string[]): string {
  const path = words[0] ?? '';
  const slash = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  const name = (slash < 0 ? path : path.slice(slash + 1)).toLowerCase();
  return name.endsWith('.exe') || name.endsWith('.cmd') ? name.slice(0, -4) : name;
}

/** What `bash -lc '…'` runs. */
function scriptOf(words: readonly string[]): string | null {
  const flag = words.findIndex((word, at) => at > 0 && /^-[a-z]*c$/u.test(word));
  return flag < 0 ? null : (words[flag + 1] ?? null);
}

function kindFacets(command: ShellCommand, program: string, words: readonly string[], set: SetFacet): void {
  const kind = kindOf(program, words);
  if (kind === null) return;
  const text = boundedText(command.text);
  set(kind, kind === 'lastGitOp' ? text : { command: text });
  if (kind === 'lastGitOp') branchFacet(words, set);
}

function kindOf(program: string, words: readonly string[]): CommandKind | null {
  const whole = PROGRAM_KINDS.get(program);
  if (program === 'tsc' && words.includes('--noEmit')) return 'lastCheck';
  if (whole) return whole;
  if (program === 'node' && words.includes('--test')) return 'lastTestRun';
  if (program.startsWith('python') && words[1] === '-m') return kindOf(words[2] ?? '', words.slice(2));
  const kinds = SUBCOMMAND_KINDS.get(program);
  return kinds ? kindOfSubcommand(program, kinds, words.slice(1)) : null;
}

/** What a program does without a word. */
const BARE_KINDS: ReadonlyMap<string, CommandKind> = new Map([
  ['yarn', 'lastInstall'],
  ['make', 'lastBuild'],
]);

/** Options and folders may come first: `npm --prefix web run test`, `mvn -q clean verify`. Later words are arguments. */
const WORDS_BEFORE_ARGUMENTS = 3;

function kindOfSubcommand(program: string, kinds: ScriptKinds, rest: readonly string[]): CommandKind | null {
  if (rest.length === 0) return BARE_KINDS.get(program) ?? null;
  let seen = 0;
  for (const word of rest) {
    if (word === '--' || seen === WORDS_BEFORE_ARGUMENTS) return null;
    if (word.startsWith('-')) continue;
    const kind = kindOfScript(kinds, word);
    if (kind !== undefined) return kind;
    seen += 1;
  }
  return null;
}

/** `git switch -c name`, `git checkout -b name`, `git switch name`. A plain checkout may name a file, so it says nothing. */
function branchFacet(words: readonly string[], set: SetFacet): void {
  const verb = words.findIndex((word) => word === 'switch' || word === 'checkout');
  if (verb < 0) return;
  const rest = words.slice(verb + 1);
  const creates = rest.findIndex((word) => /^(?:-[bBcC]|--create|--orphan)$/u.test(word));
  const name =
    creates >= 0
      ? rest[creates + 1]
      : words[verb] === 'switch'
        ? rest.find((word) => !word.startsWith('-'))
        : undefined;
  if (name) set('currentBranch', boundedText(name));
}

type Write = (path: string | undefined) => void;

function fileFacets(program: string, words: readonly string[], set: SetFacet, write: Write): void {
  if (program === 'cd' || program === 'pushd') setText('workingDirectory', words[1], set);
  else if (READERS.has(program)) readFacets(program, words, set, write);
  else if (SEARCHERS.has(program)) searchFacet(program, words, set);
  else if (FETCHERS.has(program))
    setText(
      'lastFetch',
      words.find((word) => /^https?:\/\//iu.test(word)),
      set,
    );
  else if (program === 'rm' || program === 'unlink') setText('lastDeletedFile', lastOperand(words), set);
  else if (program === 'tee') write(lastOperand(words));
}

/** Options of programs that show files whose value is the next word. */
const READER_VALUES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['sed', new Set(names('-e -f --expression --file'))],
  ['head', new Set(names('-n -c --lines --bytes'))],
  ['tail', new Set(names('-n -c --lines --bytes'))],
  ['bat', new Set(names('-l -r --language --line-range'))],
]);

function readFacets(program: string, words: readonly string[], set: SetFacet, write: Write): void {
  const valued = READER_VALUES.get(program);
  const isOperand = (word: string, at: number): boolean =>
    at > 0 && !word.startsWith('-') && !/^[+\d]+$/u.test(word) && valued?.has(words[at - 1]!) !== true;
  const operands = words.filter(isOperand);
  // The first operand of sed is its script, unless an option has it.
  const isScriptFirst = program === 'sed' && !words.some((word) => /^(?:-e|-f|--expression|--file)/u.test(word));
  const path = isScriptFirst && operands.length < 2 ? undefined : operands.at(-1);
  if (program === 'sed' && words.some((word) => word.startsWith('-i') || word.startsWith('--in-place'))) write(path);
  else setText('currentFile', path, set);
}

/** Options of search programs whose value is the next word. */
const VALUED = new Set(
  names('-A -B -C -m -g -t -T --glob --type --include --exclude -e --regexp -d -E --max-count --context'),
);

function searchFacet(program: string, words: readonly string[], set: SetFacet): void {
  const operands = words.filter((word, at) => at > 0 && !word.startsWith('-') && !VALUED.has(words[at - 1]!));
  const named = words.findIndex((word) => /^(?:-e|--regexp|-i?name|-i?path|-i?regex)$/u.test(word));
  const isFind = program === 'find';
  const pattern = named >= 0 ? words[named + 1] : isFind ? undefined : operands[0];
  if (!pattern) return;
  const path = isFind ? operands[0] : operands[named >= 0 ? 0 : 1];
  set('lastSearch', {
    tool: program,
    pattern: boundedText(pattern),
    ...(path && path !== pattern ? { path: boundedText(path) } : {}),
  });
}

function lastOperand(words: readonly string[]): string | undefined {
  return words.slice(1).findLast((word) => !word.startsWith('-'));
}

/** Where no checkout is looked for: devices, logs and files for a while. */
const ELSEWHERE = /^\/(?:dev|proc|sys|run|tmp|var|private)\//u;

/** What a command has written. It is no edit outside of the checkout, as far as that is known, nor where a variable tells the file. */
function written(path: string | undefined, top: string | null, set: SetFacet): void {
  if (!path || /^~|[$`]/u.test(path) || path.startsWith('/dev/')) return;
  if (top === null ? ELSEWHERE.test(path) : path.startsWith('/') && !path.startsWith(`${top}/`)) return;
  edited(path, set);
}

/** A file that a command or a patch has written. */
function edited(path: string, set: SetFacet): void {
  setText('lastEditedFile', path, set);
  setText('currentFile', path, set);
}

/** The files of a patch, in its order. */
export function patchFacets(patch: string, set: SetFacet): void {
  for (const { path, isDeleted } of patchPaths(patch)) {
    if (isDeleted) setText('lastDeletedFile', path, set);
    else edited(path, set);
  }
}

function setText(facet: Facet, text: string | undefined, set: SetFacet): void {
  const value = text === undefined ? '' : boundedText(text);
  if (value !== '') set(facet, value);
}

interface PatchedFile {
  readonly path: string;
  readonly isDeleted: boolean;
}

/** Files of a patch beyond these are not looked at, nor text beyond so many characters. */
const MOST_FILES = 32;
const MOST_CHARACTERS = 262_144;

// The headers of apply_patch, and those of a unified diff. Anchored to line starts and without a repeated group: linear.
const HEADER = /^(?:\*\*\* (Add|Update|Delete) File: |\*\*\* Move to: |(\+\+\+) )(.+)$/gmu;

/** The files that a patch adds, changes, moves or deletes, in its order. */
function patchPaths(patch: string): PatchedFile[] {
  const files: PatchedFile[] = [];
  for (const [, verb, unified, name] of patch.slice(0, MOST_CHARACTERS).matchAll(HEADER)) {
    const path = unified ? unifiedPath(name!) : name!.trim();
    if (path !== '') files.push({ path, isDeleted: verb === 'Delete' });
    if (files.length === MOST_FILES) break;
  }
  return files;
}

/** `b/src/a.ts<tab>date` → `src/a.ts`; the other side of a deletion is no file. */
function unifiedPath(name: string): string {
  const [path = ''] = name.split('\t', 1);
  if (path.trim() === '/dev/null') return '';
  return path.startsWith('b/') ? path.slice(2).trim() : path.trim();
}
