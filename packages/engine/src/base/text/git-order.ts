const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** What git does with a change that is made. */
const VERBS = words('commit push pull rebase squash amend stash merge pr');

/** What is said beside it. */
const BESIDE = words(
  'git commits branch branches main master origin upstream onto into to from message messages last latest previous current good my our your now ' +
    'then create make open request requests review draft a an the one two three few and all everything again it this that these them in on of for ' +
    'with up change changes file files code work new ok okay great thanks yes please done',
);

/** Whether a text only says what git shall do now: "commit this", "squash the last two commits and push"; not "merge sorted runs". */
export function isGitOrder(text: string): boolean {
  const said = text.toLowerCase().match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}_./-]*/gu) ?? [];
  return said.some((word) => VERBS.has(word)) && said.every((word) => VERBS.has(word) || BESIDE.has(word));
}
