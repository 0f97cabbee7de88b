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
  return {
    rows: [...rows.filter((row) => !isDocument(row)), ...rows.filter(isDocument)],
    leftOut: recalled
      .filter((row) => !teaches(row))
      .map(({ observation }) => ({ id: observation.id.toLowerCase(), reason: 'teaches-nothing' })),
  };
}

const isDocument = ({ observation }: RecalledObservation): boolean => observation.kind === 'document';

/** The share of the words asked for that a statement says; 0 when nothing was asked. */
function shareSaid(asked: ReadonlySet<string>, content: string): number {
  const said = new Set(tokenize(content));
  return asked.size === 0 ? 0 : [...asked].filter((word) => said.has(word)).length / asked.size;
}
