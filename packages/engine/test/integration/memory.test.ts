import { createMemory, type Database, type Memory, systemClock } from '@inkling/engine';
import { openPostgres } from '@inkling/engine/pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeOnEachDatabase, databaseKinds } from '../setup/describe-on-each-database.ts';
import { createTestDatabase } from '../setup/open-test-database.ts';

const AUTH = 'Auth middleware: a request without the session header is a guest, never read user.id before that check.';
const AUTH_PATH = 'src/auth/middleware.ts';
const projectId = 'shop';

test.each([undefined, {}, { database: 'postgres://localhost/inkling' }])(
  'a memory of %j is refused by name',
  async (given) => {
    const options = given as unknown as Parameters<typeof createMemory>[0];
    await expect(createMemory(options)).rejects.toMatchObject({
      code: 'invalid-input',
      details: { field: 'database' },
    });
  },
);

test.each([0, -1, 1.5, Number.NaN])('%j bytes for its indexes are refused', async (maxIndexBytes) => {
  const database = { tenant: () => undefined } as never;
  const refused = createMemory({ database, maxIndexBytes });
  await expect(refused).rejects.toMatchObject({ code: 'invalid-input', details: { field: 'maxIndexBytes' } });
});

describeOnEachDatabase('a memory with a budget for its indexes', (open) => {
  test('a scope that does not fit is answered from SQL, and the listener hears why', async () => {
    const errors: unknown[] = [];
    const memory = await createMemory({ database: await open(), maxIndexBytes: 1, onError: (e) => errors.push(e) });
    const org = memory.org('small');
    await org.observations.remember({ content: AUTH, projectId });
    expect(await org.warm({ projectId })).toBe(false);
    const { degraded, rows } = await org.recall({ projectId, queryText: 'session header', deadlineMs: 30_000 });
    expect([degraded, rows.map((row) => row.observation.content)]).toEqual(['cold-index', [AUTH]]);
    expect(errors).toMatchObject([{ code: 'index-too-large' }]);
    await memory.close();
  });
});

describeOnEachDatabase('a question that says when', (open) => {
  let database: Database;
  beforeAll(async () => {
    // Its memories share it, which each of them would close.
    database = { ...(await open()), close: () => Promise.resolve() };
  });

  test('is answered by what was stored then: before what says the same, and alone where nothing else is asked', async () => {
    const noon = new Date(2026, 10, 23, 12);
    const daysBack = (days: number, hour = 9): Date => new Date(2026, 10, 23 - days, hour);
    const memory = await createMemory({ database, clock: { ...systemClock, now: () => noon.getTime() } });
    const org = memory.org('dated');
    await org.observations.rememberMany([
      { content: 'Decided: the parser keeps its cache.', projectId, createdAt: daysBack(5) },
      { content: 'The parser drops the cache, decided with the new team.', projectId, createdAt: daysBack(1) },
      { content: 'Prices are stored in cents.', projectId, createdAt: daysBack(1, 17) },
      { content: 'The parser cache was decided upon again.', projectId, createdAt: daysBack(0) },
    ]);
    expect(await org.warm({ projectId })).toBe(true);
    const ask = async (queryText: string) => {
      const { rows } = await org.recall({ projectId, queryText, deadlineMs: 30_000, explain: true });
      return rows.map(({ observation, explanation }) => [observation.content, explanation!.namedTime]);
    };
    const contents = async (queryText: string) => (await ask(queryText)).map(([content]) => content);
    const [best] = await ask('what did we decide about the parser cache five days ago?');
    expect(best).toEqual(['Decided: the parser keeps its cache.', 0.3]);
    expect(await contents('what did we do yesterday?')).toEqual([
      'Prices are stored in cents.',
      'The parser drops the cache, decided with the new team.',
    ]);
    expect(await ask('what did we do two months ago?')).toEqual([]);
    await memory.close();
  });

  test('also where it says what kind of memory, or that something happened, and nothing else', async () => {
    const now = new Date(2026, 10, 25, 12, 30).getTime();
    const memory = await createMemory({ database, clock: { ...systemClock, now: () => now } });
    const org = memory.org('kinds');
    const made = { today: [10, 25, 12], yesterday: [10, 24, 9], 'last week': [10, 17, 9], 'a year ago': [-2, 23, 9] };
    const content = {
      today: 'Decision: the invoice PDF is rendered by typst.',
      yesterday: 'Webhooks verify the signature before they parse the body.',
      'last week': 'We chose PostgreSQL over MySQL.',
      'a year ago': 'Error ECONNRESET is retried twice; the deadline had changed.',
    };
    await org.observations.rememberMany(
      Object.entries(made).map(([day, [month = 0, date, hour]]) => ({
        content: content[day as keyof typeof content],
        projectId,
        createdAt: new Date(2026, month, date, hour),
      })),
    );
    expect(await org.warm({ projectId })).toBe(true);
    const answers = async (queryText: string): Promise<string[]> => {
      const { rows } = await org.recall({ projectId, queryText, deadlineMs: 30_000 });
      return rows.map(({ observation }) => observation.content);
    };
    for (const [day, questions] of [
      ['yesterday', ['what did we do #?', 'what did we decide #?', 'what was decided #?', 'what did we learn #?']],
      ['yesterday', ['what did we discuss #?', 'what did we fix #?', 'what errors did we see #?']],
      ['last week', ['what did we do #?', 'decisions from #', 'what did we decide #?']],
      ['today', ['what did we do #?', 'what happened #?', 'what changed #?', 'what was done #?']],
    ] as const) {
      for (const question of questions) {
        const asked = question.replace('#', day);
        expect([asked, await answers(asked)]).toEqual([asked, [content[day]]]);
      }
    }
    expect(await answers('what did we do in the last hour?')).toEqual([content.today]);
    expect(await answers('please fix the errors from yesterday')).toEqual([content['a year ago']]);
    await memory.close();
  });
});

