import { expect, test } from 'vitest';
import { createManualClock } from '../../../test/manual-clock.ts';
import { heartbeatEntry } from './refresh-lock-and-claim-inject.ts';

test('a heartbeat that names no duration renews the lock for as long as a claim takes it', () => {
  const lockToken = '01a220be-c22e-40eb-8f9c-8652e79426ee';
  expect(heartbeatEntry(createManualClock(), 'ses_1', { lockToken }).ttlMs).toBe(30_000);
});
