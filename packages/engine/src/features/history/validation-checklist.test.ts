import { describe, expect, test } from 'vitest';
import { createWordSource, type WordMemory } from '../../../test/word-source.ts';
import { computeMemoryInjection } from './compute-memory-injection.ts';
import { createConversationMemory } from './conversation-memory.ts';
import { estimateHistoryTokens, renderMessagesAsTranscript } from './render-messages-as-transcript.ts';
import { INJECTION_BLOCK_PREFIX } from './blocks/injection-block.ts';
import { createInjectionState } from './blocks/injection-state.ts';
import { insertInjectionBlock } from './blocks/insert-injection-block.ts';
import { injectedTurns, isInjectionBlock } from './blocks/is-injection-block.ts';
import { DEFAULT_MEMORY_INJECTION, type MemoryInjectionSettings } from './memory-injection-settings.ts';
import { pruneOldInjectionBlocks, withoutInjectionBlocks } from './blocks/prune-old-injection-blocks.ts';
import { drainOldest } from './tool-pairs.ts';

interface Message {
  readonly role: string;
  readonly content: string;
  readonly name?: string;
}

const AUTH = Array.from({ length: 10 }, (_, at) => ({
  id: `auth-${at}`,
  text: `auth detail ${at} alpha${at} beta${at} gamma${at} delta${at}`,
}));
const JWT = Array.from({ length: 5 }, (_, at) => ({
  id: `jwt-${at}`,
  text: `jwt reason ${at} kappa${at} lambda${at} sigma${at} omega${at}`,
}));
const DATABASE = Array.from({ length: 8 }, (_, at) => ({
  id: `db-${at}`,
  text: `database fact ${at} rho${at} tau${at} phi${at} chi${at}`,
}));
const INDEXES = Array.from({ length: 4 }, (_, at) => ({
  id: `index-${at}`,
  text: `indexes note ${at} mu${at} nu${at} xi${at} pi${at}`,
}));
const LIMITS: readonly WordMemory[] = [
  { id: 'limit', text: 'rate limiting allows sixty requests each minute' },
  { id: 'redis', text: 'redis holds counters behind a proxy' },
];

/**
 * A channel as the seed runs one: before each turn the oldest blocks beyond the cap go, then the block of the turn comes before what the
 * user said, and all of it is written back.
 */
function openChannel(memories: readonly WordMemory[], changes: Partial<MemoryInjectionSettings> = {}) {
  const settings = { ...DEFAULT_MEMORY_INJECTION, contextual_min_score: 0.4, ...changes };
  const source = createWordSource(memories);
  const cap = settings.max_injected_blocks_in_history;
  let history: Message[] = [];
  let state = createInjectionState(() => 'channel');
  return {
    history: () => history,
    drain: (count: number) => (history = history.slice(count)),
    async turn(text: string, name = 'Ann'): Promise<{ ids: readonly string[]; seen: readonly Message[] }> {
      const injection = await computeMemoryInjection({ text, source, settings, state, history });
      state = injection.state;
      const said: Message = { role: 'user', content: text, name };
      const { block } = injection;
      const seen =
        block === null
          ? [...history, said]
          : insertInjectionBlock([...pruneOldInjectionBlocks(history, cap), said], block);
      const answered = [...seen, { role: 'assistant', content: `answer to: ${text}` }];
      history = cap === 0 ? withoutInjectionBlocks(answered) : answered;
      return { ids: injection.ids, seen };
    },
  };
}

const turnsIn = (messages: readonly unknown[]): number[] => [...injectedTurns(messages, 'channel')];
const shown = (messages: readonly Message[]): string =>
  messages
    .filter((one) => isInjectionBlock(one))
    .map(({ content }) => content)
    .join('\n');

