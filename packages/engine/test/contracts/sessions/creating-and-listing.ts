import { expect, test } from 'vitest';
import type { SessionInput } from '../../../src/memory/sessions/session-input.ts';
import type { OpenSessionRoom } from './session-room.ts';

/** What is written on creation, and how it is found again. */
export function creatingAndListing(room: OpenSessionRoom): void {
  test('the work item is written on creation, no tracker is asked later [S0-016, S2-023]', async () => {
    const { sessions } = room();
    const workItem = {
      issueId: 'u-1',
      identifier: 'ENG-412',
      title: 'Null pointer',
      description: 'In auth.\nAt login.',
    };
    const { created, session } = await sessions.create({ id: 's', workItem });
    expect(created).toBe(true);
    expect(session.workItem).toEqual(workItem);
    expect(await sessions.get('s')).toEqual(session);
  });

  test('the same id again changes nothing, also from many at once', async () => {
    const { sessions } = room();
    const made = await Promise.all([1, 2, 3, 4].map((n) => sessions.create({ id: 's', workItem: { title: `${n}` } })));
    expect(made.filter(({ created }) => created)).toHaveLength(1);
    const kept = made.find(({ created }) => created)!.session;
    expect(made.map(({ session }) => session)).toEqual([kept, kept, kept, kept]);
    expect(await sessions.create({ id: 's', projectId: 'other' })).toEqual({ created: false, session: kept });
  });

  test('a session without an id gets one, and without a work item it has none', async () => {
    const { sessions } = room();
    const { session } = await sessions.create();
    expect(session).toMatchObject({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), workItem: null, workType: '' });
  });

  test('secrets and what no column holds stay out of the work item; long texts are cut, other types are missing', async () => {
    const { sessions } = room();
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const description = `${secret} \0 ${'x'.repeat(20_000)}`;
    const workItem = { title: `Rotate ${secret}\uD83D`, identifier: 7 as never, description };
    const { session } = await sessions.create({ workItem });
    expect(session.workItem).toMatchObject({
      title: expect.stringContaining('[redacted:'),
      identifier: null,
      issueId: null,
    });
    expect(JSON.stringify(session)).not.toContain(secret);
    expect(session.workItem?.description?.length).toBeLessThan(16_500);
  });

  test('what a session is about may be said later, as far as nobody has said it', async () => {
    const { sessions } = room();
    await sessions.create({ id: 'bare' });
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const said = { workType: 'bug_fix', workItem: { title: `Rotate ${secret}`, description: 'In auth.' } };
    const described = await sessions.describe('bare', said);
    expect(described).toMatchObject({ workType: 'bug_fix', workItem: { identifier: null, description: 'In auth.' } });
    expect(described.workItem?.title).toContain('[redacted:');
    expect(await sessions.get('bare')).toEqual(described);
    const later = { workType: 'chore', workItem: { identifier: 'ENG-7', title: 'Other' } };
    expect(await sessions.describe('bare', later)).toMatchObject({
      workType: 'bug_fix',
      workItem: { identifier: 'ENG-7', title: described.workItem?.title, description: 'In auth.' },
    });
  });

  test('an ended session is not described any more, and an unknown one is not found', async () => {
    const { sessions } = room();
    await sessions.create({ id: 'over' });
    const ended = await sessions.stop('over');
    expect(await sessions.describe('over', { workItem: { title: 'Late' } })).toEqual(ended);
    await expect(sessions.describe('nobody', { workItem: {} })).rejects.toMatchObject({ code: 'session-not-found' });
  });

  test('sub-agents and hand-offs name an existing session', async () => {
    const { sessions } = room();
    await sessions.create({ id: 'lead' });
    await sessions.create({ id: 'sub', parent: { sessionId: 'lead', link: 'sub-agent' } });
    const { session } = await sessions.create({ id: 'next', parent: { sessionId: 'lead', link: 'hand-off' } });
    expect(session.parent).toEqual({ sessionId: 'lead', link: 'hand-off' });
    const { rows } = await sessions.list({ parentSessionId: 'lead' });
    expect(rows.map(({ id }) => id)).toEqual(['next', 'sub']);
    const orphan = sessions.create({ id: 'orphan', parent: { sessionId: 'nobody', link: 'sub-agent' } });
    await expect(orphan).rejects.toMatchObject({ code: 'session-not-found', details: { sessionId: 'nobody' } });
    expect(await sessions.get('orphan')).toBeNull();
  });

  test('pages of a list, newest first, filtered', async () => {
    const { sessions } = room();
    for (const n of [1, 2, 3, 4, 5]) {
      await sessions.create({ id: `s${n}`, projectId: n % 2 ? 'odd' : null, agentId: `agent-${n}` });
    }
    const first = await sessions.list({ limit: 2 });
    const second = await sessions.list({ limit: 2, cursor: first.nextCursor });
    const third = await sessions.list({ limit: 2, cursor: second.nextCursor });
    expect([first, second, third].map(({ rows }) => rows.map(({ id }) => id))).toEqual([
      ['s5', 's4'],
      ['s3', 's2'],
      ['s1'],
    ]);
    expect(third.nextCursor).toBeNull();
    await sessions.stop('s3');
    const ids = async (request: object): Promise<string[]> => (await sessions.list(request)).rows.map(({ id }) => id);
    expect(await ids({ projectId: 'odd' })).toEqual(['s5', 's3', 's1']);
    expect(await ids({ projectId: null })).toEqual(['s4', 's2']);
    expect(await ids({ statuses: ['stopped'] })).toEqual(['s3']);
    expect(await ids({ statuses: [] })).toEqual([]);
    expect(await ids({ agentId: 'agent-4' })).toEqual(['s4']);
    await sessions.create({ id: 's6' });
    expect(await ids({ agentIds: ['agent-4', 'agent-1', 'agent-9'] })).toEqual(['s6', 's4', 's1']);
    expect(await ids({ agentIds: ['agent-4'], agentId: 'agent-1' })).toEqual([]);
  });

  test.each<[string, unknown]>([
    ['an id with a control character', { id: 'a\0b' }],
    ['a blank project', { projectId: ' ' }],
    ['a work type that is no text', { workType: 7 }],
    ['a work item that is a text', { workItem: 'ENG-1' }],
    ['a link that is none', { parent: { sessionId: 's', link: 'friend' } }],
    ['itself as parent', { id: 's', parent: { sessionId: 's', link: 'hand-off' } }],
  ])('%s is refused', async (_what, input) => {
    const { sessions } = room();
    await expect(sessions.create(input as SessionInput)).rejects.toMatchObject({ code: 'invalid-input' });
    expect((await sessions.list()).rows).toEqual([]);
  });

  test.each<[string, object]>([
    ['limit', { limit: 0 }],
    ['statuses', { statuses: ['asleep'] }],
    ['cursor', { cursor: 'nonsense' }],
    ['cursor', { cursor: Buffer.from('["2026","x"]').toString('base64url') }],
  ])('a list with a broken %s is refused', async (field, request) => {
    await expect(room().sessions.list(request)).rejects.toMatchObject({ code: 'invalid-input', details: { field } });
  });

  test.each([0, 1.5, Number.NaN, 86_400_001])('a lock of %d ms is refused', async (ttlMs) => {
    const { sessions } = room();
    await sessions.create({ id: 's' });
    await expect(sessions.claim('s', { workerId: 'w', ttlMs })).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(sessions.refreshLock('s', 'no-token')).rejects.toMatchObject({ code: 'invalid-input' });
  });
}
