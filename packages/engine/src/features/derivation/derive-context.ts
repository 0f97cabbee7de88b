import { boundedText, type DerivedContextEntry, type Facet } from './derived-context.ts';
import type { Heuristic, Reading } from './heuristic.ts';
import { HEURISTICS } from './heuristics.ts';
import { patchFacets, type SetFacet, shellFacets } from './shell-facets.ts';

/**
 * The facts about a session that a tool call tells, at most one for each facet. Pure and total: no input or output, no side
 * effects, and any name and any input give a list; what no heuristic knows gives an empty one. Call it for calls that succeeded: a
 * file that could not be read is not the current file. Source: seed "Context Derivation", contract 12.
 *
 * `top`: of the checkout, absolute; what a command writes outside of it is no edit. (Default: not known, and what it writes to `/tmp` and the like
 * is none). `everyFile`: an entry for each file that the call changes or deletes, the last one behind the others. (Default: for the last one)
 *
 * @example deriveContext('Read', { file_path: '/src/auth/index.ts' }) // [{ contextKey: 'currentFile', contextValue: '/src/auth/index.ts' }]
 */
export function deriveContext(
  toolName: string,
  toolInput: unknown,
  { top = null, everyFile = false }: { readonly top?: string | null; readonly everyFile?: boolean } = {},
): DerivedContextEntry[] {
  if (typeof toolName !== 'string') return [];
  // GPT models call a tool for patches with the patch itself.
  const isText = typeof toolInput === 'string';
  const input: unknown = isText ? { input: toolInput } : toolInput;
  if (!isInput(input)) return [];
  const known = heuristicsOf(toolName);
  const rules = isText ? known.filter(({ reading }) => reading === 'patch') : known;
  if (rules.length === 0) return [];
  try {
    return applyAll(rules, toolName, input, { top, everyFile });
  } catch {
    // Only an input that is no data can throw here: a getter or a proxy that does. It has told nothing, which is an answer.
    return [];
  }
}

type Input = Readonly<Record<string, unknown>>;
type Read = (input: Input, rule: Heuristic, toolName: string, set: SetFacet, top: string | null) => void;

function applyAll(
  rules: readonly Heuristic[],
  toolName: string,
  input: Input,
  { top, everyFile }: { readonly top: string | null; readonly everyFile: boolean },
): DerivedContextEntry[] {
  const entries: DerivedContextEntry[] = [];
  const set: SetFacet = (facet, value, isUnsure = false) => {
    const isOneOfMany = everyFile && CHANGED_FILES.has(facet) && entries.length < MOST_ENTRIES;
    const at = entries.findLastIndex((old) => old.contextKey === facet && (!isOneOfMany || old.contextValue === value));
    const entry = { contextKey: facet, contextValue: value, ...(isUnsure ? { unsure: true as const } : {}) };
    if (at >= 0 && !isOneOfMany) entries[at] = entry;
    else {
      if (at >= 0) entries.splice(at, 1);
      entries.push(entry);
    }
  };
  for (const rule of rules) if (isMeant(rule, input)) READ[rule.reading](input, rule, toolName, set, top);
  return entries;
}

/** The facets of which one call may tell several. */
const CHANGED_FILES: ReadonlySet<Facet> = new Set<Facet>(['lastEditedFile', 'lastDeletedFile']);

/** A call that changes more files is told by some of them. */
const MOST_ENTRIES = 48;

function isMeant({ commands }: Heuristic, input: Input): boolean {
  if (!commands) return true;
  const command = own(input, 'command');
  return typeof command === 'string' && commands.includes(command);
}

const READ: Readonly<Record<Reading, Read>> = {
  path: setFirstText,
  text: setFirstText,
  paths: (input, { fields, facets }, _tool, set) => {
    for (const field of fields) {
      const list = own(input, field);
      const last = Array.isArray(list) ? list.findLast((item) => textOf(item) !== '') : list;
      if (textOf(last) !== '') return setEach(facets, textOf(last), set);
    }
  },
  search: (input, { fields, facets }, tool, set) => {
    const pattern = firstText(input, fields);
    if (pattern === '') return;
    const path = firstText(input, ['path', 'dir_path', 'directory']);
    setEach(facets, { tool: toolLabel(tool), pattern, ...(path && path !== pattern ? { path } : {}) }, set);
  },
  memory: (input, { fields, facets, operation }, tool, set) =>
    setEach(facets, { op: operation ?? toolLabel(tool), detail: firstText(input, fields) }, set),
  git: (input, { fields, facets }, tool, set) =>
    setEach(facets, `${toolLabel(tool).replaceAll('_', ' ')} ${firstText(input, fields)}`.trim(), set),
  todo: (input, { fields, facets }, _tool, set) => {
    const todo = todoInProgress(input, fields);
    if (todo !== '') setEach(facets, todo, set);
  },
  shell: (input, { fields }, _tool, set, top) => {
    const command = commandLine(input, fields);
    if (command === '') return;
    set('lastCommand', boundedText(command));
    const isBehind = BEHIND.some((field) => own(input, field) === true);
    shellFacets(command, set, { isUnsure: isBehind, depth: 0, top });
  },
  patch: (input, { fields }, _tool, set) => {
    for (const field of fields) {
      const patch = own(input, field);
      if (typeof patch === 'string') patchFacets(patch, set);
    }
  },
};

