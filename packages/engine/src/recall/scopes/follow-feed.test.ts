import { describe, expect, test } from 'vitest';
import { createRegistryFixture, type RegistryFixture } from '../../../test/registry-fixture.ts';

const PROJECT = { orgId: 'o', projectId: 'p' };
const never = (): Promise<never> => new Promise(() => undefined);

/** A loaded scope that holds id-0, whose first look at the feed is done. */
async function following(settings = {}): Promise<RegistryFixture> {
  const fixture = createRegistryFixture(settings);
  fixture.store('o').write('id-0');
  await fixture.registry.warm(PROJECT);
  await fixture.registry.ready(PROJECT);
  return fixture;
}

/** Lets what is due without waiting happen. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('following other processes', () => {
  test('a search within the freshness looks at nothing', async () => {
    const { registry, store, clock } = await following();
    clock.advance(499);
    await registry.ready(PROJECT);
    expect(store('o').asked.looks).toBe(1);
  });

  test('a search after half a second starts a look and does not wait; the next one has it', async () => {
    const { registry, store, clock, found } = await following();
    store('o').write('id-1');
    clock.advance(500);
    store('o').onLook = settle;
    expect(await found(PROJECT)).toEqual(['id-0']);
    expect(await registry.ready(PROJECT)).toMatchObject({ isStale: false });
    await settle();
    await settle();
    expect(await found(PROJECT)).toEqual(['id-0', 'id-1']);
    expect(store('o').asked.looks).toBe(2);
  });

  test('a search after a second waits: what another process wrote, superseded and forgot is in the answer', async () => {
    const { store, clock, found } = await following({ feedRows: 2 });
    for (const id of ['id-1', 'id-2', 'id-3', 'id-4', 'id-5']) store('o').write(id);
    clock.advance(1000);
    expect(await found(PROJECT)).toEqual(['id-0', 'id-1', 'id-2', 'id-3', 'id-4', 'id-5']);
    store('o').supersede('id-1');
    store('o').forget('id-0');
    clock.advance(1000);
    expect(await found(PROJECT)).toEqual(['id-2', 'id-3', 'id-4', 'id-5']);
  });

  test('rows of another project are passed over', async () => {
    const { store, clock, found } = await following();
    store('o').write('id-1', { projectId: 'q' });
    clock.advance(1000);
    expect(await found(PROJECT)).toEqual(['id-0']);
  });

  test('each look reaches back, one in a while further; what it brings again is not indexed again', async () => {
    const { registry, store, clock, host } = await following({ overlapMs: 60_000, deepOverlapMs: 120_000 });
    for (const id of ['id-1', 'id-2', 'id-3']) registry.written('o', [store('o').write(id)]);
    await registry.ready(PROJECT);
    const puts = host.puts.count;
    for (let round = 0; round < 6; round += 1) {
      clock.advance(1000);
      await registry.ready(PROJECT);
    }
    expect(host.puts.count).toBe(puts);
    expect(store('o').asked.overlaps.filter((ms) => ms > 0)).toEqual([
      120_000, 60_000, 60_000, 60_000, 60_000, 120_000, 60_000,
    ]);
  });

  test('a look that was read before an own write does not take it back', async () => {
    const { registry, store, clock, found } = await following();
    store('o').write('id-1');
    store('o').onLook = () => {
      // The look's page is read; now this process supersedes the row and announces it before the page is applied.
      registry.written('o', [store('o').supersede('id-1')]);
      return Promise.resolve();
    };
    clock.advance(1000);
    expect(await found(PROJECT)).toEqual(['id-0']);
  });

  test('a row that is imported again after it was forgotten is found', async () => {
    const { store, clock, found } = await following();
    store('o').forget('id-0');
    clock.advance(1000);
    expect(await found(PROJECT)).toEqual([]);
    store('o').write('id-0');
    clock.advance(1000);
    expect(await found(PROJECT)).toEqual(['id-0']);
  });

  test('versions are remembered only as long as a look reaches back to them', async () => {
    const { registry, store, clock, host } = await following({ overlapMs: 10, deepOverlapMs: 1000 });
    const change = store('o').write('id-1');
    registry.written('o', [change, change]);
    await registry.ready(PROJECT);
    const puts = host.puts.count;
    registry.written('o', [change]);
    await registry.ready(PROJECT);
    expect(host.puts.count).toBe(puts);
    for (const ms of [1500, 1500, 1500]) {
      clock.advance(ms);
      await registry.ready(PROJECT);
    }
    registry.written('o', [change]);
    await registry.ready(PROJECT);
    expect(host.puts.count).toBe(puts + 1);
  });
});

describe('a large part of the feed is new', () => {
  test('it is read again while late commits may be among it, and then no more until something is written', async () => {
    const { registry, store, clock } = await following({ overlapMs: 2000, deepOverlapMs: 2000, feedRows: 10 });
    for (let n = 1; n <= 50; n += 1) store('o').write(`id-${n}`);
    const looksOf = async (): Promise<number> => {
      const before = store('o').asked.looks;
      clock.advance(1000);
      await registry.ready(PROJECT);
      return store('o').asked.looks - before;
    };
    // Each write stands for a second of the store's clock: the first look begins 50 s later than the one before.
    expect(await looksOf()).toBe(6);
    store('o').write('id-51');
    store('o').write('id-52');
    store('o').write('id-53');
    expect(await looksOf()).toBe(1);
    expect(await looksOf()).toBe(1);
    expect(store('o').asked.looks).toBe(1 + 6 + 1 + 1);
  });

  test('a look that runs out of time between two pages is gone on with, not begun again', async () => {
    const { registry, store, clock, found, errors } = await following({ feedRows: 10, overlapMs: 0, deepOverlapMs: 0 });
    for (let n = 10; n < 60; n += 1) store('o').write(`id-${n}`);
    let pages = 0;
    store('o').onLook = () => ((pages += 1) === 3 ? never() : Promise.resolve());
    clock.advance(1000);
    const asked = registry.ready(PROJECT);
    for (let tick = 0; tick < 20; tick += 1) await settle();
    clock.advance(5000);
    expect(await asked).toMatchObject({ isStale: true });
    await settle();
    expect(errors).toMatchObject([{ code: 'database-unavailable' }]);
    expect((await found(PROJECT))?.length).toBe(51);
    // Two pages before, the third that hung, and three to the end.
    expect(pages).toBe(6);
  });
});

describe('a feed that does not answer', () => {
  test('a look that fails is reported; the index answers and says that it is stale; the next look repairs it', async () => {
    const { registry, store, clock, errors, found } = await following();
    const failure = new Error('connection reset');
    store('o').onLook = () => Promise.reject(failure);
    store('o').write('id-1');
    clock.advance(1000);
    expect(await registry.ready(PROJECT)).toMatchObject({ isStale: true });
    expect(errors).toEqual([failure]);
    store('o').onLook = () => Promise.resolve();
    expect(await found(PROJECT)).toEqual(['id-0', 'id-1']);
  });

  test('a look that hangs costs a search its wait, is given up, and a later one takes its place', async () => {
    const { registry, store, clock, errors, found } = await following();
    let given: AbortSignal | undefined;
    store('o').onLook = (signal) => {
      given = signal;
      return never();
    };
    store('o').write('id-1');
    clock.advance(1000);
    const asked = registry.ready(PROJECT);
    await settle();
    clock.advance(50);
    expect(await asked).toMatchObject({ isStale: true });
    const again = registry.ready(PROJECT);
    await settle();
    clock.advance(50);
    expect(await again).toMatchObject({ isStale: true });
    expect(store('o').asked.looks).toBe(2);
    clock.advance(4900);
    await settle();
    expect(given?.aborted).toBe(true);
    expect(errors).toMatchObject([{ code: 'database-unavailable' }]);
    store('o').onLook = () => Promise.resolve();
    expect(await found(PROJECT)).toEqual(['id-0', 'id-1']);
    expect(await registry.ready(PROJECT)).toMatchObject({ isStale: false });
  });

  test('what a look brings after it was given up is dropped', async () => {
    const { registry, store, clock, host } = await following();
    let end: () => void = () => undefined;
    store('o').onLook = () =>
      new Promise((resolve) => {
        end = resolve;
      });
    store('o').write('id-1');
    clock.advance(1000);
    const asked = registry.ready(PROJECT);
    await settle();
    clock.advance(5000);
    await asked;
    await settle();
    const puts = host.puts.count;
    end();
    await settle();
    expect(host.puts.count).toBe(puts);
  });

  test('own writes that the index is slow to take do not hold a search longer than its wait', async () => {
    const { registry, store, clock, host } = await following();
    host.put = never;
    registry.written('o', [store('o').write('id-1')]);
    const asked = registry.ready(PROJECT);
    await settle();
    clock.advance(50);
    expect(await asked).toMatchObject({ isStale: true });
  });
});
