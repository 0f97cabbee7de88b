import { expect, test } from 'vitest';
import type { Statement } from './database.ts';
import { createAnalyzer } from './table-statistics.ts';

function analyzerOfTwoTables(first: number): { afterRequest: (text: string) => Promise<void>; analyzed: string[] } {
  const analyzed: string[] = [];
  const run = async ({ text }: Statement): Promise<Record<string, unknown>[]> => {
    const [, table] = /^analyze (.+)$/.exec(text) ?? [];
    if (table === undefined) return [{ name: 'public.a' }, { name: 'public.b' }];
    analyzed.push(table);
    return [];
  };
  const analyze = createAnalyzer(run, { first });
  return { afterRequest: (text) => analyze([{ text: 'select $1', values: [text, 1, null] }]), analyzed };
}

test('nothing is analyzed before so much has been sent', async () => {
  const { afterRequest, analyzed } = analyzerOfTwoTables(10);
  await afterRequest('123456789');
  expect(analyzed).toEqual([]);
});

test('what has grown is looked for then, and again whenever what was sent has doubled; one table is analyzed after each request', async () => {
  const { afterRequest, analyzed } = analyzerOfTwoTables(10);
  const afterEach: number[] = [];
  for (let request = 0; request < 11; request += 1) {
    await afterRequest('12345');
    afterEach.push(analyzed.length);
  }
  expect(afterEach).toEqual([0, 0, 1, 1, 2, 3, 3, 3, 4, 5, 5]);
  expect(analyzed.slice(0, 3)).toEqual(['public.a', 'public.a', 'public.b']);
});

test('statements without values count for nothing', async () => {
  const analyzed: string[] = [];
  const analyze = createAnalyzer(
    async ({ text }) => {
      analyzed.push(text);
      return [];
    },
    { first: 1 },
  );
  await analyze([{ text: 'checkpoint' }]);
  expect(analyzed).toEqual([]);
});

test('what ends beside others begins no second look', async () => {
  let open = 0;
  let most = 0;
  const analyze = createAnalyzer(
    async () => {
      most = Math.max(most, ++open);
      await Promise.resolve();
      open -= 1;
      return [{ name: 'public.a' }, { name: 'public.b' }];
    },
    { first: 1 },
  );
  await Promise.all(Array.from({ length: 8 }, () => analyze([{ text: 'select $1', values: ['12345'] }])));
  expect(most).toBe(1);
});
