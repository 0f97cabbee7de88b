import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostileText } from '../../../test/hostile-text.ts';
import { neutralizeByAllRules, neutralizeStructure } from './neutralize-structure.ts';

/** Beginnings of what the rules look for, in any order and case. */
const structure = (): fc.Arbitrary<string> =>
  fc
    .array(
      fc.constantFrom(
        ...['[', '[ ', '(', '( ', '<', '＜', '/', '|', '!', '`', '~', ']', ')', '>', ' ', 'x', ':'],
        ...[
          'context from memory',
          'End of ',
          'CONTEXT FROM MEMORY',
          'weight',
          'Weight',
          'INST',
          'TOOL_CALLS',
          'SYSTEM_PROMPT',
        ],
        ...[
          '01890a5d-ac96-774b-bcce-b302099a8057',
          '01890A5D-',
          's',
          'br',
          'im_start',
          '\u017fystem',
          'TOOL_RE\u017fULTS',
        ],
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(''));

test('a line is passed unread only when no rule would change it [C-018, C-019]', () => {
  fc.assert(
    fc.property(fc.oneof(hostileText(), structure()), (line) => {
      expect(neutralizeStructure(line)).toBe(neutralizeByAllRules(line));
    }),
    { numRuns: 5000 },
  );
});
