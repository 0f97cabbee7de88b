import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupCalls } from './group-calls.ts';

interface Entry {
  readonly key: string;
  readonly n: number;
}

/** Calls whose statements end when the test says so. */
function openCalls() {
  const groups: (readonly Entry[])[] = [];
  const alone: Entry[] = [];
  const ends: ((answers: readonly string[] | Error) => void)[] = [];
  const call = groupCalls<Entry, string>({
    keyOf: ({ key }) => key,
    together: (entries) =>
      new Promise((resolve, reject) => {
        groups.push(entries);
        ends.push((answers) => (answers instanceof Error ? reject(answers) : resolve(answers)));
      }),
    async alone(entry) {
      alone.push(entry);
      return `alone ${entry.n}`;
    },
    mayBeOnes: (error) => (error as Error).message === 'refused',
  });
  const numbers = (): number[][] => groups.map((group) => group.map(({ n }) => n));
  return { call, ends, alone, numbers };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const turns = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) await turn();
};
const named = (n: number): Entry => ({ key: `key ${n}`, n });

test('a call without company runs by itself, calls of one moment together, and what is asked meanwhile with the next group', async () => {
  const { call, ends, numbers, alone } = openCalls();
  expect(await call(named(0))).toBe('alone 0');
  const pairs = [1, 3, 5, 7].map(async (n) => {
    await turns(n);
    return Promise.all([call(named(n)), call(named(n + 1))]);
  });
  await turns(9);
  // Two groups are under way, so the others wait for one of them.
  expect(numbers()).toEqual([
    [1, 2],
    [3, 4],
  ]);
  ends[1]!(['three', 'four']);
  await turn();
  expect(numbers()[2]).toEqual([5, 6, 7, 8]);
  ends[2]!(['five', 'six', 'seven', 'eight']);
  ends[0]!(['one', 'two']);
  expect((await Promise.all(pairs)).flat()).toEqual(['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']);
  expect(alone).toEqual([named(0)]);
});

test('calls of one key wait for each other, in order, while others go on', async () => {
  const { call, ends, numbers, alone } = openCalls();
  const calls = [1, 2, 3].map((n) => call({ key: 'same', n }));
  const other = call(named(4));
  await turn();
  // In the order of their keys.
  expect(numbers()).toEqual([[4, 1]]);
  expect(alone).toEqual([]);
  ends[0]!(['four', 'one']);
  expect(await Promise.all([...calls, other])).toEqual(['one', 'alone 2', 'alone 3', 'four']);
  expect(alone.map(({ n }) => n)).toEqual([2, 3]);
});

test('a failure that may be the fault of one has each run by itself; any other is the answer of all', async () => {
  const { call, ends } = openCalls();
  const refused = [call(named(1)), call(named(2))];
  await turn();
  ends[0]!(new Error('refused'));
  expect(await Promise.all(refused)).toEqual(['alone 1', 'alone 2']);
  const lost = [call(named(3)), call(named(4))];
  await turn();
  ends[1]!(new Error('unreachable'));
  const ended = await Promise.allSettled(lost);
  expect(ended.map((end) => end.status === 'rejected' && (end.reason as Error).message)).toEqual([
    'unreachable',
    'unreachable',
  ]);
});

test('what runs by itself for long keeps nobody waiting but its own key', async () => {
  let release = (): void => undefined;
  const call = groupCalls<Entry, string>({
    keyOf: ({ key }) => key,
    together: async (entries) => entries.map(({ n }) => `together ${n}`),
    alone: ({ n }) => new Promise((resolve) => (release = () => resolve(`alone ${n}`))),
    mayBeOnes: () => false,
  });
  const held = call({ key: 'held', n: 1 });
  await turn();
  const behind = call({ key: 'held', n: 2 });
  expect(await call(named(3))).toBe('together 3');
  expect(await Promise.all([4, 5].map((n) => call(named(n))))).toEqual(['together 4', 'together 5']);
  release();
  expect(await held).toBe('alone 1');
  await turn();
  release();
  expect(await behind).toBe('alone 2');
});

test('whatever is asked when: every call is answered once, no key twice at a time, none before those of its key', async () => {
  const keys = fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 100 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(keys, async (bursts) => {
      const running = new Set<string>();
      const begun = new Map<string, number>();
      const start = ({ key, n }: Entry): void => {
        expect(running.has(key)).toBe(false);
        expect(n).toBeGreaterThan(begun.get(key) ?? -1);
        running.add(key);
        begun.set(key, n);
      };
      const call = groupCalls<Entry, string>({
        keyOf: ({ key }) => key,
        async together(entries) {
          expect(entries.length).toBeLessThanOrEqual(64);
          expect(entries.map(({ key }) => key)).toEqual(entries.map(({ key }) => key).toSorted());
          await turn();
          if (entries.some(({ n }) => n % 3 === 0)) throw new Error('refused');
          entries.forEach(start);
          await turn();
          for (const { key } of entries) running.delete(key);
          return entries.map(({ n }) => `${n}`);
        },
        async alone(entry) {
          start(entry);
          await turn();
          running.delete(entry.key);
          return `${entry.n}`;
        },
        mayBeOnes: () => true,
      });
      let n = 0;
      const answers: Promise<string>[] = [];
      for (const burst of bursts) {
        for (const key of burst) answers.push(call({ key: `key ${key}`, n: n++ }));
        await turn();
      }
      expect(await Promise.all(answers)).toEqual(answers.map((_, index) => `${index}`));
    }),
    { numRuns: 50 },
  );
});
