import { estimateTokens } from '@inkling/engine';
import { DEFAULT_IN_SESSION_CONFIG } from '@inkling/engine/building-blocks';
import type { Answer } from './judge-answer.ts';
import type { ReplayCommit } from './replay-commit.ts';
import type { ReplayMemory } from './replay-memory.ts';
import { answerOf, packBlock, type BlockSettings } from './start-block.ts';

/** Lines of `git log` at the start of a task, and on a tool call. */
const LATEST = 10;
const LATEST_OF_FILE = 3;

// More than the largest block that is packed holds.
const FULL_TEXT_ROWS = 50;

/** `git log -n 10 --oneline` at the commit's parent. */
export function latestCommits(commits: readonly ReplayCommit[], { position }: ReplayCommit): Answer {
  return oneLineEach(commits.slice(0, position).slice(-LATEST).toReversed());
}

/** `git log -n 3 --oneline -- <path>` at the commit's parent. */
export function latestOfFile(commits: readonly ReplayCommit[], { position }: ReplayCommit, path: string): Answer {
  const before = commits.slice(0, position).filter(({ paths }) => paths.includes(path));
  return oneLineEach(before.slice(-LATEST_OF_FILE).toReversed());
}

/** A commit costs no less than this: its short hash and its subject. */
function oneLineEach(commits: readonly ReplayCommit[]): Answer {
  const text = commits.map(({ hash, subject }) => `${hash.slice(0, 7)} ${subject}`).join('\n');
  return { named: commits.map(({ position }) => position), tokens: estimateTokens(text), answered: true };
}

/** What plain full-text search finds for the subject, packed like our own start block into the same budget. */
export async function fullTextBlock(
  memory: ReplayMemory,
  commit: ReplayCommit,
  settings: BlockSettings,
): Promise<Answer> {
  return packed(memory, commit, { text: commit.subject, limit: FULL_TEXT_ROWS }, settings);
}

/** The same for subject and file, with the budget and the lines of our own block on a tool call. */
export async function fullTextOfFile(memory: ReplayMemory, commit: ReplayCommit, path: string): Promise<Answer> {
  const { budgetTokens, maxSuggestionsPerEvent: limit } = DEFAULT_IN_SESSION_CONFIG;
  const settings = { workType: 'unknown', budgetTokens, minRelevance: 0 };
  return packed(memory, commit, { text: `${commit.subject} ${path}`, limit }, settings);
}

async function packed(
  memory: ReplayMemory,
  commit: ReplayCommit,
  { text, limit }: { readonly text: string; readonly limit: number },
  settings: BlockSettings,
): Promise<Answer> {
  const rows = await memory.rowsAt(await memory.fullText.search(text, limit));
  return answerOf(await packBlock(memory.org, commit, rows, settings));
}
