import { questionOf } from '../../memory/search/question-of.ts';
import { tokenize } from '../../memory/search/tokenize.ts';
import type { SkippedRow } from '../../recall/admit-rows.ts';
import { isBoilerplateSection } from '../../recall/is-boilerplate-section.ts';
import { isTrivialCommit } from '../../recall/is-trivial-commit.ts';
import type { RecalledObservation } from '../../recall/memory-store.ts';

/** Recalled rows as a start block shows them. */
export interface StartRows {
  readonly rows: readonly RecalledObservation[];
  readonly leftOut: readonly SkippedRow[];
}

/** Where the lines of likely files are not known, words alone decide: of those behind the first four one in fifty is behind the lines of a fix. */
const MOST_BY_WORDS = 4;

/**
 * Where they are known, a commit must say much of what is asked, or stand behind lines that do: of the others one in twenty is behind the lines
 * of a fix. Without them a block has 2.6 lines in place of 5.2, twice as many of a hundred lines are right, and it names such a commit in 44 to
 * 53 of 100 fixes in place of 47 to 57 (click, fastify, express, boltons, fzf, axios).
 */
const SAYS_MUCH = 0.4;
const STANDS_BEHIND = 0.3;

/** A trivial commit is what was asked for when it says so much of the question itself. */
const ASKED_FOR = 0.8;

/**
 * What of recalled rows helps who begins to work, in their order: what was decided, changed and said first, sections of documents last, which
 * the agent can read itself. Without trivial commits, unless the question asks for exactly them, and without licences, governance and the like.
 */
export function startRows(recalled: readonly RecalledObservation[], question: string): StartRows {
  const asked = new Set(tokenize(questionOf(question)));
  const teaches = ({ observation }: RecalledObservation): boolean =>
    !isBoilerplateSection(observation) &&
    (!isTrivialCommit(observation) || shareSaid(asked, observation.content) >= ASKED_FOR);
  const rows = recalled.filter((row) => teaches(row));
  const commits = rows.filter(isCommit);
  const enough = new Set(weakOf(commits));
  const shown = rows.filter((row) => !enough.has(row));
  return {
    rows: [...shown.filter((row) => !isDocument(row)), ...shown.filter(isDocument)],
    leftOut: recalled.flatMap((row): readonly SkippedRow[] => {
      const id = row.observation.id.toLowerCase();
      if (enough.has(row)) return [{ id, reason: 'over-limit' }];
      return teaches(row) ? [] : [{ id, reason: 'teaches-nothing' }];
    }),
  };
}

const isDocument = ({ observation }: RecalledObservation): boolean => observation.kind === 'document';
const isCommit = ({ observation }: RecalledObservation): boolean => observation.kind === 'commit';

function weakOf(commits: readonly RecalledObservation[]): readonly RecalledObservation[] {
  // Recall says as a reason in which file the lines are.
  if (commits.every(({ reason }) => reason === undefined)) return commits.slice(MOST_BY_WORDS);
  return commits.filter(({ reason, relevance }) => relevance < (reason === undefined ? SAYS_MUCH : STANDS_BEHIND));
}

/** The share of the words asked for that a statement says; 0 when nothing was asked. */
function shareSaid(asked: ReadonlySet<string>, content: string): number {
  const said = new Set(tokenize(content));
  return asked.size === 0 ? 0 : [...asked].filter((word) => said.has(word)).length / asked.size;
}