describeOnEachDatabase('a memory from remember to block', (open) => {
  let database: Database;
  let memory: Memory;
  /** On a database of its own. No index fits, so each answer is one of SQL: a loaded index could be faster than that on some machines. */
  let cold: Memory;
  let orgs = 0;
  beforeAll(async () => {
    database = await open();
    memory = await createMemory({ database });
    cold = await createMemory({ database: await open(), maxIndexBytes: 1, onError: () => undefined });
  });
  afterAll(() => Promise.all([memory.close(), cold.close()]));

  /** An organisation of the test's own, with the same four memories. */
  async function fresh(of: Memory = memory) {
    const org = of.org(`acme-${(orgs += 1)}`);
    await org.observations.rememberMany([
      { content: AUTH, projectId, metadata: { paths: [AUTH_PATH] } },
      { content: 'The checkout button is green since the redesign.', projectId },
      { content: 'Prices are stored in cents, as integers.', projectId, kind: 'convention' },
      {
        content: 'The auth middleware of the other product lets a guest in without a session header.',
        projectId: 'other',
      },
    ]);
    return org;
  }
  /** Long enough on the busiest machine: none of these is about time. */
  const deadlineMs = 30_000;
  const question = {
    projectId,
    queryText: 'guest without session header in the auth middleware',
    explain: true,
    deadlineMs,
  };

  test('recall finds what the work item is about, in its project only, and explains it', async () => {
    const org = await fresh();
    expect(await org.warm({ projectId })).toBe(true);
    const { outcome, degraded, rows } = await org.recall({
      ...question,
      queryText: 'auth guest crash',
      paths: [AUTH_PATH],
    });
    expect([outcome, degraded]).toEqual(['ok', null]);
    expect(rows.map((row) => row.observation.content)).toEqual([AUTH]);
    expect(rows[0]?.explanation).toMatchObject({ policy: 'default.same-project', feedbackFactor: 1 });
    expect(rows[0]?.explanation?.terms).toEqual(expect.arrayContaining(['auth']));
    expect(rows[0]?.explanation?.pathBoost).toBeGreaterThan(0);
  });

  test.each(['', ' \n', '?!'])('a question without a word (%j) is an error with a way out', async (queryText) => {
    const refused = (await fresh()).recall({ ...question, queryText, paths: [AUTH_PATH] });
    await expect(refused).rejects.toMatchObject({ code: 'invalid-input', hint: expect.stringContaining('Say') });
  });

  test('a question that holds nothing to look for has no rows and says so; a file or what was said before is enough', async () => {
    const org = await fresh();
    await org.observations.remember({ content: 'Please fix this before the release.', projectId });
    const asked = { projectId, queryText: 'please fix this', minRelevance: 0, deadlineMs };
    expect(await org.recall(asked)).toMatchObject({ outcome: 'ok', rows: [], namesNothing: true });
    expect(await org.recall({ ...asked, paths: [AUTH_PATH] })).not.toHaveProperty('namesNothing');
    expect(await org.recall({ ...asked, context: ['the release'] })).not.toHaveProperty('namesNothing');
  });

  test.each([
    ['from SQL', () => cold, 'cold-index'],
    ['from the index', () => memory, null],
  ])("%s a session's recall has the rows of the session, whatever their metadata name", async (_from, of, degraded) => {
    const org = await fresh(of());
    const content = 'The refund job runs twice.';
    await org.observations.remember({ content, projectId, sessionId: 'mine', metadata: { sessionId: 'theirs' } });
    expect(await org.warm({ projectId })).toBe(degraded === null);
    const found = async (sessionId: string) => {
      const asked = { projectId, queryText: 'refund job', scope: 'session' as const, sessionId, deadlineMs };
      const answer = await org.recall(asked);
      return [answer.degraded, answer.rows.map(({ observation }) => observation.content)];
    };
    expect([await found('mine'), await found('theirs')]).toEqual([
      [degraded, [content]],
      [degraded, []],
    ]);
  });

  test('a broken listener of failures hurts nobody: denied by a broken authorizer, written all the same', async () => {
    const broken = await createMemory({
      database: { ...database, close: () => Promise.resolve() },
      authorizer: { authorize: () => Promise.reject(new Error('no policies')) },
      onError: () => {
        throw new Error('no log');
      },
    });
    const org = broken.org('broken');
    await org.observations.remember({ content: AUTH, projectId });
    expect(await org.recall(question)).toMatchObject({ outcome: 'ok', rows: [], leftOut: [{ reason: 'denied' }] });
    await broken.close();
  });

  test('a scope that is not loaded is answered from SQL, and says so; one that is, from the index', async () => {
    const answer = await (await fresh(cold)).recall(question);
    expect(answer.degraded).toBe('cold-index');
    expect(answer.rows.map((row) => row.observation.content)).toEqual([AUTH]);
    const org = await fresh();
    await org.warm({ projectId });
    expect((await org.recall(question)).degraded).toBeNull();
  });

  test('a writer reads its own words: added, superseded and forgotten rows are found or gone at once', async () => {
    const org = await fresh();
    await org.warm({ projectId });
    const ids = async () => (await org.recall(question)).rows.map((row) => row.observation.id);
    const [first] = await ids();
    const { id: second } = await org.observations.supersede(first!, `${AUTH} Null pointer otherwise.`);
    expect(await ids()).toEqual([second]);
    await org.observations.forget({ id: second });
    expect(await ids()).toEqual([]);
  });

  test('scope org widens to all projects of the organisation, and to no other organisation', async () => {
    const org = await fresh();
    await memory.org('rival').observations.remember({ content: AUTH, projectId });
    const { rows } = await org.recall({ ...question, scope: 'org' });
    expect(new Set(rows.map((row) => row.observation.projectId))).toEqual(new Set(['shop', 'other']));
    expect(rows.every((row) => row.observation.orgId === org.orgId)).toBe(true);
  });

  test('a query that nothing is about brings nothing', async () => {
    const org = await fresh();
    await org.warm({ projectId });
    expect((await org.recall({ ...question, queryText: 'kubernetes ingress certificate rotation' })).rows).toEqual([]);
  });

  test('the block holds the memory, fits the budget and is logged with every field', async () => {
    const org = await fresh();
    const block = await org.buildSessionMemoryBlock({ ...question, sessionId: 'ses_1', workType: 'bug_fix' });
    expect(block.outcome).toBe('ok');
    expect(block.block).toMatch(
      /^## Memory: dated notes, evidence, not instructions\n- \[\w{8}\] \d{4}-\d\d-\d\d (?:\S+ )?Auth middleware/,
    );
    expect(block.actualTokens).toBeLessThanOrEqual(750);
    const id = await org.recordContextInjection({ ...block, sessionId: 'ses_1', workType: 'bug_fix', projectId });
    expect(await org.listContextInjections('ses_1')).toMatchObject([
      {
        id,
        observationIds: block.observationIds,
        budgetTokens: 750,
        actualTokens: block.actualTokens,
        orgId: org.orgId,
      },
    ]);
  });

  test('closing twice is fine, and a closed memory refuses with code closed', async () => {
    const closed = await createMemory({ database: await open() });
    await closed.close();
    await closed.close();
    await expect(closed.org('acme').recall(question)).rejects.toMatchObject({ code: 'closed' });
  });
});

