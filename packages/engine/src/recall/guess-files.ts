import { isCodePath } from '../base/is-code-path.ts';
import { pathsInText } from '../memory/ranking/paths-in-text.ts';
import { questionOf } from '../memory/search/question-of.ts';
import { isTrivialCommit } from './is-trivial-commit.ts';
import type { Candidate } from './read-candidates.ts';

/** With one file 36 to 57 of 100 fixes are on it, with three 65 to 75 (click, fastify, boltons); more files would only be more rows. */
const MOST_FILES = 3;

/** What shares less with the question says nothing of where its files are. */
const FEWEST_SHARED = 0.1;

/** Code of others: the frames of a stack trace name it beside one's own. */
const OF_DEPENDENCIES =
  /(?:^|\/)(?:node_modules|site-packages|dist-packages|vendor|\.cargo|third_party|lib\/python[\d.]+|pkg\/mod|usr\/(?:lib|include))\//u;

/** A web address, or a module of a runtime. */
const NO_FILE = /^(?:https?:|node:|git@)/iu;

/**
 * The files that a question is about, at most three: those it names itself, and beside them those that the code changes which it resembles
 * touched. `candidates`: what its words found, best first. Of a change that touched many files each counts less.
 */
export function guessFiles(question: string, candidates: readonly Candidate[]): readonly string[] {
  const named = filesNamedIn(question);
  const voted = votesOf(candidates).toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return [...new Set([...named, ...voted.map(([path]) => path)])].slice(0, MOST_FILES);
}

/** In the order of the text; of a stack trace those frames that are not a dependency's. */
function filesNamedIn(question: string): readonly string[] {
  const paths = pathsInText(questionOf(question)).map((segments) => segments.join('/'));
  return paths.filter((path) => /\.\w{1,8}$/u.test(path) && !NO_FILE.test(path) && !OF_DEPENDENCIES.test(`/${path}`));
}

function votesOf(candidates: readonly Candidate[]): [string, number][] {
  const votes = new Map<string, number>();
  for (const { hit, observation } of candidates) {
    if (hit.relevance < FEWEST_SHARED || isTrivialCommit(observation)) continue;
    const paths = (observation.metadata.paths ?? []).filter(isCodePath);
    for (const path of paths) votes.set(path, (votes.get(path) ?? 0) + hit.relevance / Math.sqrt(paths.length));
  }
  return [...votes];
}
