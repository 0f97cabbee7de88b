import { estimateTokens } from '@inkling/engine';
import { wrapInjectionBlock } from '@inkling/engine/history';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockTag, estimateWrapped, sessionNonce } from './block-envelope.ts';

test("a session's nonce is its own, the same each time, and known to the daemon alone [C-022]", () => {
  const nonce = sessionNonce('key', 'acme', 's1');
  expect(nonce).toMatch(/^[0-9a-z]{8}$/);
  expect(sessionNonce('key', 'acme', 's1')).toBe(nonce);
  const others = [
    sessionNonce('other', 'acme', 's1'),
    sessionNonce('key', 'umbrella', 's1'),
    sessionNonce('key', 'acme', 's2'),
  ];
  expect(new Set([nonce, ...others]).size).toBe(4);
});

test('no envelope of a session is longer than what was estimated without knowing it', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string(), fc.nat(9998), (text, id, epoch) => {
      const tag = blockTag(sessionNonce('key', 'acme', id), epoch);
      const exact = estimateWrapped(text, tag);
      expect(exact).toBe(estimateTokens(wrapInjectionBlock(text, tag)));
      expect(estimateWrapped(text)).toBeGreaterThanOrEqual(exact);
    }),
  );
  expect(estimateWrapped('')).toBe(0);
});
