import { expect, test } from 'vitest';
import { createManualClock } from '../../../test/manual-clock.ts';
import { storeOf } from '../../../test/session-start-fixtures.ts';
import { buildBlock } from './build-block.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A block of a memory whose settings cannot be read, and whose store answers or hangs. */
function building(request: object, hangs = false) {
  const clock = createManualClock();
  const never = (): Promise<never> => new Promise(() => undefined);
  const store = hangs ? { ...storeOf([]), recall: never } : storeOf([]);
  const rooms = {
    options: {},
    clock,
    onError: () => undefined,
    config: () => ({ effective: never }),
    projectStore: store,
  };
  const built = buildBlock(
    rooms as never,
    'org',
    { search: never },
    { sessionId: 's', workType: 'feature', queryText: 'note', ...request },
  );
  let end: { readonly outcome: string; readonly elapsedMs: number } | null = null;
  void built.then((block) => (end = block));
  /** Passes time, and answers what the block came to by then. */
  const after = async (ms: number): Promise<typeof end> => {
    await settled();
    clock.advance(ms);
    await settled();
    return end;
  };
  return { after };
}

test('settings that cannot be read take a quarter of a second once, and it is part of the time that the block says it took', async () => {
  const { after } = building({ deadlineMs: 1000 });
  expect(await after(249)).toBeNull();
  expect(await after(1)).toMatchObject({ outcome: 'no-match', elapsedMs: 250 });
});

test('of a short deadline they take a half, and the deadline holds for everything together', async () => {
  const { after } = building({ deadlineMs: 100 }, true);
  expect(await after(50)).toBeNull();
  expect(await after(49)).toBeNull();
  expect(await after(1)).toMatchObject({ outcome: 'deadline-exceeded', elapsedMs: 100 });
});

test('an abort is heard at once', async () => {
  const controller = new AbortController();
  const { after } = building({ signal: controller.signal });
  controller.abort();
  expect(await after(0)).toMatchObject({ outcome: 'deadline-exceeded', elapsedMs: 0 });
});
