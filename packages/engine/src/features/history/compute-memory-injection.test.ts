import { describe, expect, test } from 'vitest';
import { createWordSource, type WordMemory } from '../../../test/word-source.ts';
import { computeMemoryInjection, type MemoryInjection } from './compute-memory-injection.ts';
import { createInjectionState, readInjectionState, type ChannelInjectionState } from './blocks/injection-state.ts';
import { DEFAULT_MEMORY_INJECTION, type MemoryInjectionSettings } from './memory-injection-settings.ts';
import type { MemorySource } from './memory-source.ts';
import { createPersistenceFilter } from './conversation-memory.ts';

const fresh = (): ChannelInjectionState => createInjectionState(() => 'abc-123');

const AUTH: readonly WordMemory[] = [
  { id: 'a1', text: 'auth tokens are JWT signed with ES256' },
  { id: 'a2', text: 'auth refresh rotates daily by policy' },
  { id: 'a3', text: 'auth login locks after five failures' },
];

function turn(
  text: string,
  state: ChannelInjectionState,
  source: MemorySource = createWordSource(AUTH),
  settings: Partial<MemoryInjectionSettings> = {},
): Promise<MemoryInjection> {
  return computeMemoryInjection({ text, state, source, settings: { ...DEFAULT_MEMORY_INJECTION, ...settings } });
}

/** Turns one after another with the same text; the ids of each. */
async function turns(
  count: number,
  text: string,
  settings: Partial<MemoryInjectionSettings> = {},
): Promise<string[][]> {
  let state = fresh();
  const seen: string[][] = [];
  for (let at = 0; at < count; at += 1) {
    const { ids, state: next } = await turn(text, state, createWordSource(AUTH), settings);
    seen.push([...ids]);
    // As after a restart: from its JSON.
    state = readInjectionState(JSON.parse(JSON.stringify(next)))!;
  }
  return seen;
}

describe('a turn', () => {
  test('retrieves what matters and gives it as a block with the prefix and the tag of its turn [S4-001]', async () => {
    const { outcome, block, ids, state } = await turn('how does auth login work', fresh());
    expect(outcome).toBe('injected');
    expect(ids).toEqual(['a3', 'a1', 'a2']);
    expect(block).toMatch(
      /^\[Context from memory\] \(abc123-1\)\n- \[a3\] auth login[^]*\n\[End of context from memory\] \(abc123-1\)$/,
    );
    expect(state.turn).toBe(1);
    expect(state.injected_ids).toEqual({ a1: 1, a2: 1, a3: 1 });
  });

  test('`max_total` is a hard cap on memories per pass, pinned ones included [S4-004]', async () => {
    const source = createWordSource([
      ...AUTH,
      { id: 'p', text: 'always write tests', kind: 'convention', pinned: true },
    ]);
    const { ids, leftOut } = await turn('auth login', fresh(), source, { max_total: 2 });
    expect(ids).toEqual(['p', 'a3']);
    expect(leftOut).toEqual([
      { id: 'a1', reason: 'over-total' },
      { id: 'a2', reason: 'over-total' },
    ]);
  });

  test('`contextual_min_score` keeps out what scores lower, also from a source that does not look at it [S4-005]', async () => {
    const careless: MemorySource = {
      ...createWordSource([]),
      search: () =>
        Promise.resolve([
          { id: 'low', text: 'x', score: 0.49 },
          { id: 'none', text: 'y' },
          { id: 'high', text: 'z', score: 0.5 },
        ]),
    };
    const { ids, leftOut } = await turn('q', fresh(), careless, { contextual_min_score: 0.5 });
    expect(ids).toEqual(['high']);
    expect(leftOut.map(({ id, reason }) => `${id} ${reason}`)).toEqual(['low low-score', 'none low-score']);
  });

  test('`ambient_enabled` switches pinned kinds on and off at run time [S4-006]', async () => {
    const source = createWordSource([
      { id: 'p1', text: 'always write tests', kind: 'convention', pinned: true },
      { id: 'p2', text: 'never push on friday', kind: 'error', pinned: true },
    ]);
    expect((await turn('hello', fresh(), source)).ids).toEqual(['p1']);
    expect((await turn('hello', fresh(), source, { ambient_enabled: false })).outcome).toBe('no-match');
    expect((await turn('hello', fresh(), source, { pinned_kinds: ['error'] })).ids).toEqual(['p2']);
    expect((await turn('hello', fresh(), source, { pinned_limit: 0 })).ids).toEqual([]);
  });

  test('without a match there is no block, and switched off nothing is asked', async () => {
    expect(await turn('what a game yesterday', fresh())).toMatchObject({ outcome: 'no-match', block: null });
    const never: MemorySource = {
      search: () => Promise.reject(new Error('asked')),
      render: () => ({ text: '', ids: [] }),
    };
    expect(await turn('auth', fresh(), never, { enabled: false })).toMatchObject({ outcome: 'disabled', block: null });
  });

  test('a source that fails costs the block, not the turn', async () => {
    const broken: MemorySource = { ...createWordSource([]), search: () => Promise.reject(new Error('down')) };
    const { outcome, error, state } = await turn('auth', fresh(), broken);
    expect(outcome).toBe('failed');
    expect(error).toEqual(new Error('down'));
    expect(state.turn).toBe(1);
  });

  test('only what was rendered counts as injected', async () => {
    const { ids, leftOut, state } = await turn('auth login', fresh(), createWordSource(AUTH), { budget_tokens: 12 });
    expect(ids).toEqual(['a3']);
    expect(leftOut.map(({ reason }) => reason)).toEqual(['did-not-fit', 'did-not-fit']);
    expect(Object.keys(state.injected_ids)).toEqual(['a3']);
  });
});

