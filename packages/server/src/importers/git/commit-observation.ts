import type { ObservationInput } from '@inkling/engine';
import { splitText } from '../split-text.ts';
import type { CommitRecord } from '../../git/read-commits.ts';
import { splitTrailers } from './split-trailers.ts';

/** The agent that imported commits are filed under; part of what makes a second import of a message a duplicate. */
const GIT_AGENT = 'git';

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
 */
export function commitObservation(
  commit: CommitRecord,
  projectId: string,
  nowMs: number,
  outside: ReadonlySet<string> = NOBODY,
): ObservationInput | null {
  const { text, trailers } = splitTrailers(commit.message);
  const whole = joinSubject(text);
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
      ...(outside.has(commit.authorEmail) ? { provenance: 'outside' } : {}),
      ...(Object.keys(trailers).length > 0 ? { trailers } : {}),
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
export function commitTime(commit: CommitRecord, nowMs: number): number {
  const milliseconds = [commit.authoredAt, commit.committedAt].map((seconds) => seconds * 1000);
  return milliseconds.find((time) => time > 0 && time <= nowMs) ?? nowMs;
}
