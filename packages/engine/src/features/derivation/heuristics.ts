import { COMMAND_HEURISTICS } from './command-heuristics.ts';
import { FILE_HEURISTICS } from './file-heuristics.ts';
import type { Heuristic } from './heuristic.ts';
import { SEARCH_HEURISTICS } from './search-heuristics.ts';
import { WORK_HEURISTICS } from './work-heuristics.ts';

/** The table behind deriveContext, and behind its page in the docs. All rows that name a tool apply, in this order. */
export const HEURISTICS: readonly Heuristic[] = [
  ...FILE_HEURISTICS,
  ...SEARCH_HEURISTICS,
  ...COMMAND_HEURISTICS,
  ...WORK_HEURISTICS,
];
