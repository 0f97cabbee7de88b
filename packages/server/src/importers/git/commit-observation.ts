import type { ObservationInput } from '@inkling/engine';
import type { GitRepository } from '../../git/locate-repository.ts';
import type { CommitRecord } from '../../git/read-commits.ts';
import { runGit } from '../../git/run-git.ts';
import { splitText } from '../split-text.ts';

/** The agent that imported commits are filed under; part of what makes a second import of a message a duplicate. */
export const GIT_AGENT = 'git';

// A commit that touches more files says little about any one of them (a reformat, a vendored tree), and each path is a row.
const MAX_PATHS = 200;
// The engine refuses a longer path (it is part of a key); the statement is worth keeping without it.
const MAX_PATH_BYTES = 1_024;
// Anybody can call themselves a megabyte; the engine would refuse the commit for its metadata.
const MAX_AUTHOR_CHARACTERS = 200;
const NOBODY: ReadonlySet<string> = new Set();

/**
 * The observation that a commit becomes, or null when its message is empty.
 *
 * Content is the subject, an empty line and the body. A message that is too long keeps its beginning, up to a paragraph;
 * `metadata.cut` says how many bytes there were, and `metadata.commit` where the rest is.
 * @param outside Addresses of authors whom nobody knows: their words are marked as a stranger's.
 * @param nowMs A commit dated later than this (a clock gone wrong) counts as made now, or it would never be recalled.
 * @param revertedBy The hash of the commit that took this one back.
 */
export function commitObservation(
  commit: CommitRecord,
  projectId: string,
  nowMs: number,
  outside: ReadonlySet<string> = NOBODY,
  revertedBy: string | null = null,
): ObservationInput | null {
  const whole = joinSubject(withoutTrailers(commit.message));
  const [content] = splitText(whole);
  if (content === undefined) return null;
  const paths = commit.paths.filter((file) => Buffer.byteLength(file) <= MAX_PATH_BYTES).slice(0, MAX_PATHS);
  return {
    content,
    projectId,
    agentId: GIT_AGENT,
    kind: 'commit',
    source: 'import',
    createdAt: new Date(commitTime(commit, nowMs)),
    metadata: {
      paths,
      ...(paths.length < commit.paths.length ? { pathCount: commit.paths.length } : {}),
      tags: ['git'],
      commit: commit.hash,
      author: commit.authorName.slice(0, MAX_AUTHOR_CHARACTERS),
      ...(revertedBy === null ? {} : { revertedBy }),
      ...(outside.has(commit.authorEmail) ? { provenance: 'outside' } : {}),
      ...(content.length < whole.length
        ? { cut: { bytes: Buffer.byteLength(whole), keptBytes: Buffer.byteLength(content) } }
        : {}),
    },
  };
}

/** As git shows a subject: the lines of the first paragraph are one line. Line by line, because a pattern of blanks around a line end is quadratic in them. */
function joinSubject(text: string): string {
  const [subject = '', ...body] = text.trim().split(/\n[ \t]*\n/);
  const lines = subject.split('\n').map((line) => line.trim());
  return [lines.join(' '), ...body].join('\n\n').trim();
}

/** Milliseconds of the author date, else the commit date, else now. A date before 1970 or after now is no date. */
export function commitTime(commit: Pick<CommitRecord, 'authoredAt' | 'committedAt'>, nowMs: number): number {
  const milliseconds = [commit.authoredAt, commit.committedAt].map((seconds) => seconds * 1000);
  return milliseconds.find((time) => time > 0 && time <= nowMs) ?? nowMs;
}

// The longest name in use has 30 characters.
const TRAILER = /^([A-Za-z0-9][A-Za-z0-9-]{0,63}|BREAKING CHANGE)\s*:/;
const CONTINUATION = /^\s+\S/;
// Who did it, and numbers for machines: words that match no question. "Fixes: #12" or "BREAKING CHANGE: …" stay in the text.
const NOT_FOR_THE_TEXT = /^(.*-by|cc|change-id|git-svn-id|reviewed-on|message-id|patchwork|gerrit-.*|x-.*)$/i;

/** What a conversion from Mercurial left below a message: a mark, and notes such as `branch : trunk`. */
const FROM_MERCURIAL = /(?:^|\n)--HG--(?:\n\w{1,20} : [^\n]*)+/g;

