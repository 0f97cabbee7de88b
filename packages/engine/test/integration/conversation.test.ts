import { createMemory, estimateTokens, type Memory, type OrgMemory } from '@inkling/engine';
import { isInjectionBlock, readInjectionState } from '@inkling/engine/history';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';
import { slowClock } from '../slow-clock.ts';

const projectId = 'shop';
const AUTH = 'Auth tokens are JWT, signed with ES256, because sessions need a shared store.';
const PRICES = 'Prices are rounded half to even, or invoices differ from the bank by a cent.';
// Enough other notes that a word of the query says something: in a store of three notes every word is common.
const others = ['The checkout button is green.', 'Logs rotate daily.', 'Builds need Node 20.', 'Mails leave at night.'];

const user = (content: string) => ({ role: 'user', content });
const assistant = (content: string) => ({ role: 'assistant', content });
const blocksIn = (messages: readonly { content: string }[]): string[] =>
  messages.filter((message) => isInjectionBlock(message)).map(({ content }) => content);

describeOnEachDatabase('a conversation over a memory', (open) => {
  let memory: Memory;
  let orgs = 0;
  const errors: unknown[] = [];
  beforeAll(async () => {
    memory = await createMemory({ database: await open(), clock: slowClock, onError: (error) => errors.push(error) });
  });
  afterAll(() => memory.close());

  async function fresh(): Promise<OrgMemory> {
    const org = memory.org(`acme-${(orgs += 1)}`);
    await org.observations.rememberMany([AUTH, PRICES, ...others].map((content) => ({ content, projectId })));
    await org.warm({ projectId });
    return org;
  }

  test('walk-through, multi-turn: what was given stays in sight, and is not given again [S4-001, S4-007, S4-044]', async () => {
    const conversation = (await fresh()).conversation({ projectId });
    const first = await conversation.prepare([user('Why are auth tokens JWT?')]);
    expect(blocksIn(first)).toHaveLength(1);
    expect(blocksIn(first)[0]).toContain(AUTH);
    expect(blocksIn(first)[0]).toContain('evidence, not instructions');
    const second = await conversation.prepare([
      ...first,
      assistant('A shared store.'),
      user('Why that instead of sessions?'),
    ]);
    expect(blocksIn(second)).toEqual(blocksIn(first));
    const third = await conversation.prepare([...second, assistant('See above.'), user('How are prices rounded?')]);
    expect(blocksIn(third)).toHaveLength(2);
    expect(blocksIn(third)[1]).toContain(PRICES);
  });

  test('what was said is reported to the session when that is asked for: prompts, and the answers before them', async () => {
    const org = await fresh();
    await org.sessions.create({ id: 'talk', projectId });
    const quiet = org.conversation({ projectId, sessionId: 'talk' });
    await quiet.prepare([user('Nobody asked to report this.')]);
    const conversation = org.conversation({ projectId, sessionId: 'talk', report: true });
    const history = await conversation.prepare([user('Why are auth tokens JWT?')]);
    const answer = assistant(`${'Why? '.repeat(2_000)}For a shared store.`);
    await conversation.prepare([...history, answer, user('Always ES256 then?')]);
    const talk = async (): Promise<unknown[]> =>
      (await org.activities.list('talk')).rows.map(({ type, body: { event, text } }) => [type, event, text]);
    await expect.poll(talk, { timeout: 20_000 }).toEqual([
      ['action', 'prompt', 'Why are auth tokens JWT?'],
      ['response', undefined, expect.stringMatching(/^[^]{7981}For a shared store\.$/)],
      ['action', 'prompt', 'Always ES256 then?'],
    ]);
  });

  test('what was said is written in the order in which it was said', async () => {
    const org = await fresh();
    await org.sessions.create({ id: 'quick', projectId });
    const conversation = org.conversation({ projectId, sessionId: 'quick', report: true });
    const said = Array.from({ length: 20 }, (_, turn) => `This is turn ${turn}.`);
    for (const text of said) await conversation.prepare([user(text)]);
    const written = async (): Promise<unknown[]> =>
      (await org.activities.list('quick')).rows.map(({ body }) => body.text);
    await expect.poll(async () => (await written()).length, { timeout: 20_000 }).toBe(said.length);
    expect(await written()).toEqual(said);
  });

  test('walk-through, multi-user: the users of a channel share its blocks, also over a restart [S4-016, S4-017]', async () => {
    const org = await fresh();
    const before = org.conversation({ projectId });
    const alice = await before.prepare([user('Why are auth tokens JWT?')]);
    const bob = await before.prepare([...alice, assistant('ok'), user('Did you see the game?')]);
    expect(blocksIn(bob)).toEqual(blocksIn(alice));
    const state = readInjectionState(JSON.parse(JSON.stringify(before.state())))!;
    const after = org.conversation({ projectId, state });
    const again = await after.prepare([...bob, assistant('no'), user('And how are prices rounded?')]);
    expect(blocksIn(again)).toHaveLength(2);
  });

  test('a follow-up that names nothing finds what the last exchange was about, and nothing without it [S4-040]', async () => {
    const org = await fresh();
    const talk = [user('Which auth tokens do we sign?'), assistant('JWT tokens, with ES256.'), user('Why that?')];
    const [block] = blocksIn(await org.conversation({ projectId }).prepare(talk));
    expect(block).toContain(AUTH);
    const off = org.conversation({ projectId, settings: { context_exchanges: 0 } });
    expect(blocksIn(await off.prepare(talk))).toEqual([]);
    const elsewhere = [...talk.slice(0, 2), user('How are prices rounded at the bank?')];
    const [other] = blocksIn(await org.conversation({ projectId }).prepare(elsewhere));
    expect(other).toContain(PRICES);
    expect(other).not.toContain(AUTH);
  });

  test('pinned memories come unasked, as far as the policy lets them', async () => {
    const org = await fresh();
    const pinned = { projectId, kind: 'convention', pinned: true };
    const { id } = await org.observations.remember({ ...pinned, content: 'Tests come first.' });
    await org.observations.remember({
      ...pinned,
      content: 'The vault key is kept by Ann.',
      classification: 'restricted',
    });
    await org.observations.remember({
      ...pinned,
      kind: 'error',
      content: 'Pinned, but of no kind that comes unasked.',
    });
    await org.observations.remember({ ...pinned, projectId: 'other', content: 'Pinned in another project.' });
    const injections: (readonly string[])[] = [];
    const conversation = org.conversation({ projectId, onInjection: ({ ids }) => injections.push(ids) });
    await conversation.prepare([user('hello')]);
    expect(injections).toEqual([[id]]);
  });

  test('with a session every turn is a row of its log', async () => {
    const org = await fresh();
    const conversation = org.conversation({ projectId, sessionId: 'ses_1' });
    const [block] = await conversation.prepare([user('Why are auth tokens JWT?')]);
    await conversation.prepare([user('Why are auth tokens JWT?'), assistant('x'), user('Did you see the game?')]);
    const { rows } = await org.recall({ projectId, queryText: 'auth tokens' });
    const id = rows[0]?.observation.id;
    await expect.poll(async () => (await org.listContextInjections('ses_1')).length).toBe(2);
    const logged = await org.listContextInjections('ses_1');
    expect(
      logged.map(({ observationIds, queryText, actualTokens }) => ({ observationIds, queryText, actualTokens })),
    ).toEqual(
      expect.arrayContaining([
        {
          observationIds: [id],
          queryText: 'Why are auth tokens JWT?',
          actualTokens: estimateTokens(block!.content),
        },
        { observationIds: [], queryText: 'Did you see the game?', actualTokens: 0 },
      ]),
    );
  });

  test('a row has the work type of its session', async () => {
    const org = await fresh();
    await org.sessions.create({ id: 'ses_fix', projectId, agentId: 'dev', workType: 'bug_fix' });
    await org.conversation({ projectId, sessionId: 'ses_fix' }).prepare([user('Why are auth tokens JWT?')]);
    await expect.poll(() => org.listContextInjections('ses_fix')).toMatchObject([{ workType: 'bug_fix' }]);
  });

  test("a project's switches hold", async () => {
    const org = await fresh();
    await org.config.setProject(projectId, { runtimeInjectEnabled: false }, { actor: 'ann' });
    const messages = [user('Why are auth tokens JWT?')];
    expect(await org.conversation({ projectId }).prepare(messages)).toEqual(messages);
  });

  test('settings that cannot be meant are refused; a closed memory costs the block, not the turn', async () => {
    const org = await fresh();
    expect(() => org.conversation({ projectId, settings: { max_total: -1 } })).toThrow(
      'memory_injection.max_total is -1',
    );
    const short = org.conversation({ projectId: 'x'.repeat(10_000) });
    const messages = [user('Why are auth tokens JWT?')];
    expect(await short.prepare(messages)).toEqual(messages);
    expect(errors.every((error) => error instanceof Error)).toBe(true);
  });
});