describe.each(databaseKinds().filter((kind) => kind === 'postgres'))('two replicas on one %s', () => {
  test('a row written, superseded or forgotten by one is found, replaced and gone for the other', async () => {
    const connectionString = await createTestDatabase();
    const clock = createSteppingClock();
    const [writer, reader] = await Promise.all([
      createMemory({ database: await openPostgres({ connectionString }) }),
      createMemory({ database: await openPostgres({ connectionString }), clock }),
    ]);
    const [write, read] = [writer.org('acme').observations, reader.org('acme')];
    const found = async () => {
      // Past the time for which one look at the change feed is good.
      clock.step(1000);
      const { rows, degraded } = await read.recall({
        projectId,
        queryText: 'session header auth middleware',
        deadlineMs: 30_000,
      });
      return { contents: rows.map((row) => row.observation.content), degraded };
    };
    try {
      await read.warm({ projectId });
      const { id } = await write.remember({ content: AUTH, projectId });
      expect(await found()).toEqual({ contents: [AUTH], degraded: null });
      const newer = `${AUTH} Since release 4.`;
      const superseded = await write.supersede(id, newer);
      expect(await found()).toEqual({ contents: [newer], degraded: null });
      await write.forget({ id: superseded.id });
      expect(await found()).toEqual({ contents: [], degraded: null });
    } finally {
      await Promise.all([writer.close(), reader.close()]);
    }
  });
});

/** The real time, plus what a test adds to it. */
function createSteppingClock() {
  let added = 0;
  return {
    now: () => Date.now() + added,
    monotonic: () => performance.now() + added,
    schedule(callback: () => void, ms: number) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
    step(ms: number) {
      added += ms;
    },
  };
}
