import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_WEIGHT_RULE, nextWeight, weightStep, type FeedbackCause } from './next-weight.ts';

const CAUSES: readonly FeedbackCause[] = ['accepted', 'rework', 'rejected', 'helpful', 'misleading', 'outdated'];
const step = (weight: number, cause: FeedbackCause, strikes = 1): number =>
  nextWeight(weight, weightStep(cause, strikes));

test('[C-013] the neutral weight moves as the contract says', () => {
  expect(step(1, 'accepted')).toBeCloseTo(0.7 * 1 + 0.3 * 2, 12);
  expect(step(1, 'helpful')).toBeCloseTo(1.3, 12);
  expect(step(1, 'rework')).toBeCloseTo(0.95 * 1 + 0.05 * 0.5, 12);
  expect(step(1, 'rejected')).toBeCloseTo(0.95, 12);
  expect(step(1, 'misleading', 1)).toBeCloseTo(0.85, 12);
  expect(step(1, 'misleading', 2)).toBeCloseTo(0.85, 12);
  expect(step(1, 'misleading', 3)).toBeCloseTo(0.7, 12);
  expect(step(1.37, 'outdated')).toBe(1.37);
});

test('[C-013] a weight stays in [0, 2], moves towards its target, and never beyond it', () => {
  const weights = fc.double({ min: 0, max: 2, noNaN: true });
  fc.assert(
    fc.property(weights, fc.constantFrom(...CAUSES), fc.integer({ min: 1, max: 10 }), (weight, cause, strikes) => {
      const after = step(weight, cause, strikes);
      const { target } = weightStep(cause, strikes);
      expect(after).toBeGreaterThanOrEqual(Math.min(weight, target) - 1e-12);
      expect(after).toBeLessThanOrEqual(Math.max(weight, target) + 1e-12);
      expect(after).toBeGreaterThanOrEqual(0);
      expect(after).toBeLessThanOrEqual(2);
    }),
  );
});

test('[C-013] a proven memory stands above an untested one after its first accepted session', () => {
  expect(step(1, 'accepted')).toBeGreaterThan(1);
  expect(step(1, 'rejected')).toBeLessThan(1);
});

test('the rule is frozen and as documented', () => {
  expect(DEFAULT_WEIGHT_RULE).toEqual({ up: 0.3, down: 0.05, misleading: 0.15, strikes: 3 });
  expect(Object.isFrozen(DEFAULT_WEIGHT_RULE)).toBe(true);
});
