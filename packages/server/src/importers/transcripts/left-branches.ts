/** The records of a transcript as a tree: each names the one that it follows. */
export interface RecordTree {
  /** By id, in the order of the file: the record that it follows; '' = none. */
  readonly parents: ReadonlyMap<string, string>;
  /** The records that are prompts of the user. */
  readonly prompts: ReadonlySet<string>;
  /** Where the talk goes on. */
  readonly last: string;
}

/**
 * The records that a user took back: when Claude Code is rewound, the talk goes on from an earlier record, and the branch that was left stays in
 * the file. Only a prompt begins a branch: the results of calls that ran beside each other fork too. What is not connected with the talk's end,
 * as what came before a compaction, was not left.
 */
export function leftBranches({ parents, prompts, last }: RecordTree): ReadonlySet<string> {
  const ending = new Set<string>();
  for (let id = last; id !== '' && !ending.has(id); id = parents.get(id) ?? '') ending.add(id);
  const left = new Set<string>();
  const connected = new Set<string>();
  for (const [id, parent] of parents) {
    if (!ending.has(id) && !connected.has(parent)) continue;
    connected.add(id);
    if (!ending.has(id) && (prompts.has(id) || left.has(parent))) left.add(id);
  }
  return left;
}