describe('walk-through: normal multi-turn conversation', () => {
  test('auth, why JWT, the database, the database on: four turns, three blocks', async () => {
    const channel = openChannel([...AUTH, ...JWT, ...DATABASE, ...INDEXES]);
    const one = await channel.turn('What about the auth detail?');
    expect(one.ids).toHaveLength(10);
    expect(channel.history().map((message) => (isInjectionBlock(message) ? 'block' : message.role))).toEqual([
      'block',
      'user',
      'assistant',
    ]);

    const two = await channel.turn('jwt reason, and the auth detail?');
    expect(two.ids).toHaveLength(5);
    expect(two.ids.every((id) => id.startsWith('jwt'))).toBe(true);
    expect(turnsIn(two.seen)).toEqual([1, 2]);

    const three = await channel.turn('Which database fact matters?');
    expect(three.ids).toHaveLength(8);
    expect(turnsIn(three.seen)).toEqual([1, 2, 3]);

    const four = await channel.turn('And which indexes note?');
    expect(four.ids).toHaveLength(4);
    expect(turnsIn(four.seen)).toEqual([2, 3, 4]);
    expect(shown(four.seen)).not.toContain('auth detail');
  });

  test('turn 1: ten memories about auth, before what the user said, and they stay [S4-007, S4-012]', async () => {
    const channel = openChannel(AUTH);
    const { ids } = await channel.turn('auth detail?');
    const [block, said, answer] = channel.history();
    expect([ids.length, isInjectionBlock(block), said?.content, answer?.role]).toEqual([
      10,
      true,
      'auth detail?',
      'assistant',
    ]);
  });

  test('turn 2: what was given is not given again, and the first block is still there [S4-013]', async () => {
    const channel = openChannel([...AUTH, ...JWT]);
    await channel.turn('auth detail?');
    const { ids, seen } = await channel.turn('jwt reason for this auth detail?');
    expect(ids).toEqual(JWT.map(({ id }) => id));
    expect(shown(seen)).toContain('auth detail 9');
  });

  test('turn 3: the third block comes beside the others [S4-014]', async () => {
    const channel = openChannel([...AUTH, ...JWT, ...DATABASE]);
    for (const text of ['auth detail?', 'jwt reason?']) await channel.turn(text);
    expect(turnsIn((await channel.turn('database fact?')).seen)).toEqual([1, 2, 3]);
  });

  test('turn 4: the oldest goes for the fourth [S4-015]', async () => {
    const channel = openChannel([...AUTH, ...JWT, ...DATABASE, ...INDEXES]);
    for (const text of ['auth detail?', 'jwt reason?', 'database fact?']) await channel.turn(text);
    expect(turnsIn((await channel.turn('indexes note?')).seen)).toEqual([2, 3, 4]);
  });
});

describe('walk-through: multi-user scenario', () => {
  test("Alice's follow-up has her first block in sight, although Bob spoke between [S4-016, S4-017]", async () => {
    const channel = openChannel(LIMITS, { contextual_min_score: 0.3 });
    const alice = await channel.turn('How does rate limiting work?', 'Alice');
    expect(alice.ids).toEqual(['limit']);
    const bob = await channel.turn('Did you see the game?', 'Bob');
    expect(bob.ids).toEqual([]);
    const again = await channel.turn('What about redis for that?', 'Alice');
    expect(again.ids).toEqual(['redis']);
    expect(shown(again.seen)).toContain('rate limiting allows sixty');
    expect(turnsIn(again.seen)).toEqual([1, 3]);
    expect(renderMessagesAsTranscript(again.seen)).toContain('User Bob: Did you see the game?');
  });
});

