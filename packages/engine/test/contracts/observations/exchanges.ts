import { expect, test } from 'vitest';
import type { Database } from '../../../src/base/database/database.ts';
import { createOrgConfig, type OrgConfig } from '../../../src/memory/config/org-config.ts';
import { recordContextInjection } from '../../../src/memory/injection-log/record-context-injection.ts';
import type { ObservationInput } from '../../../src/memory/observations/observation.ts';
import type { OpenRoom, Room } from './room.ts';

const DAY_MS = 86_400_000;

/** How long exchanges are kept, how many of them, and how they are listed by session. */
export function exchanges(room: OpenRoom, database: () => Database): void {
  const configOf = ({ orgId, clock }: Room): OrgConfig => createOrgConfig({ tenant: database().tenant(orgId), clock });
  const daysAgo = ({ clock }: Room, days: number): string => new Date(clock.now() - days * DAY_MS).toISOString();
  const say = async (at: Room, content: string, rest: Partial<ObservationInput> = {}): Promise<string> =>
    (await at.store.remember({ content, kind: 'exchange', projectId: 'p', sessionId: 's', ...rest })).id;
  const left = async ({ store }: Room): Promise<string[]> =>
    (await store.list({ limit: 1000 })).rows.map(({ content }) => content).toSorted();

  test('exchanges are kept for 90 days with nothing set, for 180 when they were used; what is pinned stays, and so does every other kind', async () => {
    const at = room();
    await say(at, 'day 92', { createdAt: daysAgo(at, 92) });
    await say(at, 'day 89', { createdAt: daysAgo(at, 89) });
    await say(at, 'helpful 120', { createdAt: daysAgo(at, 120), weight: 1.1 });
    await say(at, 'helpful 182', { createdAt: daysAgo(at, 182), weight: 1.1 });
    await say(at, 'pinned 400', { createdAt: daysAgo(at, 400), pinned: true });
    await say(at, 'decision 400', { createdAt: daysAgo(at, 400), kind: 'decision' });
    const shown = await say(at, 'shown 120', { createdAt: daysAgo(at, 120) });
    const shownLongAgo = await say(at, 'shown long ago', { createdAt: daysAgo(at, 170) });
    const log = async (id: string, days: number): Promise<void> => {
      const clock = { ...at.clock, now: () => at.clock.now() - days * DAY_MS };
      const rest = { sessionId: 'later', workType: 'bug_fix', budgetTokens: 750, actualTokens: 20, queryText: 'q' };
      const named = { observationIds: [id], sessionSummaryIds: [], graphNodeIds: [], graphEdgeKeys: [] };
      await recordContextInjection(database().tenant(at.orgId), clock, { orgId: at.orgId, ...rest, ...named });
    };
    await log(shown, 5);
    await log(shownLongAgo, 100);
    expect(await at.store.forgetOutlived()).toEqual({ forgotten: 3 });
    expect(await left(at)).toEqual(['day 89', 'decision 400', 'helpful 120', 'pinned 400', 'shown 120']);
    expect(await at.store.forgetOutlived()).toEqual({ forgotten: 0 });
  });

  test('a talk that changed an earlier one stays as long as nobody sets another number of days', async () => {
    const at = room();
    for (const sessionId of ['changed', 'changing', 'came back', 'taken back']) {
      await say(at, sessionId, { sessionId, createdAt: daysAgo(at, 200) });
    }
    const link = (sessionId: string, replaces: boolean): Promise<boolean> =>
      at.store.amendments.link({
        ...{ sessionId, amendsSessionId: 'changed', projectId: 'p', replaces },
        amendedAt: daysAgo(at, 200),
      });
    await link('changing', true);
    await link('came back', false);
    await link('taken back', true);
    await at.store.amendments.undo({ sessionId: 'taken back', amendsSessionId: 'changed' });
    expect(await at.store.forgetOutlived()).toEqual({ forgotten: 3 });
    expect(await left(at)).toEqual(['changing']);
    const { retention } = configOf(at);
    await retention.set({ '*': 250 }, { actor: 'ann' });
    expect(await at.store.forgetOutlived()).toEqual({ forgotten: 0 });
    await retention.set({ exchange: 150 }, { actor: 'ann' });
    expect(await at.store.forgetOutlived()).toEqual({ forgotten: 1 });
  });

  test('days that were set for exchanges hold, doubled when they were used; those of every kind only shorten', async () => {
    const at = room();
    const { retention } = configOf(at);
    const ann = { actor: 'ann' };
    await say(at, 'day 20', { createdAt: daysAgo(at, 20) });
    await say(at, 'day 70', { createdAt: daysAgo(at, 70) });
    await say(at, 'helpful 70', { createdAt: daysAgo(at, 70), weight: 1.5 });
    await say(at, 'helpful 50', { createdAt: daysAgo(at, 50), weight: 1.5 });
    await retention.set({ '*': 730 }, ann);
    expect(await at.store.forgetOutlived()).toEqual({ forgotten: 0 });
    await retention.set({ '*': 60 }, ann);
    expect(await at.store.forgetOutlived()).toEqual({ forgotten: 2 });
    expect(await left(at)).toEqual(['day 20', 'helpful 50']);
    await retention.set({ exchange: 15 }, ann);
    expect(await at.store.forgetOutlived()).toEqual({ forgotten: 2 });
    await say(at, 'day 100', { createdAt: daysAgo(at, 100) });
    await retention.set({ exchange: 365, '*': 10 }, ann);
    expect(await at.store.forgetOutlived()).toEqual({ forgotten: 0 });
  });

  test('exchanges leave by whole days, so that a day of them goes at once', async () => {
    const at = room();
    at.clock.nowMs = Date.parse('2026-03-01T23:59:00.000Z');
    await say(at, 'that morning', { createdAt: '2025-12-01T00:00:01.000Z' });
    await say(at, 'the evening before', { createdAt: '2025-11-30T23:59:59.000Z' });
    expect(await at.store.forgetOutlived()).toEqual({ forgotten: 1 });
    expect(await left(at)).toEqual(['that morning']);
  });

  test('of a session 200 exchanges are kept: the lightest and then the oldest leave, nothing pinned, no other kind, no other session', async () => {
    const at = room();
    const row = (index: number, rest: Partial<ObservationInput> = {}): ObservationInput => ({
      content: `turn ${index}`,
      kind: 'exchange',
      ...{ projectId: 'p', sessionId: 's', createdAt: new Date(at.clock.now() - (300 - index) * 1000).toISOString() },
      ...rest,
    });
    await at.store.rememberMany([
      ...Array.from({ length: 203 }, (_, index) => row(index)),
      row(203, { content: 'doubted', weight: 0.5 }),
      row(-1, { content: 'pinned first', pinned: true, weight: 0.1 }),
      row(-2, { content: 'helpful first', weight: 1.2 }),
      row(0, { content: 'a decision', kind: 'decision' }),
      row(0, { content: 'another session', sessionId: 't' }),
    ]);
    expect(await at.store.forgetOutlived()).toEqual({ forgotten: 6 });
    expect(await at.store.count({ kind: 'exchange', sessionId: 's' })).toBe(200);
    const kept = await left(at);
    expect(kept).toEqual(
      expect.arrayContaining(['pinned first', 'helpful first', 'a decision', 'another session', 'turn 5', 'turn 202']),
    );
    for (const gone of ['doubted', 'turn 0', 'turn 4']) expect(kept).not.toContain(gone);
  });

  test('a project sets its own bounds; above that of the project a hundredth more goes', async () => {
    const at = room();
    const config = configOf(at);
    const ann = { actor: 'ann' };
    const rows = (projectId: string): ObservationInput[] =>
      Array.from({ length: 210 }, (_, index) => ({
        content: `${projectId} ${index}`,
        kind: 'exchange',
        ...{ projectId, sessionId: `s${index % 70}` },
        createdAt: new Date(at.clock.now() - (300 - index) * 1000).toISOString(),
      }));
    await at.store.rememberMany([...rows('p'), ...rows('q')]);
    await config.setProject('p', { exchangesPerSession: 2, exchangesPerProject: 210 }, ann);
    expect(await at.store.forgetOutlived()).toEqual({ forgotten: 70 });
    await config.setProject('p', { exchangesPerSession: 3, exchangesPerProject: 139 }, ann);
    expect(await at.store.forgetOutlived()).toEqual({ forgotten: 2 });
    expect(await at.store.count({ projectId: 'p' })).toBe(138);
    const kept = await left(at);
    // The first of each session went above the bound of sessions, the two oldest of the rest above that of the project.
    for (const gone of ['p 0', 'p 69', 'p 70', 'p 71']) expect(kept).not.toContain(gone);
    expect(kept).toEqual(expect.arrayContaining(['p 72', 'q 0', 'q 209']));
    expect(await at.store.forgetOutlived()).toEqual({ forgotten: 0 });
  });

  test('sessions are listed by their newest exchange, page by page, with the first one; other kinds do not count', async () => {
    const at = room();
    await say(at, 'User: fix the login', { createdAt: '2026-01-01T10:00:00.000Z' });
    await say(at, 'Agent: done', { createdAt: '2026-01-03T10:00:00.000Z' });
    await say(at, 'User: another thing', { sessionId: 't', createdAt: '2026-01-02T10:00:00.000Z' });
    await say(at, 'User: elsewhere', { sessionId: 's', projectId: 'q', createdAt: '2026-01-04T10:00:00.000Z' });
    await say(at, 'a decision', { sessionId: 'u', kind: 'decision' });
    await say(at, 'of no session', { sessionId: null });
    const first = await at.store.talks({ limit: 2 });
    expect(first.rows).toMatchObject([
      { sessionId: 's', projectId: 'q', exchanges: 1, opening: { content: 'User: elsewhere' } },
      {
        sessionId: 's',
        projectId: 'p',
        exchanges: 2,
        firstAt: '2026-01-01T10:00:00.000Z',
        lastAt: '2026-01-03T10:00:00.000Z',
        opening: { content: 'User: fix the login', kind: 'exchange', orgId: at.orgId },
      },
    ]);
    const second = await at.store.talks({ limit: 2, cursor: first.nextCursor });
    expect(second).toMatchObject({ rows: [{ sessionId: 't', exchanges: 1 }], nextCursor: null });
    expect((await at.store.talks({ projectId: 'q' })).rows).toHaveLength(1);
    expect((await at.store.talks({ projectId: null })).rows).toEqual([]);
    expect((await room().store.talks()).rows).toEqual([]);
    await expect(at.store.talks({ limit: 201 })).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(at.store.talks({ cursor: 'x' })).rejects.toMatchObject({ code: 'invalid-input' });
  });

  test('with a session goes what it was resumed as, of every kind, and nothing else', async () => {
    const at = room();
    for (const sessionId of ['s', 's~2', 's~13', 's~x', 's~', 's~2x', 'ss~2', 'S~2', 's/sub']) {
      await say(at, `in ${sessionId}`, { sessionId });
    }
    await say(at, 'a decision', { sessionId: 's~2', kind: 'decision' });
    await say(at, 'in a%~2', { sessionId: 'a%~2' });
    expect(await at.store.forget({ sessionId: 's' })).toEqual({ forgotten: 4 });
    expect(await left(at)).toEqual(['in S~2', 'in a%~2', 'in s/sub', 'in ss~2', 'in s~', 'in s~2x', 'in s~x']);
    expect(await at.store.forget({ sessionId: 'a%' })).toEqual({ forgotten: 1 });
  });
}