describe('repetition', () => {
  test('`context_window_depth` turns pass before a memory comes again, over restarts too [S4-002, S4-046]', async () => {
    const seen = await turns(12, 'auth login');
    expect(seen.map((ids) => ids.length)).toEqual([3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0]);
    const short = await turns(5, 'auth login', { context_window_depth: 2 });
    expect(short.map((ids) => ids.length)).toEqual([3, 0, 3, 0, 3]);
  });

  test('ephemeral: each turn gets a fresh injection', async () => {
    const seen = await turns(3, 'auth login', { max_injected_blocks_in_history: 0 });
    expect(seen.map((ids) => ids.length)).toEqual([3, 3, 3]);
  });

  test('the semantic buffer knows a memory in other words, until it is old [S4-003]', async () => {
    const settings = { context_window_depth: 3 };
    const first = await turn('auth login', fresh(), createWordSource([AUTH[2]!]), settings);
    const twin = createWordSource([{ id: 'other-id', text: 'After five failures, auth LOGIN locks!' }]);
    const second = await turn('auth login', first.state, twin, settings);
    expect(second.leftOut).toEqual([{ id: 'other-id', reason: 'near-duplicate' }]);
    const third = await turn('x', second.state, twin, settings);
    expect((await turn('auth login', third.state, twin, settings)).ids).toEqual(['other-id']);
  });

  test('vectors decide where memories have them, words where not', async () => {
    const of = (id: string, text: string, vector: number[]): WordMemory => ({ id, text, vector });
    const first = await turn('auth', fresh(), createWordSource([of('a', 'auth uses JWT', [1, 0])]), {
      contextual_min_score: 0,
    });
    const source = createWordSource([of('b', 'auth tokens differ', [0.99, 0.1]), of('c', 'auth uses JWT', [0, 1])]);
    const { ids, leftOut } = await turn('auth', first.state, source, { contextual_min_score: 0 });
    expect(ids).toEqual(['c']);
    expect(leftOut).toEqual([{ id: 'b', reason: 'near-duplicate' }]);
  });

  test('two memories of one pass that say the same give one line', async () => {
    const source = createWordSource([AUTH[2]!, { id: 'twin', text: 'auth login locks after five failures!' }]);
    expect((await turn('auth login', fresh(), source)).ids).toEqual(['a3']);
  });

  test('memories whose block is gone from the history may come at once; those whose block is there wait', async () => {
    const settings = DEFAULT_MEMORY_INJECTION;
    const source = createWordSource(AUTH);
    const first = await turn('auth login', fresh());
    const there = [{ role: 'user', content: first.block }];
    const ask = (history: readonly unknown[]): Promise<MemoryInjection> =>
      computeMemoryInjection({ text: 'auth login', state: first.state, source, settings, history });
    expect((await ask(there)).ids).toEqual([]);
    expect((await ask([])).ids).toEqual(['a3', 'a1', 'a2']);
  });
});

describe('a host that lets nobody remove a message', () => {
  test('has a cap on injecting until a compaction', async () => {
    const source = createWordSource(
      ['one', 'two', 'three'].map((text) => ({ id: text, text: `${text} topic`, score: 1 })),
    );
    const settings = { ...DEFAULT_MEMORY_INJECTION, max_injected_blocks_in_history: 2 };
    let state = fresh();
    const outcomes: string[] = [];
    for (const text of ['one', 'two', 'three']) {
      const injection = await computeMemoryInjection({
        text,
        state,
        source,
        settings: { ...settings, max_total: 1 },
        appendOnly: true,
      });
      outcomes.push(injection.outcome);
      state = injection.state;
    }
    expect(outcomes).toEqual(['injected', 'injected', 'cap-reached']);
  });
});

describe('state', () => {
  test('is read back only when it is one', () => {
    const state = fresh();
    expect(readInjectionState(JSON.parse(JSON.stringify(state)))).toEqual(state);
    const broken: readonly unknown[] = [
      null,
      'x',
      {},
      { ...state, version: 2 },
      { ...state, nonce: '(x' },
      { ...state, turn: -1 },
      { ...state, turn_key: 3 },
      { ...state, injected_ids: { a: 'x' } },
      { ...state, recent: [{ id: 'a' }] },
      { ...state, blocks: [{ turn: 1 }] },
      { ...state, blocks: [{ turn: 1, ids: [], text: 'x', anchor: { index: 'a' } }] },
    ];
    expect(broken.map((value) => readInjectionState(value))).toEqual(broken.map(() => null));
  });

  test('has a nonce of its own', () => {
    expect(createInjectionState().nonce).toMatch(/^[0-9a-z]{12}$/);
    expect(createInjectionState().nonce).not.toBe(createInjectionState().nonce);
    expect(createInjectionState(() => '!!').nonce).toBe('0');
  });
});

describe('what a persistence branch wants to remember', () => {
  test('is new, or was injected, in the same words or nearly', async () => {
    const { state } = await turn('auth login', fresh());
    const isNew = createPersistenceFilter(state);
    expect(isNew('The auth login locks after five failures.')).toBe(false);
    expect(isNew('Auth login does not lock after five failures.')).toBe(true);
    expect(isNew('[Context from memory] anything')).toBe(false);
    expect(isNew('We decided today to move the login to passkeys.')).toBe(true);
  });
});
