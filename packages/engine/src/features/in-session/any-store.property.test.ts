import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostileText } from '../../../test/hostile-text.ts';
import { settled, verbEvent } from '../../../test/in-session-fixtures.ts';
import { createManualClock, type ManualClock } from '../../../test/manual-clock.ts';
import { recalledRow, storeOf } from '../../../test/session-start-fixtures.ts';
import { estimateTokens } from '../../base/text/estimate-tokens.ts';
import { createInSessionMemoryInjector } from './in-session-memory-injector.ts';
import type { InjectionResult } from './injection-result.ts';

/** What a port does when it is called: it answers or rejects after so many ms of the clock, throws at once, or never ends. */
interface Behaviour {
  readonly how: 'answers' | 'rejects' | 'throws' | 'hangs';
  readonly afterMs: number;
  /** Time that passes before the call returns: the thread is busy. */
  readonly busyMs: number;
}

const behaviours = (busy: readonly number[]): fc.Arbitrary<Behaviour> =>
  fc.record({
    how: fc.constantFrom('answers', 'answers', 'answers', 'rejects', 'throws', 'hangs'),
    afterMs: fc.constantFrom(0, 1, 30, 99, 100, 101, 400),
    busyMs: fc.constantFrom(...busy),
  });

function behave<T>(clock: ManualClock, { how, afterMs, busyMs }: Behaviour, answer: () => T | Promise<T>): Promise<T> {
  if (busyMs > 0) clock.advance(busyMs);
  if (how === 'throws') throw new Error('broken');
  return new Promise<T>((resolve, reject) => {
    const end = (): void => (how === 'rejects' ? reject(new Error('broken')) : resolve(answer()));
    if (how === 'hangs') return;
    if (afterMs === 0) end();
    else clock.schedule(end, afterMs);
  });
}

interface Step {
  readonly session: string;
  readonly store: Behaviour;
  readonly provider: Behaviour;
  /** Time until the next event comes. */
  readonly waitMs: number;
}

interface Setting {
  readonly contents: readonly string[];
  readonly supports: boolean;
  readonly budgetTokens: number;
  readonly maxSuggestions: number;
}

const setting: fc.Arbitrary<Setting> = fc.record({
  contents: fc.array(hostileText(), { maxLength: 8 }),
  supports: fc.boolean(),
  budgetTokens: fc.constantFrom(0, 40, 120, 200),
  maxSuggestions: fc.integer({ min: 1, max: 4 }),
});

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    session: fc.constantFrom('a', 'b'),
    store: behaviours([0, 0, 0, 1, 60, 150]),
    provider: behaviours([0, 0, 0, 1, 60, 150]),
    waitMs: fc.nat(150),
  }),
  { minLength: 1, maxLength: 8 },
);

/** Plays the steps; afterwards everything that can still end has ended. */
async function play(given: Setting, events: readonly Step[]) {
  const clock = createManualClock();
  const rows = given.contents.map((content, index) => recalledRow(index, { content }));
  const handed: { readonly session: string; readonly text: string; readonly index: number }[] = [];
  const confirmed = new Set<number>();
  const results: InjectionResult[] = [];
  const injector = createInSessionMemoryInjector({
    clock,
    store: {
      recall: (request) => behave(clock, events[Number(request.queryText)]!.store, () => storeOf(rows).recall(request)),
    },
    config: { budgetTokens: given.budgetTokens, maxSuggestionsPerEvent: given.maxSuggestions },
    capability: {
      supportsMessageInjection: given.supports,
      injectMessage(session, text, { callId }) {
        const index = Number(callId);
        handed.push({ session, text, index });
        return behave(clock, events[index]!.provider, () => confirmed.add(index));
      },
    },
  });
  for (const [index, { session, waitMs }] of events.entries()) {
    const event = verbEvent({ sessionId: session, paths: [], query: `${index}`, callId: `${index}` });
    void injector.handleVerbEvent(event).then((result) => (results[index] = result));
    await settled();
    clock.advance(waitMs);
    await settled();
  }
  clock.advance(100);
  await settled();
  const handedInTime = handed.length;
  clock.advance(10_000);
  await settled();
  return { injector, handed, handedInTime, confirmed, results };
}

test('whatever store and provider do: nothing after the budget, nothing twice, within the block budget [S1-011, S1-012]', async () => {
  await fc.assert(
    fc.asyncProperty(setting, steps, async (given, events) => {
      const { injector, handed, handedInTime, confirmed, results } = await play(given, events);
      expect(handed).toHaveLength(handedInTime);
      for (const [index, { store, provider }] of events.entries()) {
        const { outcome } = results[index]!;
        if (store.how !== 'answers') expect(outcome).toBe('budget-exceeded');
        if (outcome === 'budget-exceeded') expect(handed.some((one) => one.index === index)).toBe(false);
        if (outcome === 'injected') expect(provider.how).toBe('answers');
      }
      for (const session of ['a', 'b']) {
        const received = handed.filter((one) => one.session === session && confirmed.has(one.index));
        const pending = injector.drainPendingForNextTurn(session);
        const blocks = [...received.map(({ text }) => text), ...pending.map(({ block }) => block)];
        const lines = blocks.map((block) => block.match(/^- \[[0-9a-f-]{36}\]/gmu) ?? []);
        expect(new Set(lines.flat()).size).toBe(lines.flat().length);
        for (const block of blocks) expect(estimateTokens(block)).toBeLessThanOrEqual(given.budgetTokens);
        for (const own of lines) expect(own.length).toBeLessThanOrEqual(given.maxSuggestions);
      }
    }),
    { numRuns: 300 },
  );
});

test('while the thread is free, the answer is there at the budget, whatever the ports do', async () => {
  await fc.assert(
    fc.asyncProperty(behaviours([0]), behaviours([0]), async (ofStore, ofProvider) => {
      const clock = createManualClock();
      const injector = createInSessionMemoryInjector({
        clock,
        store: { recall: (request) => behave(clock, ofStore, () => storeOf([recalledRow(1)]).recall(request)) },
        capability: { supportsMessageInjection: true, injectMessage: () => behave(clock, ofProvider, () => true) },
      });
      let result: InjectionResult | undefined;
      void injector.handleVerbEvent(verbEvent()).then((given) => (result = given));
      for (let ms = 0; ms < 100; ms += 1) {
        await settled();
        clock.advance(1);
      }
      await settled();
      expect(result?.elapsedMs).toBeLessThanOrEqual(100);
      const isLate = ofStore.how !== 'answers' || ofStore.afterMs >= 100;
      expect(result?.outcome === 'budget-exceeded').toBe(isLate);
    }),
    { numRuns: 80 },
  );
});