/**
 * A commit message without its people and machine trailers. Trailers are the last paragraph, when every line of it is `Name: value` or continues such a line
 * (the rule of git's interpret-trailers, without its tolerance for other lines). The subject is never a trailer.
 */
export function withoutTrailers(message: string): string {
  const lines = message.replaceAll('\r\n', '\n').replaceAll(FROM_MERCURIAL, '').trimEnd().split('\n');
  const lastBlank = lines.findLastIndex((line) => line.trim() === '');
  const block = unfold(lines.slice(lastBlank + 1));
  const parsed = block.map((line) => TRAILER.exec(line));
  if (lastBlank <= 0 || !parsed.every((match) => match !== null)) return lines.join('\n');
  const kept = block.filter((_line, index) => !NOT_FOR_THE_TEXT.test(parsed[index]?.[1] ?? ''));
  // Hosts set a rule between a squashed body and its co-authors; without them it separates nothing.
  const body = lines
    .slice(0, lastBlank)
    .join('\n')
    .trimEnd()
    .replace(/\n-{3,}$/, '')
    .trimEnd();
  return [body, kept.join('\n')].filter((part) => part !== '').join('\n\n');
}

function unfold(lines: readonly string[]): string[] {
  const unfolded: string[] = [];
  for (const line of lines) {
    if (CONTINUATION.test(line) && unfolded.length > 0) unfolded.push(`${unfolded.pop()} ${line.trim()}`);
    else unfolded.push(line);
  }
  return unfolded;
}

// Accounts that write commits without anybody having decided something. A name is enough: none of them is a person's.
const BOT_NAMES = new Set([
  'allcontributors',
  'codecov',
  'dependabot',
  'dependabot-preview',
  'github-actions',
  'github actions',
  'greenkeeper',
  'imgbot',
  'mergify',
  'pre-commit-ci',
  'renovate',
  'weblate',
]);

/** Programs that decide: what a coding agent wrote under its own account was asked for and merged by somebody. */
const CODING_AGENT =
  /^(?:amazon-q-developer|blackboxai|claude|codegen-sh|codex|copilot|copilot-swe-agent|cursor|cursoragent|devin-ai-integration|factory-droid|gemini-cli|google-labs-jules|opencode|opencode-agent|openhands|openhands-agent|sweep-ai)\[bot\]$/;

// "[bot]" is how hosts mark an app's account, in the name and in the no-reply address; "-bot" needs its separator (think of Talbot).
const BOT_NAME = /(\[bot\]|[-_ ]bot)$/i;
const BOT_ADDRESS = /\[bot\]@|^(dependabot|renovate|bot)@|[-+]bot@/i;

/** True when a commit's author is a program that decides nothing, judged by name and address. */
export function isBot(name: string, email: string): boolean {
  const cleaned = name.trim().toLowerCase();
  if (CODING_AGENT.test(cleaned)) return false;
  return BOT_NAMES.has(cleaned) || BOT_NAME.test(cleaned) || BOT_ADDRESS.test(email.trim());
}

/** In a shorter history everybody is new. */
const OLD_ENOUGH = 50;

/**
 * The addresses of those who have one commit in a repository's history and no more, as its mailmap has them: nobody knows them yet. Without
 * the address that git is set up with here. Empty for a short history, and where git cannot count.
 */
export async function outsideAuthors(repository: GitRepository): Promise<ReadonlySet<string>> {
  if (repository.heads.length === 0) return new Set();
  const [counted, own] = await Promise.all([
    runGit(repository.directory, ['shortlog', '-sne', '--end-of-options', ...repository.heads, '--']),
    runGit(repository.directory, ['config', 'user.email']),
  ]);
  const authors = Array.from(counted.stdout.matchAll(/^\s*(\d+)\t.*<([^<>\n]*)>$/gm), ([, count, email = '']) => ({
    commits: Number(count),
    email,
  }));
  const commits = new Map<string, number>();
  for (const author of authors) commits.set(author.email, (commits.get(author.email) ?? 0) + author.commits);
  const all = authors.reduce((sum, author) => sum + author.commits, 0);
  if (all < OLD_ENOUGH) return new Set();
  commits.delete(own.stdout.trim());
  return new Set([...commits].filter(([, count]) => count === 1).map(([email]) => email));
}
