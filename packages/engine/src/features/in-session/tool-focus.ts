/** What a tool call is about, as far as its input tells. */
export interface ToolFocus {
  /** Files, the focal one first. */
  readonly paths: readonly string[];
  /** Words to search for. */
  readonly query?: string;
}

/** Names under which agents' tools pass one file. */
const PATH_KEYS = [
  'file_path',
  'filePath',
  'notebook_path',
  'absolute_path',
  'target_file',
  'path',
  'file',
  'filename',
];

/** Names under which they pass words: searches, commands, what a sub-agent is to do. */
const QUERY_KEYS = ['query', 'pattern', 'regex', 'command', 'description', 'prompt', 'question', 'url'];

/** A command or a prompt can be a page long, and its first lines say what it is about. */
const QUERY_MAX_CHARACTERS = 1000;

function textsUnder(input: Readonly<Record<string, unknown>>, keys: readonly string[]): string[] {
  return keys.flatMap((key) => {
    const value = Object.hasOwn(input, key) ? input[key] : undefined;
    return typeof value === 'string' && value.trim() !== '' ? [value] : [];
  });
}

/** Paths and words of a tool's input. Never fails: what it does not know says nothing. */
export function toolFocusOf(toolInput: unknown): ToolFocus {
  if (typeof toolInput !== 'object' || toolInput === null) return { paths: [] };
  const input = toolInput as Readonly<Record<string, unknown>>;
  const paths = [...new Set(textsUnder(input, PATH_KEYS))];
  const words = textsUnder(input, QUERY_KEYS).join('\n').slice(0, QUERY_MAX_CHARACTERS);
  return words === '' ? { paths } : { paths, query: words };
}
