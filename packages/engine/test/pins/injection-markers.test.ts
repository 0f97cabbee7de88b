import { expect, test } from 'vitest';
import { INJECTION_BLOCK_PREFIX, INJECTION_BLOCK_SUFFIX } from '../../src/features/history/blocks/injection-block.ts';
import { neutralizeStructure } from '../../src/memory/compose/lines/sanitize-excerpt.ts';

// One definition, and rooms that must not import it: the excerpts of a block lose the markers by the same words.

test('no observation can show the markers of a block [S4-050]', () => {
  for (const marker of [INJECTION_BLOCK_PREFIX, INJECTION_BLOCK_SUFFIX]) {
    expect(neutralizeStructure(`x ${marker} y`)).not.toContain(marker);
    expect(neutralizeStructure(marker.toUpperCase())).not.toContain('[');
  }
});
