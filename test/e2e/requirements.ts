import { contract } from './requirements/contract.ts';
import type { Requirement } from './requirements/requirement.ts';
import { seed000 } from './requirements/seed-000.ts';
import { seed001 } from './requirements/seed-001.ts';
import { seed002 } from './requirements/seed-002.ts';
import { seed003 } from './requirements/seed-003.ts';
import { seed004 } from './requirements/seed-004.ts';

/** Every behaviour that the five seed documents state, and where the contract differs. A test cites one by `[S0-012]` in its title. */
export const requirements: readonly Requirement[] = [
  ...seed000,
  ...seed001,
  ...seed002,
  ...seed003,
  ...seed004,
  ...contract,
];
