import { beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import type { Database } from '../../src/base/database/database.ts';
import { createActivityStore, type ActivityStore } from '../../src/memory/activities/activity-store.ts';
import type { ActivityInput } from '../../src/memory/activities/activity.ts';
import { createInProcessPreparer } from '../../src/memory/observations/write/text-preparer.ts';
import { createSessionStore } from '../../src/memory/sessions/session-store.ts';

const uuid = (n: number): string => `018f3c5e-0000-7000-8000-${String(n).padStart(12, '0')}`;
const thought = (text: string, id?: string): ActivityInput => ({
  type: 'thought',
  body: { text },
  ...(id ? { id } : {}),
});
const facet = (key: string, value: unknown): ActivityInput => ({ type: 'context', body: { key, value } });

/** What activities must do on every database. `open` gives a migrated database that nobody else writes to. */
export function activitiesContract(open: () => Promise<Database>): void {
  let database: Database;
  let orgs = 0;
  beforeAll(async () => {
    database = await open();
  }, 120_000);

  async function room(): Promise<ActivityStore> {
    const tenant = database.tenant(`log-${(orgs += 1)}`);
    const { redact } = createInProcessPreparer();
    await createSessionStore({ tenant, clock: systemClock, redact }).create({ id: 's' });
    return createActivityStore({ tenant, clock: systemClock, redact });
  }

  test('are numbered from 1 in their order, and a retry writes nothing twice', async () => {
    const activities = await room();
    const batch = [thought('a', uuid(1)), thought('b', uuid(2)), thought('a again', uuid(1))];
    const written = [
      { id: uuid(1), seq: 1, created: true },
      { id: uuid(2), seq: 2, created: true },
      { id: uuid(1), seq: 1, created: false },
    ];
    expect(await activities.append('s', batch)).toEqual(written);
    expect(await activities.append('s', batch)).toEqual(written.map((one) => ({ ...one, created: false })));
    expect(await activities.append('s', [thought('c')])).toMatchObject([{ seq: 3, created: true }]);
    expect((await activities.list('s')).rows.map(({ body }) => body['text'])).toEqual(['a', 'b', 'c']);
    expect(await activities.append('s', [])).toEqual([]);
  });

  test('eight writers at once, with retries of each other’s ids: no gap, each id once, in commit order', async () => {
    const activities = await room();
    const seen: number[] = [];
    async function follow(): Promise<void> {
      while (seen.length < 80) {
        const { rows } = await activities.list('s', { after: seen.at(-1) ?? 0 });
        seen.push(...rows.map(({ seq }) => seq));
      }
    }
    const following = follow();
    await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let round = 0; round < 10; round += 1) {
          const shared = round * 8 + ((writer + round) % 4);
          await activities.append('s', [thought('x', uuid(round * 8 + writer)), thought('x', uuid(shared))]);
        }
      }),
    );
    await following;
    expect(seen).toEqual(Array.from({ length: 80 }, (_, n) => n + 1));
  });

  test('pages after and before a number, by type', async () => {
    const activities = await room();
    await activities.append(
      's',
      [1, 2, 3, 4, 5].map((n) => ({ type: n % 2 ? 'action' : 'response', body: { n } })),
    );
    const seqs = async (request: object): Promise<unknown> => {
      const { rows, hasMore } = await activities.list('s', request);
      return [rows.map(({ seq }) => seq), hasMore];
    };
    expect(await seqs({ limit: 2 })).toEqual([[1, 2], true]);
    expect(await seqs({ after: 2, limit: 3 })).toEqual([[3, 4, 5], false]);
    expect(await seqs({ before: 4, limit: 2 })).toEqual([[2, 3], true]);
    expect(await seqs({ after: 1, before: 4 })).toEqual([[2, 3], false]);
    expect(await seqs({ types: ['response'] })).toEqual([[2, 4], false]);
    expect(await activities.list('unknown')).toEqual({ rows: [], hasMore: false });
  });

  test('the current facets: the last value of each key', async () => {
    const activities = await room();
    expect(await activities.facets('s')).toEqual([]);
    await activities.append('s', [facet('currentFile', 'a.ts'), facet('lastSearch', { pattern: 'x' }), thought('hm')]);
    await activities.append('s', [{ ...facet('currentFile', 'b.ts'), occurredAt: '2026-11-22T10:00:00.000Z' }]);
    await activities.append('s', [facet('workingDirectory', null)]);
    expect(await activities.facets('s')).toMatchObject([
      { key: 'currentFile', value: 'b.ts', seq: 4, changedAt: '2026-11-22T10:00:00.000Z' },
      { key: 'lastSearch', value: { pattern: 'x' }, seq: 2 },
      { key: 'workingDirectory', value: null, seq: 5 },
    ]);
  });

  test('secrets go, and what jsonb cannot hold costs no activity', async () => {
    const activities = await room();
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    await activities.append('s', [{ type: 'error', body: { 'k\0': [`token ${secret}`, 'nul \0 half \uD83D'] } }]);
    const [row] = (await activities.list('s')).rows;
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(row?.body).toEqual({ 'k\uFFFD': [expect.stringContaining('[redacted:'), 'nul \uFFFD half \uFFFD'] });
  });

  test.each<[string, string, unknown]>([
    ['a body over 64 KiB', 'activity-too-large', { type: 'thought', body: { text: 'x'.repeat(65_536) } }],
    ['a body that is a text', 'invalid-input', { type: 'thought', body: 'x' }],
    ['an unknown type', 'invalid-input', { type: 'dream', body: {} }],
    ['an id that is no UUID', 'invalid-input', { id: '1', type: 'thought', body: {} }],
    ['a facet without a key', 'invalid-input', { type: 'context', body: { value: 1 } }],
    ['a facet without a value', 'invalid-input', { type: 'context', body: { key: 'a' } }],
    ['a time that is none', 'invalid-input', { type: 'thought', body: {}, occurredAt: 'now' }],
  ])('%s refuses the whole batch', async (_what, code, input) => {
    const activities = await room();
    await expect(activities.append('s', [thought('a'), input as ActivityInput])).rejects.toMatchObject({ code });
    expect((await activities.list('s')).rows).toEqual([]);
  });

  test('an unknown session is a coded error', async () => {
    const activities = await room();
    await expect(activities.append('x', [thought('a')])).rejects.toMatchObject({ code: 'session-not-found' });
  });
}
