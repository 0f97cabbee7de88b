import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/base/database/database.ts';
import { searchBySql } from '../../src/memory/search/sql/search-by-sql.ts';
import { searchSettings, type SearchSettingsPatch } from '../../src/memory/search/search-settings.ts';
import type { SearchQuery } from '../../src/memory/search/search.ts';
import { tokenize } from '../../src/memory/search/text/tokenize.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';
import { recordingDatabase } from '../setup/recording-database.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');

interface Given {
  readonly content: string;
  readonly orgId?: string;
  readonly projectId?: string;
  readonly createdAt?: string;
  readonly metadata?: { readonly paths?: readonly string[]; readonly namespace?: string };
  readonly supersededBy?: string;
  readonly sessionId?: string;
}

const OPTIONS = { tokenize, settings: searchSettings() };

async function remember(database: Database, row: Given): Promise<string> {
  const {
    content,
    orgId = 'big',
    projectId = 'api',
    createdAt = '2026-11-01',
    metadata = {},
    supersededBy = null,
    sessionId = null,
  } = row;
  const [stored] = await database.operator.query<{ id: string }>({
    text: `insert into observations (org_id, id, project_id, agent_id, kind, content, content_hash, source, simhash, created_at,
        metadata, superseded_by, terms, session_id)
      values ($1, gen_random_uuid(), $2, 'a', 'explicit', $3, md5($3), 'api', 0, $4, $5::jsonb, $6, array_to_tsvector($7::text[]), $8)
      returning id`,
    values: [
      orgId,
      projectId,
      content,
      createdAt,
      JSON.stringify(metadata),
      supersededBy,
      [...new Set(tokenize(content))],
      sessionId,
    ],
  });
  for (const path of metadata.paths ?? []) {
    await database.operator.query({
      text: `insert into observation_paths (org_id, path, observation_id, project_id, created_at) values ($1, $2, $3, $4, $5)`,
      values: [orgId, path, stored?.id, projectId, createdAt],
    });
  }
  return String(stored?.id);
}