describe('walk-through: compaction fires', () => {
  test('the summary reflects what was said, the blocks of its zone are dropped, and nothing feeds itself [S4-019, S4-020]', async () => {
    const memory = createConversationMemory({
      source: createWordSource(AUTH),
      state: createInjectionState(() => 'channel'),
    });
    let history: object[] = [];
    for (let at = 0; at < 6; at += 1) {
      history = await memory.prepare([...history, { role: 'user', content: `auth detail ${at}?` }]);
      history.push({ role: 'assistant', content: 'ok' });
    }
    const zone = history.slice(0, -2);
    const summary = `Summary: ${memory.transcript(zone)}`;
    expect(summary).not.toContain('alpha');
    // What a capture would store of the summary is what was said; nothing of it is an injected fact, so a search finds no fact twice.
    expect(summary.split('\n\n').filter((paragraph) => !memory.isNew(paragraph))).toEqual([]);
    const after = await memory.prepare([
      { role: 'user', content: summary },
      ...memory.withoutBlocks(history.slice(-2)),
      { role: 'user', content: 'thanks' },
    ]);
    expect(after.filter((message) => isInjectionBlock(message))).toEqual([]);
  });
});

describe('validation checklist', () => {
  const all = [...AUTH, ...JWT, ...DATABASE, ...INDEXES];
  const questions = ['auth detail?', 'jwt reason?', 'database fact?', 'indexes note?'];

  test('1. cap enforced: never more than N injection blocks in history [S4-041]', async () => {
    for (const cap of [1, 2, 3]) {
      const channel = openChannel(all, { max_injected_blocks_in_history: cap, context_window_depth: 2, max_total: 2 });
      for (let at = 0; at < 12; at += 1) {
        const { seen } = await channel.turn(questions[at % 4]!);
        expect(turnsIn(seen).length).toBeLessThanOrEqual(cap);
        expect(turnsIn(channel.history()).length).toBeLessThanOrEqual(cap);
      }
    }
  });

  test('2. `max_injected_blocks_in_history = 0` gives ephemeral behavior [S4-042]', async () => {
    const channel = openChannel(all, { max_injected_blocks_in_history: 0 });
    for (let at = 0; at < 3; at += 1) {
      expect(turnsIn((await channel.turn('auth detail?')).seen)).toEqual([at + 1]);
      expect(channel.history().some((message) => isInjectionBlock(message))).toBe(false);
    }
  });

  test('3. compaction summaries contain zero `[Context from memory]` content [S4-043]', async () => {
    const channel = openChannel(all);
    for (const text of questions) await channel.turn(text);
    const transcript = renderMessagesAsTranscript(channel.history());
    expect(transcript).not.toContain(INJECTION_BLOCK_PREFIX);
    expect(all.filter(({ text }) => transcript.includes(text))).toEqual([]);
    expect(questions.filter((text) => !transcript.includes(text))).toEqual([]);
  });

  test('4. multi-turn follow-ups on same topic retain context (blocks visible) [S4-044]', async () => {
    const channel = openChannel(AUTH);
    await channel.turn('auth detail?');
    const { ids, seen } = await channel.turn('Why that instead of sessions?');
    expect(ids).toEqual([]);
    expect(shown(seen)).toContain('auth detail 0 alpha0');
  });

  test('5. topic change naturally evicts old injection blocks [S4-045]', async () => {
    const channel = openChannel(all);
    await channel.turn('auth detail?');
    for (const text of questions.slice(1)) await channel.turn(text);
    expect(shown(channel.history())).not.toContain('auth detail');
    expect(shown(channel.history())).toContain('database fact');
  });

  test('6. `context_window_depth = 10` prevents excessive re-injection [S4-046]', async () => {
    const channel = openChannel(AUTH);
    const counts: number[] = [];
    for (let at = 0; at < 11; at += 1) counts.push((await channel.turn('auth detail?')).ids.length);
    expect(counts).toEqual([10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10]);
  });

  test("7. memory persistence branches don't re-save existing memories at excessive rates [S4-047]", async () => {
    const memory = createConversationMemory({ source: createWordSource(all) });
    const history = await memory.prepare([{ role: 'user', content: 'auth detail and jwt reason?' }]);
    // The worst branch there is: it wants to remember every line that it sees, and one thing that was decided.
    const wanted = [
      ...JSON.stringify(history).split('\\n'),
      ...AUTH.map(({ text }) => text),
      'Decided: passkeys replace passwords in May.',
    ];
    const saved = wanted.filter((statement) => memory.isNew(statement));
    expect(saved.filter((statement) => /alpha|kappa/.test(statement))).toEqual([]);
    expect(saved).toContain('Decided: passkeys replace passwords in May.');
    expect(memory.withoutBlocks(history)).toEqual([{ role: 'user', content: 'auth detail and jwt reason?' }]);
  });

  test('8. branches forked during injection see the injected context [S4-036, S4-037, S4-048]', async () => {
    const channel = openChannel(AUTH);
    const { seen } = await channel.turn('auth detail?');
    const branch = [...seen];
    expect(shown(branch)).toContain('auth detail 0');
    branch.push({ role: 'user', content: 'only in the branch' });
    expect(channel.history()).toHaveLength(3);
    expect(isInjectionBlock(channel.history()[0])).toBe(true);
  });

  test("9. emergency truncation doesn't crash on injection blocks [S4-035, S4-049]", async () => {
    for (let drained = 0; drained <= 12; drained += 1) {
      const channel = openChannel(all, { max_total: 3 });
      for (const text of questions) await channel.turn(text);
      channel.drain(drained);
      expect(() => renderMessagesAsTranscript(channel.history())).not.toThrow();
      expect(turnsIn((await channel.turn('auth detail?')).seen).length).toBeLessThanOrEqual(3);
    }
  });
});

