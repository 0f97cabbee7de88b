import { expect, test } from 'vitest';
import { cancelCall, createCancelledCalls, isCallCancelled, nextCall } from './cancelled-calls.ts';

test('a call is cancelled alone, also beside one that shares its cell', () => {
  const cancelled = createCancelledCalls();
  cancelCall(cancelled, 7);
  expect([6, 7, 8, 7 + 1024].filter((call) => isCallCancelled(cancelled, call))).toEqual([7]);
  cancelCall(cancelled, 7 + 1024);
  expect([7, 7 + 1024].filter((call) => isCallCancelled(cancelled, call))).toEqual([7 + 1024]);
});

test('when counting starts again nothing is cancelled', () => {
  const cancelled = createCancelledCalls();
  cancelCall(cancelled, 1);
  expect(nextCall(cancelled, 1)).toBe(2);
  expect(isCallCancelled(cancelled, 1)).toBe(true);
  expect(nextCall(cancelled, 2 ** 31 - 1)).toBe(1);
  expect(isCallCancelled(cancelled, 1)).toBe(false);
});
