import { expect, test, vi } from 'vitest';
import { wrapInjectionBlock } from '../../features/history/blocks/injection-block.ts';
import { createInjectionState } from '../../features/history/blocks/injection-state.ts';
import type { GivenBlock } from '../../memory/injects/list-given.ts';
import type { DeliveredInjectInput } from '../../memory/injects/record-delivered-inject.ts';
import { conversationSeen, type ConversationSeenPorts } from './conversation-seen.ts';
import type { SessionHad } from './session-seen.ts';

const { nonce } = createInjectionState();

const given = (text: string, ...observationIds: string[]): GivenBlock => ({
  sessionId: 's',
  deliveryId: null,
  status: 'acked',
  source: 'in-session',
  text,
  observationIds,
  edges: [],
  deliveredAt: null,
});

function seenOf(had: ConversationSeenPorts['had'], sessionId: string | null = 's') {
  const recorded: DeliveredInjectInput[] = [];
  const told = vi.fn<ConversationSeenPorts['given']>();
  const queue = {
    async recordDeliveredInject(input: DeliveredInjectInput) {
      recorded.push(input);
      return null;
    },
  };
  const seen = conversationSeen(
    { had, given: told, queue },
    { sessionId: sessionId ?? undefined, agentId: 'dev', nonce },
  );
  return { seen, recorded, told };
}

const had = (changes: Partial<SessionHad> = {}): SessionHad => ({ epoch: 3, given: [], noted: new Set(), ...changes });

test('its own blocks are told by the nonce, and what it shows by itself', async () => {
  let state = had({
    given: [given('- start', 'a'), given(wrapInjectionBlock('- own', { nonce, turn: 1 }), 'b')],
    noted: new Set(['b', 'c']),
  });
  const { seen, told } = seenOf(async () => state);
  expect(await seen.byOthers()).toEqual(new Set(['a', 'c']));
  seen.shows(['d'], false);
  seen.shows(['e'], true);
  expect(told.mock.calls).toEqual([
    ['s', ['d'], 3],
    ['s', ['e'], 3],
  ]);
  state = had({ given: state.given, noted: new Set(['b', 'c', 'd', 'e']) });
  expect(await seen.byOthers()).toEqual(new Set(['a', 'c', 'e']));
  // What was its own in an earlier epoch may be another's in this one.
  state = had({ epoch: 4, noted: new Set(['d']) });
  expect(await seen.byOthers()).toEqual(new Set(['d']));
});

test('questions asked at once share one reading; one that fails is not kept', async () => {
  const read = vi.fn<ConversationSeenPorts['had']>();
  read.mockRejectedValueOnce(new Error('down')).mockResolvedValue(had());
  const { seen } = seenOf(read);
  const both = await Promise.allSettled([seen.byOthers(), seen.byOthers()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(read).toHaveBeenCalledTimes(1);
  expect(await seen.byOthers()).toEqual(new Set());
});

test('a block is kept by as much of it as the queue takes', async () => {
  const { seen, recorded } = seenOf(async () => had());
  await seen.byOthers();
  await seen.keep('€'.repeat(20_000), ['a'], 'log');
  await seen.keep('- short', [], 'log');
  expect(recorded[1]?.text).toBe('- short');
  expect(recorded[0]).toMatchObject({ sessionId: 's', agentId: 'dev', source: 'in-session', logId: 'log' });
  expect(Buffer.byteLength(recorded[0]!.text)).toBeLessThanOrEqual(32 * 1024);
  expect(recorded[0]!.text).toMatch(/^€{10000,}\uFFFD?$/u);
});

test.each([
  ['without a session', null],
  ['with one that nobody created', 's'],
])('%s nothing is told', async (_which, sessionId) => {
  const { seen, recorded, told } = seenOf(async () => null, sessionId);
  expect(await seen.byOthers()).toEqual(new Set());
  seen.shows(['a'], false);
  await seen.keep('- block', ['a'], 'log');
  expect([recorded, told.mock.calls]).toEqual([[], []]);
});
