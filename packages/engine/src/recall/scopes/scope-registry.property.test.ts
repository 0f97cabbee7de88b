import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRegistryFixture, type RegistryFixture } from '../../../test/registry-fixture.ts';

const SCOPES = [{ orgId: 'o' }, { orgId: 'o', projectId: 'p' }, { orgId: 'o', projectId: null }] as const;
const PROJECTS = ['p', 'q', null] as const;
/** Rows come late by 5 s at most. */
const OVERLAP_MS = 6_000;

/** One thing that happens, and how long the next waits for it. */
interface Step {
  readonly kind: string;
  readonly row: number;
  readonly which: number;
  /** Written by this process, which announces it, or by another one. */
  readonly isOwn: boolean;
  readonly pause: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom('write', 'supersede', 'forget') },
    { weight: 6, arbitrary: fc.constantFrom('search', 'search', 'late-write', 'wait') },
    { weight: 2, arbitrary: fc.constantFrom('crowd-out', 'crowd-out', 'crowd-out', 'lose-worker', 'break-store') },
    { weight: 2, arbitrary: fc.constant('check') },
  ),
  row: fc.nat(3),
  which: fc.nat(2),
  isOwn: fc.boolean(),
  pause: fc.nat(2),
});

const CHECK: Step = { kind: 'check', row: 0, which: 0, isOwn: true, pause: 0 };

const ticks = async (count: number): Promise<void> => {
  for (let at = 0; at < count; at += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Pauses that come round again, so that loads, looks and changes overtake one another. */
function pausing(pauses: readonly number[]): () => Promise<void> {
  let at = 0;
  return () => ticks(pauses[(at += 1) % pauses.length] ?? 0);
}

/** Answers what goes on in the background. */
function takeStep(fixture: RegistryFixture, { kind, row, which, isOwn }: Step, follows: boolean): Promise<unknown> {
  const { registry, host, clock } = fixture;
  const store = fixture.store('o');
  const id = `id-${row}`;
  const scope = SCOPES[which]!;
  const announce = (change: ReturnType<typeof store.write>): void => {
    if (isOwn || !follows) registry.written('o', [change]);
  };
  if (kind === 'write') announce(store.write(id, { projectId: PROJECTS[row % 3]!, supersededBy: null }));
  else if (kind === 'late-write') announce(store.write(`late-${row}-${host.puts.count}-${clock.now()}`, {}, 5));
  else if (kind === 'supersede' && store.has(id)) announce(store.supersede(id));
  else if (kind === 'forget' && store.has(id)) {
    if (!isOwn && follows) store.forget(id);
    else announce(store.forget(id));
  } else if (kind === 'search') return fixture.found(scope);
  else if (kind === 'wait') clock.advance(400);
  else if (kind === 'lose-worker') host.lose();
  else if (kind === 'crowd-out') return registry.warm({ orgId: `crowd-${row}` });
  else if (kind === 'break-store') {
    const { onPage } = store;
    store.onPage = async () => {
      store.onPage = onPage;
      throw new Error('connection reset');
    };
  }
  return Promise.resolve();
}

/** How often a check loads an index that was dropped for another: one that the disk is slow to hand out may want its room at any time. */
const LOADS_OF_A_CHECK = 4;

/** What the scope's index finds, once there is one. */
async function foundInIndex(
  fixture: RegistryFixture,
  scope: (typeof SCOPES)[number],
): Promise<readonly string[] | null> {
  for (let load = 1; load < LOADS_OF_A_CHECK; load += 1) {
    const found = (await fixture.registry.warm(scope)) ? await fixture.found(scope) : null;
    if (found) return found;
    await ticks(30);
  }
  expect(await fixture.registry.warm(scope)).toBe(true);
  return fixture.found(scope);
}

/** Lets everything end, and has the index looked at as a search a moment later would. */
async function expectExact(fixture: RegistryFixture): Promise<void> {
  const { registry, clock } = fixture;
  for (const scope of SCOPES) {
    for (let load = 0; load < LOADS_OF_A_CHECK && !(await registry.warm(scope)); load += 1) await ticks(1);
    await ticks(30);
    clock.advance(1000);
    const waiting = fixture.found(scope);
    await ticks(30);
    await waiting;
    expect(await foundInIndex(fixture, scope)).toEqual(fixture.store('o').recallable(scope));
  }
}

test.each([
  ['followed by the feed', true],
  ['owned by this process', false],
])('whatever happens in whatever order, a search finds exactly the recallable rows: %s', async (_title, follows) => {
  const pauses = fc.array(fc.nat(9), { minLength: 1, maxLength: 7 });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80 }), pauses, async (steps, pauseOf) => {
      const settings = {
        followFeed: follows,
        overlapMs: OVERLAP_MS,
        deepOverlapMs: OVERLAP_MS,
        maxIndexBytes: 40_000,
      };
      const fixture = createRegistryFixture(settings);
      for (let row = 0; row < 4; row += 1) {
        fixture.store('o').write(`id-${row}`, { projectId: PROJECTS[row % 3]! });
        for (let at = 0; at < 40; at += 1) fixture.store(`crowd-${row}`).write(`id-${at}`);
      }
      fixture.store('o').onPage = pausing(pauseOf);
      fixture.store('o').onLook = pausing(pauseOf);
      fixture.host.onChange = pausing(pauseOf);
      const background: Promise<unknown>[] = [];
      for (const each of [...steps, CHECK]) {
        if (each.kind === 'check') {
          await Promise.all(background.splice(0));
          await expectExact(fixture);
        } else background.push(takeStep(fixture, each, follows));
        await ticks(each.pause);
      }
      fixture.registry.close();
    }),
    { numRuns: 300 },
  );
});
