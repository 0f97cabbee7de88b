import { expect, test } from 'vitest';
import { twoAtATime } from './two-at-a-time.mjs';

test('answers in the order of the items, with two of them under way', async () => {
  const begun: string[] = [];
  const first = deferred();
  const work = async (item: string): Promise<string> => {
    begun.push(item);
    if (item === 'c') first.resolve();
    if (item === 'a') await first.promise;
    return item.toUpperCase();
  };
  expect(await twoAtATime(['a', 'b', 'c'], work)).toEqual(['A', 'B', 'C']);
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('rejects with the first failure when what runs beside it has ended, and begins no other', async () => {
  const told: string[] = [];
  const beside = deferred();
  const failed = twoAtATime(['fails', 'goes on', 'never'], async (item: string) => {
    told.push(item);
    if (item === 'fails') throw new Error(item);
    await beside.promise;
    told.push('ended');
    throw new Error('later');
  });
  const ending = failed.catch((error: unknown) => told.push(String(error)));
  await new Promise(setImmediate);
  expect(told).toEqual(['fails', 'goes on']);
  beside.resolve();
  await ending;
  expect(told).toEqual(['fails', 'goes on', 'ended', 'Error: fails']);
});

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve: () => resolve() };
}
