import { createMiniLmEmbedder } from '@inkling/engine';
import { expect, test } from 'vitest';
import { embedderContract } from '../contracts/embedder-contract.ts';

// One for all tests: each has a thread and weights of its own, 300 MB, for as long as the process lives.
const embedder = createMiniLmEmbedder();
embedderContract('MiniLM in its thread', () => embedder);

const cosine = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, at) => sum + value * b[at]!, 0);

test('sentences that say the same in other words are nearer than those that do not, and the calling thread stays free', async () => {
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 5);
  const [one, same, other] = await embedder.embed([
    'Sign-in fails after the session has timed out',
    'Login breaks once the token has expired',
    'The chart legend overlaps the axis labels',
  ]);
  clearInterval(timer);
  expect(cosine(one!, same!)).toBeGreaterThan(cosine(one!, other!) + 0.2);
  expect(ticks).toBeGreaterThan(2);
});
