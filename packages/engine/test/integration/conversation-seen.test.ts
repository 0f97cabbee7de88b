import { createMemory, type Memory, type OrgMemory } from '@inkling/engine';
import { isInjectionBlock, readInjectionState } from '@inkling/engine/history';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verbEvent } from '../in-session-fixtures.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';
import { slowClock } from '../slow-clock.ts';

const projectId = 'shop';
const AUTH = 'Auth tokens are JWT, signed with ES256, because sessions need a shared store.';
const KEYS = 'Auth tokens are signed by keys that rotate on Mondays.';
const others = ['The checkout button is green.', 'Logs rotate daily.', 'Builds need Node 20.', 'Mails leave at night.'];
const QUESTION = 'Why are auth tokens JWT, signed with ES256 keys?';
const PATIENT = { latencyBudgetMs: 60_000 };

const user = (content: string) => ({ role: 'user', content });
const assistant = (content: string) => ({ role: 'assistant', content });
const blockIn = (messages: readonly { content: string }[]): string =>
  messages
    .filter((message) => isInjectionBlock(message))
    .map(({ content }) => content)
    .join('\n');

describeOnEachDatabase('a conversation and the other channels of its session', (open) => {
  let memory: Memory;
  let orgs = 0;
  beforeAll(async () => {
    memory = await createMemory({ database: await open(), clock: slowClock });
  });
  afterAll(() => memory.close());

  async function fresh(id = 'ses'): Promise<{ org: OrgMemory; auth: string; keys: string }> {
    const org = memory.org(`seen-${(orgs += 1)}`);
    const remembered = await org.observations.rememberMany(
      [AUTH, KEYS, ...others].map((content) => ({ content, projectId })),
    );
    await org.warm({ projectId });
    await working(org, id);
    return { org, auth: remembered[0]!.id, keys: remembered[1]!.id };
  }

  async function working(org: OrgMemory, id: string): Promise<void> {
    const workItem = { title: 'Auth tokens JWT, signed with ES256, in a shared store' };
    await org.sessions.create({ id, projectId, agentId: 'dev', workItem });
    await org.sessions.claim(id, { workerId: 'w' });
  }

  async function heldOut(org: OrgMemory): Promise<string> {
    for (let at = 0; at < 100; at += 1) {
      await working(org, `out-${at}`);
      if ((await org.sessions.get(`out-${at}`))?.experiment?.heldOut) return `out-${at}`;
    }
    throw new Error('no session was held out');
  }

  const conversationOf = (org: OrgMemory, sessionId: string | null = 'ses', settings = {}) =>
    org.conversation({ projectId, deadlineMs: 60_000, settings, ...(sessionId === null ? {} : { sessionId }) });

  const asked = (org: OrgMemory, sessionId: string) =>
    verbEvent({ orgId: org.orgId, projectId, sessionId, agentId: 'dev', paths: [], query: QUESTION });

  /** The seed's two questions, so that words alone decide what an event brings. */
  function injectorOf(org: OrgMemory) {
    const capability = { supportsMessageInjection: true, injectMessage: async () => undefined };
    return org.createInSessionInjector({ capability, config: PATIENT, subject: async () => null });
  }

  const kept = (org: OrgMemory, sessionId = 'ses') =>
    expect.poll(async () => (await org.listMemoryInjects(sessionId)).map(({ source }) => source), { timeout: 20_000 });

  test('what its start block had is left out until the next epoch; without a session nothing is', async () => {
    const { org, auth } = await fresh();
    const start = await org.injectContextForClaimedSession('ses', { deadlineMs: 60_000, atMostTokens: { '*': 60 } });
    expect(start).toMatchObject({ outcome: 'enqueued', block: { observationIds: [auth] } });
    const shown = blockIn(await conversationOf(org).prepare([user(QUESTION)]));
    expect(shown).toContain(KEYS);
    expect(shown).not.toContain(AUTH);
    expect(blockIn(await conversationOf(org, null).prepare([user(QUESTION)]))).toContain(AUTH);
    await org.sessions.startEpoch('ses', 0);
    expect(blockIn(await conversationOf(org).prepare([user(QUESTION)]))).toContain(AUTH);
  });

  test('what it showed no injector brings, be it there already or made later; and its block is in the queue', async () => {
    const { org, auth, keys } = await fresh();
    const before = injectorOf(org);
    const messages = await conversationOf(org).prepare([user(QUESTION)]);
    expect(await before.handleVerbEvent(asked(org, 'ses'))).toMatchObject({ outcome: 'no-match' });
    await kept(org).toEqual(['in-session']);
    const [row] = await org.listMemoryInjects('ses');
    expect(row).toMatchObject({ status: 'acked', text: blockIn(messages), logId: expect.any(String) });
    expect(row?.observationIds.toSorted()).toEqual([auth, keys].toSorted());
    expect(await injectorOf(org).handleVerbEvent(asked(org, 'ses'))).toMatchObject({ outcome: 'no-match' });
    await org.sessions.startEpoch('ses', 0);
    expect(await before.handleVerbEvent(asked(org, 'ses'))).toMatchObject({ outcome: 'injected' });
  });

  test('what an injector pushed, and what another conversation of the session showed, is left out', async () => {
    const { org, auth } = await fresh();
    const injector = org.createInSessionInjector({
      capability: { supportsMessageInjection: true, injectMessage: async () => undefined },
      config: { ...PATIENT, maxSuggestionsPerEvent: 1 },
      subject: async () => null,
    });
    expect(await injector.handleVerbEvent(asked(org, 'ses'))).toMatchObject({ observationIds: [auth] });
    const shown = blockIn(await conversationOf(org).prepare([user(QUESTION)]));
    expect(shown).toContain(KEYS);
    expect(shown).not.toContain(AUTH);
    const another = blockIn(await conversationOf(org).prepare([user(QUESTION)]));
    expect(another).not.toContain(KEYS);
    expect(another).not.toContain(AUTH);
  });

  test('pinned memories that the session has had do not come unasked', async () => {
    const { org } = await fresh();
    const pinned = { projectId, kind: 'convention', pinned: true, content: 'Tests come first.' };
    const { id } = await org.observations.remember(pinned);
    await org.enqueueMemoryInject({ sessionId: 'ses', text: '- Tests come first.', observationIds: [id] });
    expect(blockIn(await conversationOf(org).prepare([user('hello')]))).toBe('');
    expect(blockIn(await conversationOf(org, null).prepare([user('hello')]))).toContain('Tests come first.');
  });

  test('its own blocks are its own affair: what is out of its sight comes again, also after a restart', async () => {
    const { org } = await fresh();
    const conversation = conversationOf(org, 'ses', { context_window_depth: 2 });
    const first = await conversation.prepare([user(QUESTION)]);
    expect(blockIn(first)).toContain(AUTH);
    const second = await conversation.prepare([...first, assistant('ok'), user('Did you see the game?')]);
    await kept(org).toEqual(['in-session']);
    const state = readInjectionState(JSON.parse(JSON.stringify(conversation.state())))!;
    const third = [...second, assistant('no'), user(QUESTION)];
    const settings = { context_window_depth: 2 };
    const after = org.conversation({ projectId, sessionId: 'ses', deadlineMs: 60_000, settings, state });
    expect(blockIn(await after.prepare(third)).split(AUTH)).toHaveLength(3);
    // The host dropped everything before.
    expect(blockIn(await conversation.prepare([user(`${QUESTION} Once more.`)]))).toContain(AUTH);
  });

  test('a session that is held out: what was withheld counts as shown, and is in no queue', async () => {
    const { org, auth, keys } = await fresh();
    await org.experiments.start(projectId, 0.9, { actor: 'ann' });
    const out = await heldOut(org);
    const injector = injectorOf(org);
    const start = await org.injectContextForClaimedSession(out, { deadlineMs: 60_000, atMostTokens: { '*': 60 } });
    expect(start).toMatchObject({ outcome: 'held-out', block: { observationIds: [auth] } });
    const messages = [user(QUESTION)];
    const conversation = conversationOf(org, out);
    expect(await conversation.prepare(messages)).toEqual(messages);
    const logged = async () =>
      (await org.listContextInjections(out)).map(({ shown, observationIds }) => [shown, observationIds]);
    await expect.poll(logged, { timeout: 20_000 }).toEqual([
      [false, [keys]],
      [false, [auth]],
    ]);
    expect(await injector.handleVerbEvent(asked(org, out))).toMatchObject({ outcome: 'no-match' });
    // The other way round.
    await org.sessions.startEpoch(out, 0);
    expect(await injector.handleVerbEvent(asked(org, out))).toMatchObject({ reason: 'held-out' });
    const next = [...messages, assistant('ok'), user(`${QUESTION} Once more.`)];
    expect(await conversation.prepare(next)).toEqual(next);
    await expect.poll(async () => (await logged())[0], { timeout: 20_000 }).toEqual([true, []]);
    expect(await org.listMemoryInjects(out)).toEqual([]);
  });

  test('a session that nobody created has its log, and nothing else', async () => {
    const { org } = await fresh();
    expect(blockIn(await conversationOf(org, 'nobody').prepare([user(QUESTION)]))).toContain(AUTH);
    await expect.poll(() => org.listContextInjections('nobody'), { timeout: 20_000 }).toHaveLength(1);
    expect(await org.listMemoryInjects('nobody')).toEqual([]);
    expect(await injectorOf(org).handleVerbEvent(asked(org, 'nobody'))).toMatchObject({ outcome: 'injected' });
  });
});
