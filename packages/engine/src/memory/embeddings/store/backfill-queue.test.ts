import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../../../test/manual-clock.ts';
import type { Row, Statement, TenantDatabase } from '../../../base/database/database.ts';
import { InklingError } from '../../../base/errors.ts';
import { createBackfillQueue } from './backfill-queue.ts';
import type { Embedder } from '../model/embedder.ts';

/** Lets what was just settled run to its end. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** An organisation's rows that have no vector yet, behind the statements of a backfill. */
function createPendingRows(orgId: string): { tenant: TenantDatabase; missing: Set<string> } {
  const missing = new Set<string>();
  function answer({ text, values = [] }: Statement): Row[] {
    if (text.includes('insert into')) {
      const ids = (values[1] as string[]).filter((id) => missing.delete(id));
      return ids.map((id) => ({ observation_id: id }));
    }
    const after = values[3] as string;
    const ids = [...missing].toSorted().filter((id) => id > after);
    return ids.slice(0, values[5] as number).map((id) => ({ id, content: `text ${id}` }));
  }
  const tenant = { orgId, query: async (statement: Statement) => answer(statement) } as TenantDatabase;
  return { tenant, missing };
}

function fixture(embed: Embedder['embed'] = async (texts) => texts.map(() => Float32Array.of(1, 2))) {
  const clock = createManualClock();
  const rows = createPendingRows('acme');
  const errors: unknown[] = [];
  const stored: string[] = [];
  const calls: (readonly string[])[] = [];
  const embedder: Embedder = {
    modelId: 'test/model',
    dimension: 2,
    location: 'local',
    embed(texts, options) {
      calls.push(texts);
      return embed(texts, options);
    },
  };
  const queue = createBackfillQueue({
    embedder,
    clock,
    tenant: () => rows.tenant,
    onStored: async (orgId) => void stored.push(orgId),
    onError: (error) => errors.push(error),
  });
  const write = (...ids: readonly string[]): void => {
    for (const id of ids) rows.missing.add(`${id}-000`);
    queue.request('acme');
  };
  return { queue, clock, write, missing: rows.missing, errors, stored, calls };
}

describe('in the background', () => {
  test('a run begins when nothing was written for half a second, and tells who holds vectors', async () => {
    const { clock, write, missing, stored, calls } = fixture();
    write('a');
    clock.advance(499);
    write('b');
    clock.advance(499);
    await settled();
    expect(calls).toEqual([]);
    clock.advance(1);
    await settled();
    expect(calls).toEqual([['text a-000', 'text b-000']]);
    expect([missing.size, stored]).toEqual([0, ['acme']]);
  });

  test('writes without a pause do not keep it from beginning for more than ten seconds', async () => {
    const { clock, write, calls } = fixture();
    for (let at = 0; at < 25; at += 1) {
      write(`w${at}`);
      clock.advance(400);
    }
    await settled();
    expect(calls.length).toBeGreaterThan(0);
  });

  test('a model that is down rests longer after each failure, and is asked again by a later write', async () => {
    const down = new InklingError('embedder-unavailable', 'Down.');
    const { clock, write, errors, calls } = fixture(() => Promise.reject(down));
    const writeAfter = async (ms: number, id: string): Promise<number> => {
      clock.advance(ms);
      write(id);
      clock.advance(500);
      await settled();
      return calls.length;
    };
    expect(await writeAfter(0, 'a')).toBe(1);
    expect(await writeAfter(5_000, 'b')).toBe(1);
    expect(await writeAfter(5_000, 'c')).toBe(2);
    expect(await writeAfter(15_000, 'd')).toBe(2);
    expect(await writeAfter(5_000, 'e')).toBe(3);
    expect(errors).toEqual([down, down, down]);
  });

  test('a text that the model refuses is reported once and not asked for after each write', async () => {
    const refused = new InklingError('embedder-refused', 'Too long.', { details: { status: 400 } });
    const { queue, clock, write, errors, calls } = fixture(async (texts) => {
      if (texts.includes('text poison-000')) throw refused;
      return texts.map(() => Float32Array.of(1, 2));
    });
    write('poison', 'a');
    clock.advance(500);
    await settled();
    expect(errors).toEqual([refused]);
    calls.length = 0;
    write('b');
    clock.advance(500);
    await settled();
    expect([calls, errors]).toEqual([[['text b-000']], [refused]]);
    expect(await queue.run('acme')).toEqual({ embedded: 0, skipped: 0, failed: 1 });
  });
});

describe('when asked for', () => {
  test('a run waits for the one in the background, and does what waits to begin', async () => {
    let release = (): void => undefined;
    const { queue, clock, write, missing, calls } = fixture((texts) => {
      const vectors = texts.map(() => Float32Array.of(1, 2));
      return calls.length > 1 ? Promise.resolve(vectors) : new Promise((resolve) => (release = () => resolve(vectors)));
    });
    write('a');
    clock.advance(500);
    await settled();
    write('b');
    const run = queue.run('acme');
    release();
    expect(await run).toEqual({ embedded: 1, skipped: 0, failed: 0 });
    clock.advance(60_000);
    await settled();
    expect([missing.size, calls]).toEqual([0, [['text a-000'], ['text b-000']]]);
  });

  test('two runs follow one another', async () => {
    const { queue, write } = fixture();
    write('a', 'b');
    const [first, second] = await Promise.all([queue.run('acme'), queue.run('acme')]);
    expect([first.embedded, second.embedded]).toEqual([2, 0]);
  });
});

test('closing ends a call that looks at no signal, and nothing begins afterwards', async () => {
  const { queue, clock, write, calls, errors } = fixture(() => new Promise(() => undefined));
  write('a');
  clock.advance(500);
  await settled();
  await queue.close();
  write('b');
  clock.advance(60_000);
  await settled();
  expect([calls.length, errors]).toEqual([1, []]);
  await expect(queue.run('acme')).rejects.toMatchObject({ code: 'closed' });
});
