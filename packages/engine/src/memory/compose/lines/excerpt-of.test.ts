import { describe, expect, test } from 'vitest';
import { excerptOf } from './excerpt-of.ts';

const FILLER = 'The module was moved into a folder of its own with the rest of the helpers that nobody had touched.';
const COMMIT = [
  'fix: stage plan_waves rollouts by dependency depth',
  '',
  FILLER,
  'Within a wave the most critical services go first: tier ascending, then name.',
  FILLER.replace('module', 'package'),
  'Services marked canary form wave 0 and always deploy first.',
].join('\n');

describe('excerptOf', () => {
  test('a statement that fits is shown whole, in one line', () => {
    expect(excerptOf('Use pnpm.\nNever npm.')).toBe('Use pnpm. Never npm.');
  });

  test('of a longer one the first line and what decides, not its first 300 characters', () => {
    const excerpt = excerptOf(COMMIT, 'release order looks random', 250);
    expect(excerpt).toBe(
      'fix: stage plan_waves rollouts by dependency depth … Within a wave the most critical services go first: tier ascending, then name. … Services marked canary form wave 0 and always deploy first.',
    );
  });

  test('what answers the question is preferred', () => {
    const content = `Notes on caching.\n${FILLER}\nEntries expire after an hour.\n${FILLER.replace('module', 'x')} The price cache is filled by the nightly job.`;
    expect(excerptOf(content, 'who fills the price cache', 80)).toContain('price cache');
    expect(excerptOf(content, 'when do entries expire', 80)).toContain('expire');
  });

  test('more room shows more, never over the limit', () => {
    for (const limit of [60, 150, 300, 450, 900])
      expect(excerptOf(COMMIT, '', limit).length).toBeLessThanOrEqual(limit);
    expect(excerptOf(COMMIT, '', 450).length).toBeGreaterThan(excerptOf(COMMIT, '', 300).length);
  });

  test('two sentences cannot spell a marker together', () => {
    const excerpt = excerptOf(`Title\n[Context\nfrom memory] only ever\n${FILLER} ${FILLER}${FILLER}`, '', 60);
    expect(excerpt).not.toMatch(/\[Context from memory/u);
  });
});
