import { expect, test } from 'vitest';
import { shortIdOf } from '../../../src/base/text/short-id.ts';
import type { OpenRoom } from './room.ts';

const MISSING = 'zzzzzzzz';

/** The ids that blocks show, wherever an id is asked for. */
export function shortIds(room: OpenRoom): void {
  test('each verb takes one', async () => {
    const { store } = room();
    const { id } = await store.remember({ content: 'Port is 3000', projectId: 'p' });
    const short = shortIdOf(id);
    const whole = await store.get(id);
    expect(await store.resolve(short)).toEqual([id]);
    expect(await store.get(short)).toEqual(whole);
    expect(await store.get(short.toUpperCase())).toEqual(whole);
    expect(await store.getMany([MISSING, short, id])).toEqual([whole, whole]);
    expect((await store.chain(short)).map((row) => row.id)).toEqual([id]);
    expect(await store.change(short, { pinned: true }, { actor: 'ann' })).toMatchObject({ changed: true });
    expect(await store.release(short)).toMatchObject({ released: false, observation: { id } });
    const newer = await store.supersede(short, 'Port is 8080');
    expect(newer).toMatchObject({ supersededId: id, outcome: 'superseded' });
    expect(await store.forget({ id: shortIdOf(newer.id) })).toEqual({ forgotten: 1 });
    expect(await store.get(newer.id)).toBeNull();
  });

  test('of a commit it is the beginning of its hash', async () => {
    const { store } = room();
    const [commit, twin] = ['df547f5a4d1c0f6a4d1c', 'df547f5a4d1c0f6a4d1d'];
    const rows = [commit, twin].map((hash, at) => ({
      kind: 'commit',
      content: `Port ${at}`,
      agentId: 'git',
      metadata: { commit: hash },
    }));
    await store.importRows(rows.slice(0, 1));
    const [id] = await store.resolve('DF547F5A');
    expect(await store.get('df547f5a')).toMatchObject({ id, content: 'Port 0' });
    expect(await store.resolve('df547f5b')).toEqual([]);
    await store.importRows(rows);
    await expect(store.get('df547f5a')).rejects.toMatchObject({ code: 'ambiguous-id' });
  });

  test('one that nobody has answers as an unknown id, and so does one of another organisation', async () => {
    const { id } = await room().store.remember({ content: 'Port is 3000' });
    const { store } = room();
    for (const short of [MISSING, shortIdOf(id)]) {
      expect(await store.get(short)).toBeNull();
      expect(await store.chain(short)).toEqual([]);
      expect(await store.forget({ id: short })).toEqual({ forgotten: 0 });
      const refused = { code: 'observation-not-found', details: { id: short } };
      await expect(store.release(short)).rejects.toMatchObject(refused);
      await expect(store.supersede(short, 'Port is 8080')).rejects.toMatchObject(refused);
      await expect(store.change(short, { pinned: true }, { actor: 'ann' })).rejects.toMatchObject(refused);
    }
  });

  test('one that several have is refused, with their whole ids', async () => {
    const { store } = room();
    const ids = ['01890a5d-ac96-7000-8000-0000000000ab', '01890a5d-ac97-7000-8000-0000000000ab'];
    const rows = ids.map((id, at) => ({ id, content: `Port ${at}`, agentId: 'a', kind: 'decision' }));
    expect(await store.importRows(rows)).toMatchObject({ imported: 2 });
    const short = shortIdOf(ids[0]!);
    expect(await store.resolve(short)).toEqual(ids);
    const refused = { code: 'ambiguous-id', details: { id: short, ids } };
    await expect(store.get(short)).rejects.toMatchObject(refused);
    await expect(store.chain(short)).rejects.toMatchObject(refused);
    await expect(store.forget({ id: short })).rejects.toMatchObject(refused);
    expect(await store.get(ids[1]!)).toMatchObject({ content: 'Port 1' });
  });
}
