import { deriveContext } from '@inkling/engine/derivation';

/** The facets that name the file of a call, the one that was changed first. */
const FILE_FACETS = ['lastEditedFile', 'currentFile', 'lastDeletedFile'];

/**
 * A tool's input with the file that the call is about as a field of its own: a client whose only tools are a shell and a patch names its
 * files inside a text, and memory is looked up by path. Input without such a file stays as it is.
 */
export function focusedInput(toolName: string, toolInput: unknown): unknown {
  const facets = new Map(deriveContext(toolName, toolInput).map((entry) => [entry.contextKey, entry.contextValue]));
  const file = FILE_FACETS.map((key) => facets.get(key)).find((value) => typeof value === 'string');
  if (file === undefined) return toolInput;
  return { ...recordAt(toolInput), file_path: file };
}
