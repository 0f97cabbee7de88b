import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createManualClock } from '../../../test/manual-clock.ts';
import { createWriteBehind } from './write-behind.ts';

function writer(
  write: (name: string) => Promise<void> = () => Promise.resolve(),
  together = false,
  clock = createManualClock(),
) {
  const waiting: string[] = [];
  const written: string[] = [];
  const errors: unknown[] = [];
  const behind = createWriteBehind({
    clock,
    together,
    take: () => waiting.splice(0).map((name) => () => write(name).then(() => written.push(name))),
    onError: (error) => errors.push(error),
  });
  const add = (...names: string[]): void => {
    waiting.push(...names);
    behind.due();
  };
  return { clock, waiting, written, errors, behind, add };
}

test('what is due within a second is written together, a second after the first, with one timer', async () => {
  const { clock, written, behind, add } = writer();
  add('a');
  clock.advance(999);
  add('b');
  expect([written, clock.scheduled]).toEqual([[], [1000]]);
  clock.advance(1);
  await behind.flush();
  expect(written).toEqual(['a', 'b']);
  add('c');
  expect(clock.scheduled).toEqual([1000, 1000]);
});

test('a flush does not wait for the second, and its timer is over', async () => {
  const { clock, written, waiting, behind, add } = writer();
  add('a');
  await behind.flush();
  expect(written).toEqual(['a']);
  waiting.push('not due');
  clock.advance(1000);
  await Promise.resolve();
  expect(written).toEqual(['a']);
});

test('a write that fails is told, and the next ones are written all the same', async () => {
  const { written, errors, behind, add } = writer((name) =>
    name === 'a' ? Promise.reject(new Error('down')) : Promise.resolve(),
  );
  add('a', 'b');
  await behind.flush();
  expect([written, errors]).toEqual([['b'], [new Error('down')]]);
});

test.each([
  ['one by one', false, [1, 1, 1]],
  ['together', true, [1, 2, 1]],
])('the writes of one flush go %s, those of a later one behind them', async (_how, together, expected) => {
  const running: string[] = [];
  const atOnce: number[] = [];
  const { behind, add } = writer(async (name) => {
    running.push(name);
    atOnce.push(running.length);
    await nextTurn();
    running.pop();
  }, together);
  add('a', 'b');
  void behind.flush();
  add('c');
  await behind.flush();
  expect(atOnce).toEqual(expected);
});

test.each([
  ['one by one', false],
  ['together', true],
])('writes that take their time to start %s leave turns to others', async (_how, together) => {
  const told: string[] = [];
  const clock = createManualClock();
  const write = (name: string): Promise<void> => {
    clock.advance(0.5);
    told.push(name);
    return Promise.resolve();
  };
  const { behind, add } = writer(write, together, clock);
  add('a', 'b', 'c', 'd');
  for (const turn of [1, 2, 3]) setImmediate(() => told.push(`turn ${turn}`));
  await behind.flush();
  expect(told).toEqual(['a', 'b', 'turn 1', 'turn 2', 'turn 3', 'c', 'd']);
});

test('what is due while a write hangs stays where it is counted, and is taken within a second of its end', async () => {
  let end = (): void => undefined;
  const hanging = new Promise<void>((resolve) => (end = resolve));
  const { clock, waiting, written, add } = writer((name) => (name === 'a' ? hanging : Promise.resolve()));
  for (const name of ['a', 'b', 'c']) {
    add(name);
    clock.advance(1000);
  }
  expect(waiting).toEqual(['b', 'c']);
  end();
  await nextTurn();
  clock.advance(1000);
  await nextTurn();
  expect([written, waiting]).toEqual([['a', 'b', 'c'], []]);
});

test('whoever flushes takes what waits, also while a write hangs', () => {
  const { waiting, behind, add } = writer(() => new Promise(() => undefined));
  for (const name of ['a', 'b']) {
    add(name);
    void behind.flush();
  }
  expect(waiting).toEqual([]);
});

test('closing writes the rest and sets no timer any more', async () => {
  const { clock, written, behind, add } = writer();
  add('a');
  await behind.close();
  add('b');
  clock.advance(1000);
  expect([written, clock.scheduled]).toEqual([['a'], [1000]]);
});
