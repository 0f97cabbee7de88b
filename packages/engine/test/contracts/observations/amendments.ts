import { expect, test } from 'vitest';
import type { NewAmendment, TalkPlace } from '../../../src/memory/observations/write/amendments.ts';
import type { OpenRoom } from './room.ts';

const day = (n: number): string => new Date(Date.UTC(2020, 3, n)).toISOString();
const link = (sessionId: string, amendsSessionId: string, amendedAt: string): NewAmendment => ({
  ...{ sessionId, amendsSessionId, projectId: 'p', amendedAt, replaces: true },
});
const back = (sessionId: string, amendsSessionId: string, amendedAt: string): NewAmendment => ({
  ...{ ...link(sessionId, amendsSessionId, amendedAt), replaces: false },
});
/** Talks of the project of the links above. */
export const talksOf = (...ids: string[]): TalkPlace[] => ids.map((sessionId) => ({ sessionId, projectId: 'p' }));
const replacing = (...ids: string[]) => ({ replacing: ids, revisiting: [] });

/** Links between talks, and the talks themselves. */
export function amendments(room: OpenRoom): void {
  test('a link is made once; the newest of a chain holds', async () => {
    const { store } = room();
    expect(await store.amendments.link(link('b', 'a', day(2)))).toBe(true);
    expect(await store.amendments.link(link('b', 'a', day(2)))).toBe(false);
    expect(await store.amendments.link(link('c', 'b', day(3)))).toBe(true);
    expect(await store.amendments.later(talksOf('a', 'b', 'c', 'x'))).toEqual(
      new Map([
        ['a', replacing('b', 'c')],
        ['b', replacing('c')],
      ]),
    );
  });

  test('what only comes back to a talk replaces nothing, until it is said to; what replaces it in turn is told with it', async () => {
    const { store } = room();
    await store.amendments.link(back('b', 'a', day(2)));
    await store.amendments.link(back('c', 'b', day(3)));
    await store.amendments.link(link('d', 'b', day(4)));
    // c came back to b, which is another talk than a.
    expect(await store.amendments.later(talksOf('a', 'b'))).toEqual(
      new Map([
        ['a', { replacing: [], revisiting: ['b', 'd'] }],
        ['b', { replacing: ['d'], revisiting: ['c'] }],
      ]),
    );
    expect(await store.amendments.link(back('b', 'a', day(2)))).toBe(false);
    expect(await store.amendments.link(link('b', 'a', day(2)))).toBe(true);
    expect(await store.amendments.link(back('b', 'a', day(2)))).toBe(false);
    expect(await store.amendments.later(talksOf('a'))).toEqual(
      new Map([['a', { replacing: ['b', 'd'], revisiting: ['c'] }]]),
    );
  });

  test.each([
    ['amendedAt', { amendedAt: 'infinity' }],
    ['amendedAt', { amendedAt: 'yesterday' }],
    ['amendedAt', { amendedAt: undefined }],
    ['sessionId', { sessionId: '' }],
    ['amendsSessionId', { amendsSessionId: 'a\u0000' }],
    ['projectId', { projectId: ' ' }],
  ])('a link with a bad %s is refused, so that every export can be imported', async (field, bad) => {
    const { store } = room();
    const made = store.amendments.link({ ...link('b', 'a', day(2)), ...bad } as NewAmendment);
    await expect(made).rejects.toMatchObject({ code: 'invalid-input', details: { field } });
  });

  test('one that was taken back holds no more, is still listed, and is not made again', async () => {
    const { store } = room();
    await store.amendments.link(link('b', 'a', day(2)));
    expect(await store.amendments.undo({ sessionId: 'b', amendsSessionId: 'a' })).toBe(true);
    expect(await store.amendments.later(talksOf('a'))).toEqual(new Map());
    expect(await store.amendments.link(link('b', 'a', day(2)))).toBe(false);
    await store.amendments.link(back('c', 'a', day(2)));
    await store.amendments.undo({ sessionId: 'c', amendsSessionId: 'a' });
    expect(await store.amendments.link(link('c', 'a', day(2)))).toBe(false);
    expect(await store.amendments.later(talksOf('a'))).toEqual(new Map());
    expect(await store.amendments.list('p')).toMatchObject([
      { sessionId: 'c', replaces: false },
      { sessionId: 'b', amendsSessionId: 'a', amendedAt: day(2), replaces: true },
    ]);
    expect((await store.amendments.list('p'))[0]?.undoneAt).not.toBeNull();
    expect(await store.amendments.list('q')).toEqual([]);
  });

  test('a talk is taken up by the links of its own project, and of no other', async () => {
    const { store } = room();
    await store.amendments.link(link('b', 'a', day(2)));
    await store.amendments.link({ ...link('c', 'a', day(3)), projectId: null });
    const of = (projectId: string | null) => store.amendments.later([{ sessionId: 'a', projectId }]);
    expect(await of('q')).toEqual(new Map());
    expect(await of(null)).toEqual(new Map([['a', replacing('c')]]));
    expect(await of('p')).toEqual(new Map([['a', replacing('b')]]));
  });

  test('a circle ends', async () => {
    const { store } = room();
    await store.amendments.link(link('b', 'a', day(2)));
    await store.amendments.link(link('a', 'b', day(3)));
    expect(await store.amendments.later(talksOf('a', 'b'))).toEqual(
      new Map([
        ['a', replacing('b', 'a')],
        ['b', replacing('a')],
      ]),
    );
  });

  test('talks come session by session, each in its order; what may not be recalled is not in them', async () => {
    const { store } = room();
    const say = (sessionId: string, content: string, n: number, rest = {}): Promise<unknown> =>
      store.remember({ content, kind: 'exchange', projectId: 'p', sessionId, createdAt: day(n), ...rest });
    await say('s', 'User: second', 2);
    await say('s', 'User: first', 1);
    await say('t', 'User: other', 3);
    await say('s', 'User: of another project', 1, { projectId: 'q' });
    await say('s', 'User: expired', 1, { validTo: day(2) });
    await store.remember({ content: 'no exchange', kind: 'decision', projectId: 'p', sessionId: 's' });
    const told = async (sessionIds: string[]): Promise<string[]> =>
      (await store.getTalks({ sessionIds, projectId: 'p' })).map(({ content }) => content);
    expect(await told(['t', 's'])).toEqual(['User: other', 'User: first', 'User: second']);
    expect(await told([])).toEqual([]);
    expect(await store.getTalks({ sessionIds: ['s'] })).toHaveLength(3);
  });

  test('of a long session the last 64', async () => {
    const { store } = room();
    await store.rememberMany(
      Array.from({ length: 70 }, (_value, n) => ({
        ...{ content: `User: number ${n}`, kind: 'exchange', projectId: 'p', sessionId: 's' },
        createdAt: new Date(Date.UTC(2020, 3, 1, 0, n)).toISOString(),
      })),
    );
    const talk = await store.getTalks({ sessionIds: ['s'], projectId: 'p' });
    expect(talk.map(({ content }) => content).at(0)).toBe('User: number 6');
    expect(talk.map(({ content }) => content).at(-1)).toBe('User: number 69');
  });
}
