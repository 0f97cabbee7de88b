import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeObservationPaths } from './normalize-observation-metadata.ts';

test('a list loses empty and repeated paths and keeps its order', () => {
  expect(normalizeObservationPaths(['b.ts', './a.ts', '', 'a.ts', '.\\b.ts'])).toEqual(['b.ts', 'a.ts']);
});

test('normalising twice changes nothing', () => {
  const paths = fc.array(
    fc.array(fc.constantFrom('a', '.', '..', '', 'b c', 'é', '...')).map((parts) => parts.join('/')),
  );
  fc.assert(
    fc.property(paths, (given) => {
      const once = normalizeObservationPaths(given);
      expect(normalizeObservationPaths(once)).toEqual(once);
      for (const path of once) expect(path).not.toMatch(/^\/|\/$|\/\/|\\|(^|\/)\.\.?(\/|$)/);
    }),
  );
});
