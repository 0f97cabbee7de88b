import type { Facet } from './derived-context.ts';

/**
 * How a tool's input becomes the value of a facet.
 *
 * - `path`: the first field that is a text. `paths`: the last text of the first field that is a list of texts.
 * - `text`: the first field that is a text.
 * - `search`: `{ tool, pattern, path? }`. `memory`: `{ op, detail }`.
 * - `todo`: the item in progress of the first field that is a list of items.
 * - `shell`: a command line, given as text or as a list of words; it sets facets by rules of its own.
 * - `patch`: the files that a patch names; each is edited or deleted.
 * - `git`: the tool's name as words, and the first field.
 */
export type Reading = 'path' | 'paths' | 'text' | 'search' | 'memory' | 'todo' | 'shell' | 'patch' | 'git';

/** One row of the heuristic table. */
export interface Heuristic {
  /** Names as the agents spell them, without the prefix of an MCP server. */
  readonly tools: readonly string[];
  /** Also tools whose leaf name, folded, contains one of these: servers name the same thing in many ways. (Default: none) */
  readonly containing?: readonly string[];
  readonly facets: readonly Facet[];
  readonly reading: Reading;
  /** Fields of the input, in the order in which they are looked at. */
  readonly fields: readonly string[];
  /** What the facet is good for here. */
  readonly use: string;
  /** Only for inputs whose `command` is one of these: one tool of some agents does several things. */
  readonly commands?: readonly string[];
  /** `memory` only: what was done. (Default: the tool's name) */
  readonly operation?: string;
}

/** Names that are written as one text, with a blank between two. */
export const names = (text: string): readonly string[] => text.split(' ');

/** What the agents call the same field, in the order in which it is looked for. */
export const FILE_FIELDS: readonly string[] = names(
  'file_path filePath path target_file absolute_path notebook_path relative_path uri',
);

export const FOLDER_FIELDS: readonly string[] = names(
  'path dir_path directory target_directory relative_workspace_path',
);

export const QUERY_FIELDS: readonly string[] = ['pattern', 'query', 'q', 'search_term', 'substring_pattern', 'regex'];
