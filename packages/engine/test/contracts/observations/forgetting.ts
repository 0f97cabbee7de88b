import { expect, test } from 'vitest';
import type { Database } from '../../../src/base/database/database.ts';
import { createOrgConfig } from '../../../src/memory/config/org-config.ts';
import { createImportCursors } from '../../../src/memory/import-cursors/import-cursors.ts';
import { getFingerprint, setFingerprint } from '../../../src/memory/transfer/fingerprints.ts';
import type { ActivityInput } from '../../../src/memory/activities/activity.ts';
import { type ActivityStore, createActivityStore } from '../../../src/memory/activities/activity-store.ts';
import type { ObservationInput } from '../../../src/memory/observations/observation.ts';
import { createSessionStore, type SessionStore } from '../../../src/memory/sessions/session-store.ts';
import { linesOf, type OpenRoom, type Room } from './room.ts';

const MARKER = 'zanzibarine';

/** Hard deletion, proven over every column of every table. */
export function forgetting(room: OpenRoom, database: () => Database): void {
  /** Every column of every table that can hold text, from the catalogue. */
  async function placesOf(marker: string): Promise<string[]> {
    const columns = await database().operator.query<{ place: string; text: string }>({
      text: `
        select c.table_name || '.' || c.column_name as place,
          format('select count(*)::int as n from %I.%I where position($1 in %I::text) > 0', c.table_schema, c.table_name, c.column_name) as text
        from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema') order by 1`,
      values: [],
    });
    expect(columns.length).toBeGreaterThan(30);
    const found: string[] = [];
    for (const { place, text } of columns) {
      const [row] = await database().operator.query({ text, values: [marker] });
      if ((row?.['n'] as number) > 0) found.push(place);
    }
    return found;
  }

  test('forgetting removes the text from every table [C-035]', async () => {
    const { store } = room();
    const { id } = await store.remember({
      content: `The ${MARKER} rule`,
      metadata: { paths: [`src/${MARKER}.ts`], tags: [MARKER] },
    });
    const places = await placesOf(MARKER);
    expect(places).toEqual(
      expect.arrayContaining(['observations.content', 'observations.terms', 'observation_paths.path']),
    );
    const next = await store.supersede(id, `The newer ${MARKER} rule`);
    expect(await store.forget({ id })).toEqual({ forgotten: 1 });
    expect(await store.forget({ id: next.id })).toEqual({ forgotten: 1 });
    expect(await placesOf(MARKER)).toEqual([]);
  });

  test('retention forgets what is older than its kind is kept, by the row of all kinds where it has none; never what is pinned', async () => {
    const { store, clock, orgId } = room();
    const tenant = database().tenant(orgId);
    const days = (before: number): string => new Date(clock.now() - before * 86_400_000).toISOString();
    const add = (content: string, kind: string, age: number, rest: object = {}): Promise<{ id: string }> =>
      store.remember({ content, kind, createdAt: days(age), ...rest });
    await add('error 31', 'error', 31);
    await add('error 29', 'error', 29);
    await add('decision 31', 'decision', 31);
    await add('decision 366', 'decision', 366);
    await add('pinned 999', 'decision', 999, { pinned: true });
    expect(await store.forgetOutlived()).toEqual({ forgotten: 0 });
    const config = createOrgConfig({ tenant, clock });
    await config.retention.set({ error: 30, '*': 365 }, { actor: 'ann' });
    expect(await store.forgetOutlived()).toEqual({ forgotten: 2 });
    const { rows } = await store.list();
    expect(rows.map(({ content }) => content).toSorted()).toEqual(['decision 31', 'error 29', 'pinned 999']);
    await expect(config.retention.set({ error: 0 }, { actor: 'ann' })).rejects.toMatchObject({ code: 'invalid-input' });
  });

  const sessionsOf = ({ orgId, clock }: Room): SessionStore =>
    createSessionStore({ tenant: database().tenant(orgId), clock, redact: (value) => Promise.resolve(value) });
  const activitiesOf = ({ orgId, clock }: Room): ActivityStore =>
    createActivityStore({ tenant: database().tenant(orgId), clock, redact: (value) => Promise.resolve(value) });
  /** A session with its talk: prompts with a line in front, answers without one; what was said in it, as capture remembers it. */
  async function talked(at: Room, sessionId: string, lines: readonly string[], isOpen = false): Promise<void> {
    const sessions = sessionsOf(at);
    await sessions.create({ id: sessionId, projectId: 'p' });
    const isPrompt = (line: string): boolean => line.startsWith('> ');
    const activities = lines.map((line): ActivityInput =>
      isPrompt(line)
        ? { type: 'action', body: { event: 'prompt', text: line } }
        : { type: 'response', body: { text: line } },
    );
    await activitiesOf(at).append(sessionId, activities);
    if (!isOpen) await sessions.stop(sessionId);
  }
  const exchange = (
    content: string,
    sessionId: string,
    activity: number | null,
    rest: Partial<ObservationInput> = {},
  ): ObservationInput => ({
    ...{ content, sessionId, kind: 'exchange', source: 'auto-capture', projectId: 'p' },
    metadata: { capture: { detector: 'exchange', activity } },
    ...rest,
  });
  const textsLeft = async (at: Room, sessionId: string): Promise<unknown[]> => {
    const { rows } = await activitiesOf(at).list(sessionId);
    return rows.map(({ body }) => body['text']);
  };
  const LATER = 91 * 86_400_000;

  test('with what outlived goes what was said: no table holds the text of a talk that is no longer kept', async () => {
    const at = room();
    const said = ['> First', 'Done.', '> ok', 'Shall I?', '> Yes, do', 'All done.'].map((text) => `${text} ${MARKER}`);
    await talked(at, 's', said);
    // What was said before "ok" is in none.
    await at.store.rememberMany([
      exchange(`User: First ${MARKER}`, 's', 1),
      exchange(`Agent: Shall I? ${MARKER} User: Yes, do`, 's', 5),
      exchange(`Agent: All done. ${MARKER}`, 's', null),
    ]);
    expect(await placesOf(MARKER)).toContain('session_activities.body');
    at.clock.nowMs += LATER;
    expect(await at.store.forgetOutlived()).toEqual({ forgotten: 3 });
    expect(await placesOf(MARKER)).toEqual([]);
    expect(await sessionsOf(at).get('s')).toMatchObject({ status: 'stopped' });
  });

  test('an exchange takes its prompt and the answers that it quotes, whether it is forgotten or outlived; what is kept keeps its own', async () => {
    for (const forget of ['by id', 'outlived'] as const) {
      const at = room();
      const lines = ['> one', 'answer one', 'and more', '> two', 'answer two', '> three', 'answer three'];
      await talked(at, 's', lines);
      await talked(at, 't', ['> other', 'another answer']);
      const [, second, , last] = await at.store.rememberMany([
        exchange('one', 's', 1, { pinned: true }),
        exchange('answer one, two', 's', 4),
        exchange('answer two, three', 's', 6, { pinned: true }),
        exchange('answer three', 's', null),
        exchange('of a number that no event has', 's', 1e15),
        exchange('of an odd number', 's', 0.5),
        exchange('of another session', 't', 1, { pinned: true }),
      ]);
      if (forget === 'by id') {
        for (const { id } of [second!, last!]) await at.store.forget({ id });
      } else {
        at.clock.nowMs += LATER;
        expect(await at.store.forgetOutlived()).toEqual({ forgotten: 4 });
      }
      expect(await textsLeft(at, 's')).toEqual(['> one', 'answer two', '> three']);
      expect(await textsLeft(at, 't')).toEqual(['> other', 'another answer']);
    }
  });

  test('what is crowded out of an open session leaves its events there until it ends, what outlived does not', async () => {
    const at = room();
    const tenant = database().tenant(at.orgId);
    const config = createOrgConfig({ tenant, clock: at.clock });
    await config.setProject('p', { exchangesPerSession: 1 }, { actor: 'ann' });
    await talked(at, 's', ['> one', 'answer', '> two'], true);
    const first = exchange('one', 's', 1, { createdAt: new Date(at.clock.now() - 1000).toISOString() });
    await at.store.rememberMany([first, exchange('answer, two', 's', 3)]);
    expect(await at.store.forgetOutlived()).toEqual({ forgotten: 1 });
    expect(await textsLeft(at, 's')).toEqual(['> one', 'answer', '> two']);
    await sessionsOf(at).stop('s');
    await at.store.remember(first);
    expect(await at.store.forgetOutlived()).toEqual({ forgotten: 1 });
    expect(await textsLeft(at, 's')).toEqual(['answer', '> two']);
    await talked(at, 'open', ['> one', 'answer', '> two', 'last'], true);
    await at.store.remember(exchange('answer, two, in another', 'open', 3));
    at.clock.nowMs += LATER;
    expect(await at.store.forgetOutlived()).toEqual({ forgotten: 2 });
    expect(await textsLeft(at, 's')).toEqual([]);
    // It may say more of the rest.
    expect(await textsLeft(at, 'open')).toEqual(['> one', 'last']);
  });

  test('by id, session, project and all; each says how many', async () => {
    const { store, heard } = room();
    const add = (content: string, rest: object): Promise<{ id: string }> => store.remember({ content, ...rest });
    const one = await add('1', { projectId: 'p', sessionId: 's' });
    await add('2', { projectId: 'q', metadata: { sessionId: 's' } });
    await add('3', { projectId: 'q', sessionId: 't', metadata: { sessionId: 's' } });
    await add('4', { projectId: 'q' });
    await add('5', {});
    await add('6', { projectId: 'r' });
    heard.length = 0;
    expect(await store.forget({ id: one.id })).toEqual({ forgotten: 1 });
    expect(heard).toEqual([{ type: 'removed', id: one.id, projectId: 'p' }]);
    expect(await store.forget({ id: one.id })).toEqual({ forgotten: 0 });
    expect(await store.forget({ sessionId: 's' })).toEqual({ forgotten: 2 });
    expect(await store.forget({ projectId: null })).toEqual({ forgotten: 1 });
    expect(await store.forget({ projectId: 'q' })).toEqual({ forgotten: 1 });
    expect(await store.forget({ all: true })).toEqual({ forgotten: 1 });
    expect(await store.count()).toBe(0);
  });

  test('more rows than one chunk holds', async () => {
    const { store } = room();
    await store.rememberMany(
      Array.from({ length: 1003 }, (_, index) => ({ content: `row ${index}`, projectId: 'big' })),
    );
    expect(await store.forget({ projectId: 'big' })).toEqual({ forgotten: 1003 });
  });

  test.each([
    {},
    { projectId: undefined },
    { projectId: '' },
    { all: false },
    { id: 'x' },
    { sessionId: 7 },
    { sessionId: undefined, projectId: null },
    { sessionId: 's', projectId: null },
    { id: undefined, all: true },
  ])('%o is refused', async (request) => {
    const { store } = room();
    await store.remember({ content: 'kept' });
    await expect(store.forget(request as never)).rejects.toMatchObject({ code: 'invalid-input' });
    expect(await store.count()).toBe(1);
  });

  test('a forgotten correction does not revive what it corrected', async () => {
    const { store } = room();
    const old = await store.remember({ content: 'wrong' });
    const { id } = await store.supersede(old.id, 'right');
    await store.forget({ id });
    expect((await store.remember({ content: 'wrong' })).status).toBe('superseded');
  });

  const imported = (content: string, rest: object = {}): ObservationInput => ({
    content,
    source: 'import',
    projectId: 'p',
    agentId: 'git',
    ...rest,
  });

  test('an import does not bring back what was forgotten by its id; its result says so, and the others are stored', async () => {
    const { store } = room();
    const inputs = ['one', 'two', 'three'].map((content) => imported(content));
    const [, two] = await store.rememberMany(inputs);
    await store.forget({ id: two!.id });
    const again = await store.rememberMany([...inputs, imported('four')]);
    expect(again.map(({ status, created }) => [status, created])).toEqual([
      ['active', false],
      ['forgotten', false],
      ['active', false],
      ['active', true],
    ]);
    expect(await store.get(again[1]!.id)).toBeNull();
    // Of another project it was not forgotten.
    expect(await store.remember(imported('two', { projectId: 'q' }))).toMatchObject({ created: true });
    expect(await store.remember(imported('two', { projectId: null }))).toMatchObject({ created: true });
  });

  test('a forgotten session is not imported again, nor what an import finds in it for the first time', async () => {
    const { store } = room();
    const inSession = (content: string, sessionId: string): ObservationInput => imported(content, { sessionId });
    await store.rememberMany([inSession('said', 's'), inSession('other', 't')]);
    await store.forget({ sessionId: 's' });
    const again = [inSession('said', 's'), inSession('not known before', 's'), inSession('resumed', 's~2')];
    const named = imported('named', { metadata: { sessionId: 's' } });
    const results = await store.rememberMany([...again, named, inSession('said', 't'), inSession('said', 's%')]);
    expect(results.map(({ status }) => status)).toEqual([
      ...['forgotten', 'forgotten', 'forgotten', 'forgotten'],
      ...['active', 'active'],
    ]);
  });

  test('whoever remembers by hand or restores an export brings back what was forgotten, and imports find it there', async () => {
    const { store } = room();
    const { id } = await store.remember(imported('rule', { sessionId: 's' }));
    const lines = await linesOf(store);
    await store.forget({ id });
    await store.forget({ sessionId: 's' });
    expect(await store.remember({ ...imported('rule'), source: 'tool' })).toMatchObject({ created: true });
    await store.forget({ sessionId: 's' });
    await store.forget({ projectId: 'p' });
    expect(await store.importRows(lines)).toMatchObject({ imported: 1, rejected: [] });
    expect(await store.remember(imported('rule', { sessionId: 's' }))).toMatchObject({
      id,
      created: false,
      status: 'active',
    });
  });

  test('an import brings back what its source had no more, what was outlived, and all of a project that was forgotten', async () => {
    const { store, clock, orgId } = room();
    const inputs = ['gone', 'old'].map((content) => imported(content, { kind: content }));
    const [gone] = await store.rememberMany(inputs);
    await store.forget({ id: gone!.id, mayReturn: true });
    expect(await store.remember(inputs[0]!)).toMatchObject({ created: true });
    await createOrgConfig({ tenant: database().tenant(orgId), clock }).retention.set({ old: 1 }, { actor: 'ann' });
    clock.nowMs += 2 * 86_400_000;
    expect(await store.forgetOutlived()).toEqual({ forgotten: 1 });
    expect(await store.remember(inputs[1]!)).toMatchObject({ created: true });
    await store.forget({ projectId: 'p' });
    expect((await store.rememberMany(inputs)).map(({ created }) => created)).toEqual([true, true]);
  });

  test('forgetting a project forgets its import cursors, others stay', async () => {
    const { store, orgId } = room();
    const cursors = createImportCursors(database().tenant(orgId));
    await cursors.set('p', 'git', { head: 'abc' });
    await cursors.set('q', 'git', { head: 'old' });
    await cursors.set('q', 'git', { head: 'def' });
    await cursors.set(null, 'markdown', {});
    await cursors.set('q', 'transcripts-all', { files: {} });
    await store.forget({ projectId: 'p' });
    expect(await cursors.get('p', 'git')).toBeNull();
    expect(await cursors.get('q', 'git')).toEqual({ head: 'def' });
    expect(await cursors.get(null, 'markdown')).toEqual({});
    expect(await cursors.get(null, 'git')).toBeNull();
    // It went into the project that was forgotten, too.
    expect(await cursors.get('q', 'transcripts-all')).toBeNull();
  });

  test('forgetting a project, or all, forgets the technologies and manifests of projects', async () => {
    const { store, orgId } = room();
    const tenant = database().tenant(orgId);
    const technologies = [`npm:@${MARKER}/ledger`];
    for (const projectId of ['p', 'q'])
      await setFingerprint(tenant, { projectId, technologies, manifests: [`${MARKER}/package.json`] });
    await store.forget({ projectId: null });
    await store.forget({ sessionId: 'p' });
    expect(await getFingerprint(tenant, 'p')).toMatchObject({ technologies });
    await store.forget({ projectId: 'p' });
    expect(await getFingerprint(tenant, 'p')).toBeNull();
    expect(await getFingerprint(tenant, 'q')).toMatchObject({ technologies });
    await store.forget({ all: true });
    expect(await placesOf(MARKER)).toEqual([]);
  });
}
