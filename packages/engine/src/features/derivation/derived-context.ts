/** A fact about a session, derived from one tool call. Source: seed "Context Derivation". */
export interface DerivedContextEntry {
  readonly contextKey: string;
  /** JSON: text, or an object of texts. */
  readonly contextValue: unknown;
  /** Of a test, build or check: the command line hides how it ended, as `npm test | tail` does. (Default: it does not) */
  readonly unsure?: true;
}

/**
 * Every facet that tool calls can set, with what it tells. The first eight are the seed's.
 * A facet is named for what it represents, not for the tool that set it.
 */
export const FACETS = {
  currentFile: 'The file that was read or edited last.',
  lastEditedFile: 'The file that was changed last.',
  lastSearch: 'The last search in code: tool, pattern, and the folder when one was given.',
  lastGitOp: 'The last git command, or the git operation of a tool.',
  workingDirectory: 'Where commands run.',
  lastTestRun: 'The last command that ran tests.',
  lastMemoryOp: 'The last operation on a memory: what was done, with what.',
  lastSubAgentDispatch: 'What the last sub-agent was asked to do.',
  lastCommand: 'The last shell command, whatever it was.',
  lastBuild: 'The last command that built or compiled.',
  lastCheck: 'The last command that linted, formatted or checked types.',
  lastInstall: 'The last command that installed or added packages.',
  lastFetch: 'The last address that was fetched, or the question asked on the web.',
  lastDeletedFile: 'The file that was deleted last.',
  currentBranch: 'The branch that was switched to last.',
  currentTodo: 'The item of the plan that is being worked on.',
} as const;

/** A key of {@link FACETS}. */
export type Facet = keyof typeof FACETS;

/** Longer values are cut: a facet is shown on one line and stored with each call. A heredoc of 2 MB is no fact about a session. */
export const FACET_MAX_CHARACTERS = 1000;

/** The text without control characters at its ends, cut to {@link FACET_MAX_CHARACTERS}; a pair of surrogates is not split. */
export function boundedText(text: string): string {
  const trimmed = text.length > 4 * FACET_MAX_CHARACTERS ? text.slice(0, 4 * FACET_MAX_CHARACTERS).trim() : text.trim();
  if (trimmed.length <= FACET_MAX_CHARACTERS) return trimmed;
  const last = trimmed.charCodeAt(FACET_MAX_CHARACTERS - 1);
  const splitsPair = last >= 0xd8_00 && last <= 0xdb_ff;
  return trimmed.slice(0, splitsPair ? FACET_MAX_CHARACTERS - 1 : FACET_MAX_CHARACTERS);
}
