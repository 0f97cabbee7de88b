import { isGitOrder } from '../../base/text/git-order.ts';
import type { Observation } from '../../memory/observations/observation.ts';

/** What tells whether a commit teaches anything. */
export type JudgedCommit = Pick<Observation, 'kind' | 'content' | 'metadata'>;

/** `fix(parser): …`, as conventional commits begin. */
const PREFIX = /^[a-z]{2,12}(?:\([^)]{0,60}\))?!?:\s*/i;

/** `crates/parser: …` and `[minor] …`, as many others do. */
const ANY_PREFIX = /^(?:\[[\w -]{1,20}\]\s*)?(?:[a-z][\w/.-]{1,30}(?:\([^)]{0,60}\))?!?:(?!:)\s*)?/i;

/** What gitmoji says is done: dependencies, releases, documents, CI. */
const TRIVIAL_EMOJI =
  /^(?::(?:arrow_up|arrow_down|pushpin|bookmark|memo|construction_worker|green_heart):|⬆|⬇|📌|🔖|📝|👷|💚)/u;

/** Kinds of conventional commits that change nothing that runs. */
const TRIVIAL_PREFIX = /^(?:docs?|style|ci|deps|(?:build|fix|chore)\(deps[^)]{0,20}\)|chore\(release\)|release)!?:/i;

