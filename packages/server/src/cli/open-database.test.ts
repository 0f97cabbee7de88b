import { InklingError } from '@inkling/engine/errors';
import { expect, test } from 'vitest';
import { hostname } from 'node:os';
import { nameAddress, openWhenFree } from './open-database.ts';

test.each(['--database-url', 'INKLING_DATABASE_URL', 'DATABASE_URL'] as const)('%s is named', (namedBy) => {
  const cause = new Error('refused');
  const error = new InklingError('database-unavailable', 'No.', {
    hint: 'Check the address.',
    cause,
    details: { code: 'X' },
  });
  expect(nameAddress(error, { kind: 'postgres', connectionString: 'postgres://a/b', namedBy })).toMatchObject({
    code: 'database-unavailable',
    message: `No. Check ${namedBy}.`,
    hint: `Check ${namedBy}.`,
    details: { code: 'X' },
    cause,
  });
});

test('another error stays', () => {
  const storage = { kind: 'postgres', connectionString: 'postgres://a/b', namedBy: 'DATABASE_URL' } as const;
  for (const error of [new InklingError('migration-newer', 'x'), new Error('y'), null]) {
    expect(nameAddress(error, storage)).toBe(error);
  }
});

const busy = (details: object): InklingError =>
  new InklingError('data-directory-busy', 'Busy.', { details: { ...details } });
const neighbour = { pid: 1, host: hostname() };

/** What opening a store came to that is free after so many looks, the processes that were named, and how often it paused. */
async function opened(refusal: unknown, looks: number): Promise<unknown> {
  const [named, count]: [number[], { looks: number; pauses: number }] = [[], { looks: 0, pauses: 0 }];
  const open = async (): Promise<string> => {
    if ((count.looks += 1) > looks) return 'open';
    throw refusal;
  };
  const pause = async (): Promise<void> => void (count.pauses += 1);
  const trying = openWhenFree(open, (pid) => void named.push(pid), { tries: 3, pause });
  const [{ value, reason }] = (await Promise.allSettled([trying])) as [{ value?: string; reason?: unknown }];
  return { result: value ?? reason, named, pauses: count.pauses };
}

test('a store that another command has is opened when it is free, and who has it is named once', async () => {
  expect(await opened(busy(neighbour), 0)).toEqual({ result: 'open', named: [], pauses: 0 });
  expect(await opened(busy(neighbour), 3)).toEqual({ result: 'open', named: [1], pauses: 3 });
  const error = busy(neighbour);
  expect(await opened(error, 4)).toEqual({ result: error, named: [1], pauses: 3 });
});

test.each([
  ['another machine', busy({ pid: 1, host: 'elsewhere' })],
  ['this very process', busy({ pid: process.pid, host: hostname() })],
  ['nobody who is named', busy({})],
  ['a damaged directory', new InklingError('data-directory-invalid', 'x', { details: neighbour })],
])('for %s nobody waits', async (_what, error) => {
  expect(await opened(error, 1)).toEqual({ result: error, named: [], pauses: 0 });
});
