import { describe, expect, test } from 'vitest';

import { createLedger } from './ledger.mjs';
import { startLoad } from './load.mjs';

const heartbeat = (outcome, deliveryId, acked = false) => ({
  status: 200,
  answer: { outcome, acked, ...(outcome === 'inject' ? { inject: { deliveryId, text: deliveryId } } : {}) },
});
const UNANSWERED = { status: 503, answer: null };

/** What the ledger has against a worker whose heartbeats are answered so, one after the other. */
async function judged(heartbeats) {
  const ledger = createLedger();
  const left = [...heartbeats];
  let isThrough;
  const through = new Promise((resolve) => {
    isThrough = resolve;
  });
  const ask = async (call) => {
    if (call.endsWith('/claim')) return { status: 200, answer: { outcome: 'claimed', lockToken: 'lock' } };
    if (call.endsWith('/injects') || left.length === 0) return UNANSWERED;
    if (left.length === 1) isThrough();
    return left.shift();
  };
  const load = startLoad({ ask, ledger, sessions: ['s'], writers: 0 });
  await through;
  await load.stop();
  return ledger.judge({ observations: new Map(), injects: new Map() });
}

describe('the ledger of the load', () => {
  test('two blocks without an acknowledgement in between are a wrong', async () => {
    expect(await judged([heartbeat('inject', 'a'), heartbeat('inject', 'b')])).toEqual(['s has two blocks in flight']);
  });

  test('an acknowledgement whose answer was lost is none, also when nothing waited behind it or the lock was lost', async () => {
    expect(
      await judged([heartbeat('inject', 'a'), UNANSWERED, heartbeat('nothing'), heartbeat('inject', 'b')]),
    ).toEqual([]);
    expect(
      await judged([heartbeat('inject', 'a'), UNANSWERED, heartbeat('lock-lost'), heartbeat('inject', 'b')]),
    ).toEqual([]);
  });
});
