import { expect, test } from 'vitest';
import type { Statement } from './database.ts';
import { createCheckpointer } from './pglite-checkpoint.ts';

function checkpointerWithLog(bytes: number): { afterRequest: () => Promise<void>; asked: string[] } {
  const asked: string[] = [];
  const run = async ({ text }: Statement): Promise<Record<string, unknown>[]> => {
    asked.push(text === 'checkpoint' ? text : 'look');
    return [{ bytes: String(bytes) }];
  };
  return { afterRequest: createCheckpointer(run, { every: 3, limit: 1000 }), asked };
}

test('it looks once in so many requests and leaves a short log alone', async () => {
  const { afterRequest, asked } = checkpointerWithLog(1000);
  for (let request = 0; request < 7; request += 1) await afterRequest();
  expect(asked).toEqual(['look', 'look']);
});

test('it makes a checkpoint when the log is longer than the limit', async () => {
  const { afterRequest, asked } = checkpointerWithLog(1001);
  for (let request = 0; request < 3; request += 1) await afterRequest();
  expect(asked).toEqual(['look', 'checkpoint']);
});