describeOnEachDatabase('search by SQL while an index is cold', (open) => {
  let database: Database;
  const ask = async (
    text: string,
    more: Partial<SearchQuery> = {},
    scope: { projectId?: string | null } = { projectId: 'api' },
  ) => {
    const query = { text, now: NOW, limit: 10, ...more };
    const result = await searchBySql(database.tenant('big'), { orgId: 'big', ...scope }, query, OPTIONS);
    expect(result.degraded).toBe('cold-index');
    // Of the rows that were read nobody can tell how rare a word is in the others.
    expect(result.hits.every((hit) => !('sharedInformation' in hit))).toBe(true);
    return result.hits;
  };
  const idsOf = async (...given: Parameters<typeof ask>): Promise<string[]> =>
    (await ask(...given)).map(({ id }) => id);

  let cart: string;
  let cache: string;
  beforeAll(async () => {
    database = await open();
    for (let at = 0; at < 40; at += 1) await remember(database, { content: `routine note ${at} about the build` });
    cart = await remember(database, {
      content: 'The cart rounds prices half to even',
      metadata: { paths: ['src/cart.ts'] },
    });
    cache = await remember(database, { content: 'The build cache lives in redis', metadata: { namespace: 'infra' } });
  });

  test('ranks a rare word above a common one, with an absolute relevance', async () => {
    const [first, second] = await ask('build cache in redis');
    expect(first!.id).toBe(cache);
    expect(first!.relevance).toBeGreaterThan(0.25);
    expect(second!.relevance).toBeLessThan(0.25);
  });

  test('finds by path alone, also by an absolute one', async () => {
    expect(await idsOf('zebra', { paths: ['/home/me/shop/src/cart.ts'] })).toEqual([cart]);
  });

  test('asks for the last endings of a path however long it is', async () => {
    const { database: watched, recorded } = recordingDatabase(database);
    const query = { text: 'zebra', paths: [`${'deep/'.repeat(800)}src/cart.ts`], now: NOW, limit: 10 };
    const { hits } = await searchBySql(watched.tenant('big'), { orgId: 'big', projectId: 'api' }, query, OPTIONS);
    expect(hits.map(({ id }) => id)).toEqual([cart]);
    const asked = recorded.flatMap(({ statement }) => statement.values?.filter(Array.isArray) ?? []).flat();
    expect(asked).toContain('src/cart.ts');
    expect(asked.length).toBeLessThan(70);
  });

  test('keeps to the namespace, the project and the organisation', async () => {
    const other = await remember(database, { content: 'redis of the other project', projectId: 'web' });
    const foreign = await remember(database, { content: 'redis of another organisation', orgId: 'foreign' });
    expect(await idsOf('redis')).toEqual([cache]);
    expect((await idsOf('redis', {}, {})).toSorted()).toEqual([cache, other].toSorted());
    expect(await idsOf('redis', {}, {})).not.toContain(foreign);
    expect(await idsOf('build redis', { filter: { namespace: 'infra' } })).toEqual([cache]);
  });

  test.each([
    ['session', { sessionId: 's' }],
    ['namespace', { namespace: 'n' }],
  ])('finds the rows of a %s among 800 others with the same word', async (_name, filter) => {
    const projectId = `crowd-${_name}`;
    const mine = [];
    // The first and the last rows: a cut of either end would lose one of them.
    for (let at = 0; at < 800; at += 1) {
      const own = at === 0 || at === 799;
      const id = await remember(database, {
        content: `deploy number ${at}`,
        projectId,
        ...(own ? { sessionId: 's', metadata: { namespace: 'n', paths: ['src/deploy.ts'] } } : {}),
      });
      if (own) mine.push(id);
    }
    const inProject = { projectId };
    expect((await idsOf('deploy', { filter }, inProject)).toSorted()).toEqual(mine.toSorted());
    expect(await idsOf('deploy', { filter: { ...filter, sessionId: 'other' } }, inProject)).toEqual([]);
    expect((await idsOf('zebra', { filter, paths: ['src/deploy.ts'] }, {})).toSorted()).toEqual(
      expect.arrayContaining(mine.toSorted()),
    );
  });

  test('ranks with the settings of the memory', async () => {
    const scoreOf = async (patch: SearchSettingsPatch): Promise<number> => {
      const query = { text: 'zebra', paths: ['src/cart.ts'], now: NOW, limit: 10 };
      const options = { tokenize, settings: searchSettings(patch) };
      const { hits } = await searchBySql(database.tenant('big'), { orgId: 'big', projectId: 'api' }, query, options);
      return hits[0]!.score;
    };
    expect(await scoreOf({ pathHint: 2 })).toBeGreaterThan((await scoreOf({})) + 1);
  });

  test('leaves out what was superseded or is not yet made', async () => {
    await remember(database, { content: 'quokka', supersededBy: cart });
    await remember(database, { content: 'quokka later', createdAt: '2026-11-23' });
    expect(await idsOf('quokka')).toEqual([]);
  });

  test('hostile words are values, never SQL or tsquery', async () => {
    expect(await idsOf(`'); drop table observations; -- ' | \\ !`)).toEqual([]);
    expect(await idsOf('')).toEqual([]);
    expect(await idsOf('redis '.repeat(10_000))).toEqual([cache]);
  });

  test('ranking gives way to the thread, so that a deadline is kept in the midst of it', async () => {
    const tenant = database.tenant('big');
    const given = new AbortController();
    const interrupted: typeof tenant = {
      ...tenant,
      async query(...asked) {
        const rows = await tenant.query<never>(...asked);
        setImmediate(() => given.abort());
        return rows;
      },
    };
    const query = { text: 'cache', now: NOW, limit: 10 };
    const search = searchBySql(interrupted, { orgId: 'big' }, query, OPTIONS, given.signal);
    await expect(search).rejects.toThrow(/abort/);
  });

  test('an aborted signal rejects', async () => {
    const query = { text: 'redis', now: NOW, limit: 1 };
    const search = searchBySql(database.tenant('big'), { orgId: 'big' }, query, OPTIONS, AbortSignal.abort());
    await expect(search).rejects.toThrow(/abort/);
  });
});