/** What the agents call a command that nobody waits for. */
const BEHIND = ['run_in_background', 'is_background'];

function setFirstText(input: Input, { fields, facets }: Heuristic, _tool: string, set: SetFacet): void {
  const text = firstText(input, fields);
  if (text !== '') setEach(facets, text, set);
}

function setEach(facets: readonly Facet[], value: unknown, set: SetFacet): void {
  for (const facet of facets) set(facet, value);
}

/** An own field. `__proto__` and `constructor` are names like any other, and nothing is inherited. */
function own(input: Input, field: string): unknown {
  return Object.hasOwn(input, field) ? input[field] : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? boundedText(value) : '';
}

/** The first field that is a text with something in it; a list of texts is read as one. */
function firstText(input: Input, fields: readonly string[]): string {
  for (const field of fields) {
    const value = own(input, field);
    const text = Array.isArray(value) ? boundedText(texts(value).join(' ')) : textOf(value);
    if (text !== '') return text;
  }
  return '';
}

/** Lists longer than this are cut: a thousand files are named by the first few. */
const MOST_ITEMS = 100;

function texts(list: readonly unknown[]): string[] {
  return list.slice(0, MOST_ITEMS).filter((item) => typeof item === 'string');
}

/** A command line; Codex gives a list of words, the script of `bash -lc` among them. */
function commandLine(input: Input, fields: readonly string[]): string {
  for (const field of fields) {
    const value = own(input, field);
    if (typeof value === 'string' && value.trim() !== '') return value;
    if (Array.isArray(value)) return texts(value).map(quoted).join(' ');
  }
  return '';
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** What the agents call an item's text, and the state of the one at hand. */
const TODO_TEXTS = ['activeForm', 'content', 'step', 'description', 'text', 'title'];

function todoInProgress(input: Input, fields: readonly string[]): string {
  for (const field of fields) {
    const items = own(input, field);
    // Copilot CLI writes its list as markdown, without a mark for the item at hand: the first open one is meant.
    if (typeof items === 'string') return boundedText(/^\s*[-*] \[ \] (.+)$/mu.exec(items.slice(0, 65_536))?.[1] ?? '');
    if (Array.isArray(items)) return textOfTodo(items.slice(0, MOST_ITEMS));
  }
  return '';
}

function textOfTodo(items: readonly unknown[]): string {
  const current = items.find((item) => isInput(item) && /^in[_ -]?progress$/iu.test(textOf(own(item, 'status'))));
  return isInput(current) ? firstText(current, TODO_TEXTS) : '';
}

function isInput(value: unknown): value is Input {
  return typeof value === 'object' && value !== null;
}

/** The tool's name as its agent spells it, without the server's prefix. */
function toolLabel(toolName: string): string {
  const from = toolName.startsWith('mcp__') ? toolName.lastIndexOf('__') + 2 : 0;
  return boundedText(toolName.slice(from));
}

const byLeaf = new Map<string, Heuristic[]>();
for (const rule of HEURISTICS) {
  for (const tool of rule.tools) {
    const leaf = leafToolName(tool);
    byLeaf.set(leaf, [...(byLeaf.get(leaf) ?? []), rule]);
  }
}

/** Rules by the name as it came. An agent has some dozens of tools; the bound is for those who make names up. */
const byName = new Map<string, readonly Heuristic[]>();
const MOST_NAMES = 1024;
const LONGEST_NAME = 256;
const NONE: readonly Heuristic[] = [];

function heuristicsOf(toolName: string): readonly Heuristic[] {
  const known = byName.get(toolName);
  if (known) return known;
  if (toolName.length > LONGEST_NAME) return NONE;
  const found = findHeuristics(leafToolName(toolName));
  if (byName.size >= MOST_NAMES) byName.clear();
  byName.set(toolName, found);
  return found;
}

function findHeuristics(leaf: string): readonly Heuristic[] {
  return (
    byLeaf.get(leaf) ??
    HEURISTICS.filter(({ containing = [] }) => containing.some((part) => leaf.includes(part))).slice(0, 1)
  );
}

/**
 * The name that heuristics match: without the prefix of an MCP server, in lower case, `_` and `-` left out.
 *
 * - `mcp__server__tool` (Claude Code, Codex, Gemini CLI with a qualified name): what follows the last `__`
 * - `mcp:tool`, `MCP:tool` (Cursor), `server/tool`: what follows
 *
 * `Read`, `read_file`, `readFile` and `mcp__filesystem__read-file` differ by the agent's habits, not by what they do.
 */
function leafToolName(toolName: string): string {
  let from = 0;
  if (toolName.startsWith('mcp__')) from = toolName.lastIndexOf('__') + 2;
  const separator = Math.max(toolName.lastIndexOf('/'), toolName.lastIndexOf(':'));
  if (separator >= from) from = separator + 1;
  return toolName.slice(from).replaceAll(/[_-]/g, '').toLowerCase();
}
