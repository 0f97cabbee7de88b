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

/** Of the lines of a block one in five is behind those of a fix with three commits and with four, with five one in six (click). */
const MOST_COMMITS = 4;

/**
 * Where the lines of likely files are known, a commit must say much of what is asked, or stand behind lines that do: of the others one in twenty
 * is behind the lines of a fix.
 */
const SAYS_MUCH = 0.4;
const STANDS_BEHIND = 0.25;

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
  const worth = new Set(worthShowing(rows.filter(isCommit)));
  const shown = rows.filter((row) => !isCommit(row) || worth.has(row));
  return {
    rows: [...shown.filter((row) => !isDocument(row)), ...shown.filter(isDocument)],
    leftOut: recalled.flatMap((row): readonly SkippedRow[] => {
      const id = row.observation.id.toLowerCase();
      if (!teaches(row)) return [{ id, reason: 'teaches-nothing' }];
      return isCommit(row) && !worth.has(row) ? [{ id, reason: 'over-limit' }] : [];
    }),
  };
}

const isDocument = ({ observation }: RecalledObservation): boolean => observation.kind === 'document';
const isCommit = ({ observation }: RecalledObservation): boolean => observation.kind === 'commit';

function worthShowing(commits: readonly RecalledObservation[]): readonly RecalledObservation[] {
  // Recall says as a reason in which file the lines are.
  const areLinesKnown = commits.some(({ reason }) => reason !== undefined);
  const floor = ({ reason }: RecalledObservation): number => (reason === undefined ? SAYS_MUCH : STANDS_BEHIND);
  return commits.filter((row) => !areLinesKnown || row.relevance >= floor(row)).slice(0, MOST_COMMITS);
}

/** The share of the words asked for that a statement says; 0 when nothing was asked. */
function shareSaid(asked: ReadonlySet<string>, content: string): number {
  const said = new Set(tokenize(content));
  return asked.size === 0 ? 0 : [...asked].filter((word) => said.has(word)).length / asked.size;
}
