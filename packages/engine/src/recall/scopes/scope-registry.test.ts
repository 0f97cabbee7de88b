import { describe, expect, test } from 'vitest';
import { createRegistryFixture } from '../../../test/registry-fixture.ts';

const PROJECT = { orgId: 'o', projectId: 'p' };
const ORG = { orgId: 'o' };

/** A promise and the function that ends it. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Lets what is due without waiting happen. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const ids = (count: number): string[] => Array.from({ length: count }, (_, at) => `id-${at}`);

describe('loading', () => {
  test('reads the scope in pages; until then there is no index', async () => {
    const { registry, store, found } = createRegistryFixture();
    for (const id of ids(5)) store('o').write(id);
    store('o').write('superseded', { supersededBy: 'x' });
    store('o').write('other', { projectId: 'q' });
    expect(await registry.ready(PROJECT)).toBeNull();
    expect(await registry.warm(PROJECT)).toBe(true);
    expect(await found(PROJECT)).toEqual(ids(5));
    expect(store('o').asked.pages).toBe(3);
  });

  test('a page waits in the index while the one before is added, and no more than one', async () => {
    const { registry, store, host } = createRegistryFixture();
    for (const id of ids(9)) store('o').write(id);
    const { fill } = host;
    const filling = { now: 0, most: 0 };
    host.fill = async (key, page) => {
      filling.most = Math.max(filling.most, (filling.now += 1));
      await settle();
      return fill(key, page).finally(() => (filling.now -= 1));
    };
    expect(await registry.warm(PROJECT)).toBe(true);
    expect(filling).toEqual({ now: 0, most: 2 });
  });

  test('an empty scope, and one of exactly two pages', async () => {
    const { registry, store, found } = createRegistryFixture();
    for (const id of ids(4)) store('o').write(id);
    expect(await registry.warm({ orgId: 'o', projectId: null })).toBe(true);
    expect(await found({ orgId: 'o', projectId: null })).toEqual([]);
    await registry.warm(PROJECT);
    expect(await found(PROJECT)).toEqual(ids(4));
  });

  test('a scope is loaded once, however many ask', async () => {
    const { registry, store } = createRegistryFixture();
    await Promise.all([registry.warm(PROJECT), registry.warm(PROJECT), registry.ready(PROJECT)]);
    expect(store('o').asked.pages).toBe(1);
  });

  test('what changes during the load wins over what its pages still hold', async () => {
    const { registry, store, found, host } = createRegistryFixture();
    for (const id of ids(6)) store('o').write(id);
    let pages = 0;
    store('o').onPage = async () => {
      if ((pages += 1) !== 2) return;
      // The second page has been read: it still holds id-2 and id-3 as they were.
      registry.written('o', [store('o').supersede('id-2'), store('o').forget('id-3'), store('o').write('id-9')]);
      // And these are of pages before and after.
      registry.written('o', [store('o').supersede('id-0')]);
      registry.written('o', [store('o').forget('id-5')]);
    };
    await registry.warm(PROJECT);
    expect(await found(PROJECT)).toEqual(['id-1', 'id-4', 'id-9']);
    const putsOfLoad = host.puts.count;
    registry.written('o', [store('o').write('id-2', { supersededBy: null })]);
    expect(await found(PROJECT)).toEqual(['id-1', 'id-2', 'id-4', 'id-9']);
    expect(host.puts.count).toBe(putsOfLoad + 1);
  });

  test('what is written while the load asks where the feed ends is in the index', async () => {
    const { registry, store, found, errors } = createRegistryFixture();
    store('o').write('id-0');
    const end = store('o').feedHead;
    store('o').feedHead = async () => {
      await settle();
      registry.written('o', [store('o').write('id-1')]);
      await settle();
      return end();
    };
    expect(await registry.warm(PROJECT)).toBe(true);
    expect([await found(PROJECT), errors]).toEqual([['id-0', 'id-1'], []]);
  });

  test('only so many scopes load side by side, and the next one takes its turn', async () => {
    const { registry, store } = createRegistryFixture({ loadsAtOnce: 1 });
    const first = gate();
    store('slow').onPage = () => first.opened;
    const slow = registry.warm({ orgId: 'slow' });
    const next = registry.warm(PROJECT);
    registry.written('o', [store('o').write('id-0')]);
    await Promise.resolve();
    expect(store('o').asked.pages).toBe(0);
    first.open();
    expect(await Promise.all([slow, next])).toEqual([true, true]);
  });

  test('a load that fails is reported, and the next search tries again', async () => {
    const { registry, store, errors, found } = createRegistryFixture();
    store('o').write('id-0');
    const failure = new Error('connection refused');
    store('o').onPage = () => Promise.reject(failure);
    expect(await registry.warm(PROJECT)).toBe(false);
    expect(errors).toEqual([failure]);
    store('o').onPage = () => Promise.resolve();
    expect(await registry.ready(PROJECT)).toBeNull();
    expect(await registry.warm(PROJECT)).toBe(true);
    expect(await found(PROJECT)).toEqual(['id-0']);
    expect(errors).toHaveLength(1);
  });

  test('a load whose store hangs is given up, and the next search tries again', async () => {
    const { registry, store, errors, clock, found } = createRegistryFixture({ loadsAtOnce: 1 });
    store('o').write('id-0');
    store('o').onPage = () => new Promise(() => undefined);
    const hanging = registry.warm(PROJECT);
    await settle();
    clock.advance(30_000);
    expect(await hanging).toBe(false);
    expect(errors).toMatchObject([{ code: 'database-unavailable' }]);
    store('o').onPage = () => Promise.resolve();
    expect(await registry.warm(PROJECT)).toBe(true);
    expect(await found(PROJECT)).toEqual(['id-0']);
  });

  test('a load that was given up adds nothing to its successor', async () => {
    const { registry, store, host, found, errors } = createRegistryFixture();
    for (const id of ids(5)) store('o').write(id);
    const held = gate();
    let pages = 0;
    store('o').onPage = () => ((pages += 1) === 1 ? held.opened : Promise.resolve());
    const first = registry.warm(PROJECT);
    await settle();
    host.lose();
    // Its index is gone: putting this write shows it.
    registry.written('o', [store('o').write('id-1')]);
    await settle();
    store('o').forget('id-0');
    expect(await registry.warm(PROJECT)).toBe(true);
    held.open();
    expect(await first).toBe(false);
    expect(await found(PROJECT)).toEqual(['id-1', 'id-2', 'id-3', 'id-4']);
    expect(errors).toMatchObject([{ code: 'search-worker-failed' }]);
  });
});

describe('following this process', () => {
  test('own writes are found at once, by the project and by the organisation', async () => {
    const { registry, store, found } = createRegistryFixture({ followFeed: false });
    await Promise.all([registry.warm(PROJECT), registry.warm(ORG)]);
    const changes = [store('o').write('id-0'), store('o').write('id-1'), store('o').write('id-2', { projectId: 'q' })];
    registry.written('o', [...changes, store('o').supersede('id-1')]);
    expect(await found(PROJECT)).toEqual(['id-0']);
    expect(await found(ORG)).toEqual(['id-0', 'id-2']);
    registry.written('o', [store('o').forget('id-0')]);
    expect(await found(PROJECT)).toEqual([]);
    expect(await found(ORG)).toEqual(['id-2']);
  });

  test('what another organisation writes changes nothing', async () => {
    const { registry, store, found } = createRegistryFixture();
    await Promise.all([registry.warm(PROJECT), registry.warm({ orgId: 'x', projectId: 'p' })]);
    registry.written('x', [store('x').write('id-0')]);
    expect(await found(PROJECT)).toEqual([]);
  });

  test('the index is not asked to follow where one process owns the database', async () => {
    const { registry, store, clock } = createRegistryFixture({ followFeed: false });
    await registry.warm(PROJECT);
    clock.advance(60_000);
    expect(await registry.ready(PROJECT)).toMatchObject({ isStale: false });
    expect(store('o').asked.looks).toBe(0);
  });
});

describe('losing an index', () => {
  test('a lost worker is noticed by the next search, which loads anew', async () => {
    const { registry, store, host, found, errors } = createRegistryFixture();
    store('o').write('id-0');
    await registry.warm(PROJECT);
    host.lose();
    store('o').write('id-1');
    expect(await registry.ready(PROJECT)).toBeNull();
    expect(await registry.warm(PROJECT)).toBe(true);
    expect(await found(PROJECT)).toEqual(['id-0', 'id-1']);
    expect(errors).toEqual([]);
  });

  test('a write into a lost index drops it, and it is loaded with the write', async () => {
    const { registry, store, host, found } = createRegistryFixture();
    await registry.warm(PROJECT);
    host.lose();
    registry.written('o', [store('o').write('id-0')]);
    await registry.warm(PROJECT);
    await registry.warm(PROJECT);
    expect(await found(PROJECT)).toEqual(['id-0']);
  });

  test('after close nothing is loaded or searched', async () => {
    const { registry, store, errors } = createRegistryFixture();
    await registry.warm(PROJECT);
    registry.close();
    registry.written('o', [store('o').write('id-0')]);
    expect(await registry.ready(PROJECT)).toBeNull();
    expect(await registry.warm(PROJECT)).toBe(false);
    expect([store('o').asked.pages, errors]).toEqual([1, []]);
  });
});

describe('memory budget', () => {
  const scopes = ['a', 'b', 'c'].map((orgId) => ({ orgId, projectId: 'p' }));

  /** A budget that holds two of three equal scopes. */
  async function fixture(settings = {}) {
    const sizing = createRegistryFixture();
    for (const id of ids(40)) sizing.store('o').write(id);
    await sizing.registry.warm(PROJECT);
    const bytes = (await sizing.host.stats())[0]!.bytes;
    const made = createRegistryFixture({ maxIndexBytes: bytes * 2.5, ...settings });
    for (const { orgId } of scopes) for (const id of ids(40)) made.store(orgId).write(id);
    return { ...made, bytes };
  }
  const [a, b, c] = scopes as [(typeof scopes)[0], (typeof scopes)[0], (typeof scopes)[0]];

  test('the least recently used index makes room for another, and comes back when it is asked for', async () => {
    const { registry, found, host, errors } = await fixture();
    await registry.warm(a);
    await registry.warm(b);
    expect(await found(a)).toHaveLength(40);
    await registry.warm(c);
    expect((await host.stats()).map(({ scopeKey }) => scopeKey)).toHaveLength(2);
    expect(await found(a)).toHaveLength(40);
    expect(await registry.ready(b)).toBeNull();
    expect(await registry.warm(b)).toBe(true);
    expect(await found(c)).toBeNull();
    expect(errors).toEqual([]);
  });

  test('a change that was under way when its index was dropped does not reach the next one', async () => {
    const { registry, store, found, host } = await fixture({ followFeed: false });
    await registry.warm(a);
    const held = gate();
    host.onChange = () => {
      host.onChange = () => Promise.resolve();
      return held.opened;
    };
    registry.written('a', [store('a').write('id-0')]);
    await settle();
    await registry.warm(b);
    await registry.warm(c);
    store('a').forget('id-0');
    expect(await registry.warm(a)).toBe(true);
    held.open();
    await settle();
    expect(await found(a)).toEqual(store('a').recallable(a));
  });

  test('an index that grows makes room too', async () => {
    const { registry, store, host, bytes } = await fixture();
    await registry.warm(a);
    await registry.warm(b);
    const changes = Array.from({ length: 1000 }, (_, at) => store('b').write(`id-${at % 60}`, { content: `deploy` }));
    registry.written('b', changes);
    await registry.ready(b);
    await registry.ready(b);
    const stats = await host.stats();
    expect(stats.reduce((sum, each) => sum + each.bytes, 0)).toBeLessThanOrEqual(bytes * 2.5);
    expect(stats.some(({ scopeKey }) => scopeKey.startsWith('["b"'))).toBe(true);
  });

  test('an index of which most is dead is loaded again by the next question', async () => {
    const { registry, store, host, found, errors } = createRegistryFixture({ followFeed: false });
    for (const id of ids(40)) store('o').write(id);
    await registry.warm(PROJECT);
    const change = (count: number): void =>
      registry.written(
        'o',
        Array.from({ length: count }, (_, at) => store('o').write(`id-${at % 40}`)),
      );
    change(40);
    await found(PROJECT);
    expect(await host.stats()).toMatchObject([{ documents: 40, dead: 40 }]);
    // One write replaces what it names once: each of these leaves 40 rows dead.
    for (let at = 0; at < 30; at += 1) change(40);
    await found(PROJECT);
    await settle();
    expect(await found(PROJECT)).toBeNull();
    expect(await registry.warm(PROJECT)).toBe(true);
    expect(await host.stats()).toMatchObject([{ documents: 40, dead: 0 }]);
    expect(await found(PROJECT)).toEqual(store('o').recallable(PROJECT));
    expect(errors).toEqual([]);
  });

  test('an index without a row takes room too: asking for ever more projects drops the first ones', async () => {
    const { registry, host } = createRegistryFixture({ maxIndexBytes: 2 ** 20 });
    for (let at = 0; at < 100; at += 1) await registry.warm({ orgId: 'o', projectId: `p${at}` });
    const kept = (await host.stats()).map(({ scopeKey }) => scopeKey);
    expect(kept.length).toBeLessThan(60);
    expect(kept.some((key) => key.includes('"p99"'))).toBe(true);
  });

  test('a scope that alone is larger is refused, said once, and tried again later', async () => {
    const { registry, store, errors, clock, host } = createRegistryFixture({ maxIndexBytes: 1000 });
    for (const id of ids(40)) store('o').write(id);
    expect(await registry.warm(PROJECT)).toBe(false);
    expect(errors).toMatchObject([{ code: 'index-too-large' }]);
    const { pages } = store('o').asked;
    expect(await registry.ready(PROJECT)).toBeNull();
    registry.written('o', [store('o').write('id-99')]);
    expect(await registry.warm(PROJECT)).toBe(false);
    expect([store('o').asked.pages, await host.stats()]).toEqual([pages, []]);
    clock.advance(600_000);
    expect(await registry.warm(PROJECT)).toBe(false);
    expect(errors).toHaveLength(2);
  });

  test('a scope that is much larger is given up long before its end', async () => {
    const { registry, store } = createRegistryFixture({ maxIndexBytes: 1000 });
    for (const id of ids(200)) store('o').write(id);
    expect(await registry.warm(PROJECT)).toBe(false);
    expect(store('o').asked.pages).toBeLessThan(30);
  });
});