/** Releases, merges and other versions of what is depended on. */
const TRIVIAL_SUBJECTS: readonly RegExp[] = [
  /^v?\d+(?:\.\d+)+[-.+\w]{0,16}$/i,
  /^(?:bump|releas|prepar|start|tag|cut|begin|version)\w*\b.{0,40}\bv?\d+\.\d/i,
  /^(?:bump|updat|upgrad|downgrad|pin|mov)\w*\b.{1,60}\bto [`'"]?v?\d/i,
  /^(?:mov|renam|reorganiz|reorganis|relocat)(?:e|ed|ing)\s+(?:all |some |the )?(?:source )?(?:files?|folders?|director(?:y|ies)|sources?|tests?|docs)\b/i,
  /^[\w@/.-]{1,60}@[~^]?v?\d[\w.+-]{0,20}$/i,
  /^(?:bump|updat|upgrad|pin|unpin)\w*\b.{0,40}\b(?:dependenc(?:y|ies)|deps|devdeps|lock ?file|requirements|submodules?|hooks|versions?)$/i,
];

/** Subjects that say nothing by themselves: the first commit, what a reviewer said, a file's name, a package, documents. */
const EMPTY_SUBJECTS: readonly RegExp[] = [
  /^(?:initial|first) (?:commit|version|import|check-?in|revision)$/i,
  /^(?:apply|applied|address|addresse[sd])(?: (?:the|some|more|all|code|pr|review|reviewer's|[\w-]{1,30}'s)){0,3} (?:review|feedback|suggestions?|comments?|remarks?)(?: (?:from|by|of|on|in)\b.*)?$/i,
  /^(?:update|create|delete|rename|edit) [\w./-]+\.\w{1,5}$/i,
  /^(?:bump|bumped|upgrade[ds]?|downgrade[ds]?|pin|pinned|unpin|unpinned) (?=\S*[-@/_.\d`])[`@\w/.-]+$/i,
  /^(?:add|adds|added|fix|fixes|fixed|correct|corrects|corrected|updates?|updated|improves?|improved|edit|edits|edited|copyedit|expands?|rewrite|clarify|removes?|removed)\b[^,&]*\b(?:docs?|documentation|docstrings?)$/i,
];

const MERGE = /^merge (?:pull request|pr|branch|remote|tag|commit|in |from |['"#]|upstream|master|main|dev)/i;

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** What such a change is about, wherever it was made: "fix typo in the parser". */
const ANYWHERE = words(
  'typo typos misspelling misspellings spelling grammar docstring docstrings changelog readme flake8 pep8 pylint lint linting linter ' +
    'black prettier gofmt rustfmt isort autopep8 yapf ruff golint golangci-lint godot codestyle stylecheck pep8ification pre-commit doc docs documentation changelogs badges badge authors contributors ' +
    'readme.md readme.rst changelog.md changes.rst changes.md contributing.md license copyright',
);

/** The same, when nothing else is said. */
const ALONE = words(
  'whitespace whitespaces formatting format indentation indent comment comments wording style links link markdown rst annotations hints ' +
    'type newline newlines eslint clippy mypy clippy cleanup clean tidy polish nits nit cosmetic cosmetics wip fixup oops misc release version ' +
    'tweak tweaks improvements cleanups refactoring refactorings commentary readability meta stuff touchups polishing progress work',
);

/** Words that say nothing of what was changed. */
const EMPTY = words(
  'a an the some few more minor small another another several various all again and or up to fix fixes fixed fixing correct corrects corrected ' +
    'add adds added adding update updates updated updating improve improves improved edit edits general expand clarify reword rework remove ' +
    'removes removed run rerun apply use please appease satisfy make happy pass new missing broken whole code file files changes change errors ' +
    'issues warnings bump everything history entry entries section trailing dead stray extra it test tests violations tiny little small other such ' +
    'lot lots part two one of in on for from by with as moot unused obsolete',
);

/** Where it was made does not make it more. */
const PREPOSITION = /\s(?:in|of|for|on|from|with|about|at|to)\s/i;

/** An issue's number tells an agent nothing. */
const ISSUE = /(?:#|\bgh-)\d+/gi;

/** Code, whose signs say what words do not. */
const SIGNS = /[^\p{L}\p{M}\p{N}\s.,:;!?'"()/_-]/u;

function saysNothing(subject: string): boolean {
  if (EMPTY_SUBJECTS.some((pattern) => pattern.test(subject))) return true;
  const head = wordsOf(subject.split(PREPOSITION, 1)[0] ?? '');
  if (head.some((word) => ANYWHERE.has(word)) && head.every(isNoise)) return true;
  const rest = subject.replaceAll(ISSUE, '');
  const all = wordsOf(rest);
  return all.length > 0 && !SIGNS.test(rest) && all.every(isNoise);
}

const wordsOf = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}._-]*[\p{L}\p{N}]|[\p{L}\p{N}]/gu) ?? [];

const isNoise = (word: string): boolean => ANYWHERE.has(word) || ALONE.has(word) || EMPTY.has(word);

/** Files that programs write, or that tell of what was done. */
const TRIVIAL_FILE =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|poetry\.lock|uv\.lock|cargo\.lock|go\.sum|gemfile\.lock|composer\.lock|change(?:s|log)?(?:\.\w{1,5})?|history(?:\.\w{1,5})?|news(?:\.\w{1,5})?|authors(?:\.\w{1,5})?|contributors(?:\.\w{1,5})?|\.mailmap|\.gitignore|\.gitattributes|\.editorconfig|\.pre-commit-config\.yaml)$|^\.github\//i;

/** So much prose says more than a plain subject. */
const TELLING_BODY = 200;

/** What a squashed change lists: below a subject that says nothing it is no reason to show that. */
const BULLETS = /^[ \t]*[-*•][ \t].*$/gmu;

/** What touches more files and says little was done to all of them alike. */
const SWEEPING = 25;

/** A full stop, and the number of a pull request. */
const ENDING = /(?:\s*\(#\d+\))?[.!]*$/;

/**
 * Whether a commit teaches nothing to who is about to change its files: typos, formatting, docstrings, releases, bumps of dependencies,
 * merges, sweeps over many files, and commits that touch files of programs only. What is no commit teaches something.
 */
export function isTrivialCommit({ kind, content, metadata }: JudgedCommit): boolean {
  if (kind !== 'commit') return false;
  const [subject = '', ...rest] = content.trim().split('\n');
  const { paths = [] } = metadata;
  if (paths.length > 0 && paths.every((path) => TRIVIAL_FILE.test(path))) return true;
  const line = subject.trim().slice(0, 200);
  if ([MERGE, TRIVIAL_PREFIX].some((pattern) => pattern.test(line))) return true;
  const said = line.replace(ENDING, '').replace(PREFIX, '').trim();
  if (TRIVIAL_SUBJECTS.some((pattern) => pattern.test(said))) return true;
  const body = rest.join('\n').trim();
  const bare = line.replace(ENDING, '').replace(ANY_PREFIX, '').trim();
  if (body.length >= TELLING_BODY)
    return saysNothing(bare) && body.replaceAll(BULLETS, '').trim().length < TELLING_BODY;
  return paths.length > SWEEPING || TRIVIAL_EMOJI.test(line) || saysNothing(bare);
}

/**
 * A typo, a format, a new version, a commit of what is done: who asks for no more needs to hear of no other commit, but may have to hear a
 * decision.
 */
export function isTrivialWork(asked: string): boolean {
  const lines = asked.split('\n').filter((line) => line.trim() !== '');
  return lines.every((content) => isGitOrder(content) || isTrivialCommit({ kind: 'commit', content, metadata: {} }));
}