describe('risks to monitor', () => {
  test('1. duplication by persistence branches: the share that would be saved again is 0', async () => {
    const memory = createConversationMemory({ source: createWordSource(AUTH) });
    await memory.prepare([{ role: 'user', content: 'auth detail?' }]);
    const again = AUTH.filter(({ text }) => memory.isNew(text) || memory.isNew(`Note that ${text.toUpperCase()}.`));
    expect(again.length / AUTH.length).toBe(0);
    expect(memory.isNew(`${AUTH[0]!.text} no longer`)).toBe(true);
  });

  test('2. emergency truncation: the next turn re-injects what was dropped [S4-035]', async () => {
    const channel = openChannel(AUTH);
    const first = await channel.turn('auth detail?');
    expect((await channel.turn('auth detail?')).ids).toEqual([]);
    channel.drain(1);
    expect((await channel.turn('auth detail?')).ids).toEqual(first.ids);
    expect(drainOldest(channel.history(), 2).length).toBeLessThan(channel.history().length);
  });

  test('3. token estimation counts the blocks, so compaction starts earlier, never later [S4-034]', async () => {
    const channel = openChannel(AUTH);
    await channel.turn('auth detail?');
    const history = channel.history();
    const blocks = history.filter((message) => isInjectionBlock(message));
    const counted = estimateHistoryTokens(history);
    expect(counted).toBeGreaterThan(estimateHistoryTokens(withoutInjectionBlocks(history)));
    expect(counted - estimateHistoryTokens(withoutInjectionBlocks(history))).toBeGreaterThanOrEqual(
      estimateHistoryTokens(blocks) - 1,
    );
  });

  test('4. prefix stability: what is injected is what is found, by one constant [S4-050]', async () => {
    const { block } = await computeMemoryInjection({
      text: 'auth detail?',
      source: createWordSource(AUTH),
      settings: DEFAULT_MEMORY_INJECTION,
      state: createInjectionState(),
    });
    expect(block?.startsWith(INJECTION_BLOCK_PREFIX)).toBe(true);
    expect(isInjectionBlock({ role: 'user', content: block })).toBe(true);
  });
});

describe('what is logged', () => {
  test("a logger that writes what users and the model said writes no block: they are the host's own messages [S4-038]", async () => {
    const memory = createConversationMemory({ source: createWordSource(AUTH) });
    const logged: object[] = [{ role: 'user', content: 'auth detail?' }];
    const request = await memory.prepare(logged);
    expect(request).toHaveLength(2);
    expect(logged).toHaveLength(1);
    expect(logged.some((message) => isInjectionBlock(message))).toBe(false);
  });
});
