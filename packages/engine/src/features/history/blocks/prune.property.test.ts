import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allTextOf, MESSAGE_SHAPES, type MessageShape } from '../../../../test/history-shapes.ts';
import { wrapInjectionBlock } from './injection-block.ts';
import { insertInjectionBlock } from './insert-injection-block.ts';
import { injectedTurns, isInjectionBlock } from './is-injection-block.ts';
import { pruneOldInjectionBlocks, withoutInjectionBlocks } from './prune-old-injection-blocks.ts';
import { readMessage } from '../read-message.ts';
import { renderMessagesAsTranscript } from '../render-messages-as-transcript.ts';
import { drainOldest } from '../tool-pairs.ts';

const NONCE = 'abc';
/** In blocks only, and in every one of their lines. */
const SECRET = '☢';

/** A history as a plan: what the oracle reads instead of messages. */
type Step = 'user' | 'assistant' | 'tools' | 'block' | 'prompt-with-block';

const steps = fc.array(fc.constantFrom<Step>('user', 'assistant', 'tools', 'block', 'block', 'prompt-with-block'), {
  maxLength: 40,
});
const shapes = fc.constantFrom(...MESSAGE_SHAPES);

interface Made {
  readonly messages: unknown[];
  /** Turns of the blocks, oldest first. */
  readonly turns: number[];
}

function make(plan: readonly Step[], shape: MessageShape): Made {
  const messages: unknown[] = [];
  const turns: number[] = [];
  for (const [at, step] of plan.entries()) {
    const block = wrapInjectionBlock(`${SECRET} one\n${SECRET} two`, { nonce: NONCE, turn: at + 1 });
    if (step === 'user') messages.push(shape.user(`said ${at}`));
    if (step === 'assistant') messages.push(shape.assistant(`answer ${at}`));
    if (step === 'tools') {
      messages.push(shape.call(`c${at}`, 'read', { at }), shape.result(`c${at}`, 'read', `file ${at}`));
    }
    if (step === 'block') messages.push(shape.user(block));
    if (step === 'prompt-with-block') messages.push(shape.beside?.(`said ${at}`, block) ?? shape.user(block));
    if (step === 'block' || step === 'prompt-with-block') turns.push(at + 1);
  }
  return { messages, turns };
}

/** Which call each answer belongs to, and whether it still comes after it. */
function pairsHold(messages: readonly unknown[]): boolean {
  const called = new Set<string>();
  return messages.every((message) =>
    readMessage(message).entries.every(({ kind, callId }) => {
      if (kind === 'call') called.add(callId);
      return kind !== 'result' || called.has(callId);
    }),
  );
}

/** What of `messages` is left in `rest`, as objects and in order. */
function isSubsequence(rest: readonly unknown[], messages: readonly unknown[]): boolean {
  let from = 0;
  return rest.every((message) => {
    const at = messages.indexOf(message, from);
    from = at + 1;
    return at >= 0;
  });
}

describe('pruning, then injecting', () => {
  test('at most N blocks are there, exactly the newest, and the new one [S4-008, S4-027, S4-028, S4-029, S4-041]', () => {
    fc.assert(
      fc.property(steps, shapes, fc.integer({ min: 1, max: 6 }), (plan, shape, cap) => {
        const { messages, turns } = make(plan, shape);
        const pruned = pruneOldInjectionBlocks(messages, cap);
        const fresh = wrapInjectionBlock(SECRET, { nonce: NONCE, turn: 999 });
        const after = insertInjectionBlock([...pruned, shape.user('now')], fresh);
        // The oracle: the last cap - 1 of the plan's blocks and the new one.
        const expected = [...(cap === 1 ? [] : turns.slice(-(cap - 1))), 999];
        expect([...injectedTurns(after, NONCE)]).toEqual(expected);
        expect(after.filter((message) => isInjectionBlock(message)).length).toBeLessThanOrEqual(cap);
      }),
    );
  });

  test('0 leaves none [S4-011, S4-026, S4-042]', () => {
    fc.assert(
      fc.property(steps, shapes, fc.constantFrom(0, -3, Number.NaN), (plan, shape, cap) => {
        const left = pruneOldInjectionBlocks(make(plan, shape).messages, cap);
        expect(left.some((message) => isInjectionBlock(message))).toBe(false);
        expect(allTextOf(left)).not.toContain(SECRET);
      }),
    );
  });

  test('nothing else is touched, split or moved', () => {
    fc.assert(
      fc.property(steps, shapes, fc.integer({ min: 0, max: 6 }), (plan, shape, cap) => {
        const { messages } = make(plan, shape);
        const pruned = pruneOldInjectionBlocks(messages, cap);
        const plain = messages.filter((message) => !isInjectionBlock(message));
        expect(pruned.filter((message) => plain.includes(message))).toEqual(plain);
        expect(isSubsequence(plain, pruned)).toBe(true);
        expect(pairsHold(pruned)).toBe(true);
        const said = (list: readonly unknown[]): string[] => allTextOf(list).match(/said \d+/g) ?? [];
        expect(said(pruned)).toEqual(said(messages));
      }),
    );
  });

  test('with the nonce of another conversation nothing goes', () => {
    fc.assert(
      fc.property(steps, shapes, (plan, shape) => {
        const { messages } = make(plan, shape);
        const left = withoutInjectionBlocks(messages, { nonce: 'other' });
        expect(left).toHaveLength(messages.length);
        expect(isSubsequence(left, messages)).toBe(true);
      }),
    );
  });
});

describe('the transcript', () => {
  test('contains no byte of a block, and all that was said [S4-009, S4-018, S4-030, S4-033]', () => {
    fc.assert(
      fc.property(steps, shapes, fc.constantFrom(undefined, NONCE), (plan, shape, nonce) => {
        const { messages } = make(plan, shape);
        const transcript = renderMessagesAsTranscript(messages, nonce === undefined ? {} : { nonce });
        expect(transcript).not.toContain(SECRET);
        expect(transcript).not.toContain('ontext from memory');
        const said = plan.flatMap((step, at) => (step === 'user' ? [`said ${at}`] : []));
        expect(said.filter((text) => !transcript.includes(text))).toEqual([]);
      }),
    );
  });
});

describe('draining', () => {
  test('any number of any history leaves whole pairs, and prunes on [S4-035, S4-049]', () => {
    fc.assert(
      fc.property(
        steps,
        shapes,
        fc.integer({ min: -1, max: 80 }),
        fc.integer({ min: 0, max: 4 }),
        (plan, shape, count, cap) => {
          const { messages } = make(plan, shape);
          const drained = drainOldest(messages, count);
          expect(drained.length).toBeLessThanOrEqual(Math.max(0, messages.length - Math.max(0, count)));
          expect(pairsHold(drained)).toBe(true);
          expect(isSubsequence(drained, messages)).toBe(true);
          // And where a host drains without asking: nothing crashes, and the cap holds.
          const cut = messages.slice(Math.max(0, count));
          const pruned = pruneOldInjectionBlocks(cut, cap, { room: 0 });
          expect(injectedTurns(pruned, NONCE).size).toBeLessThanOrEqual(cap);
          expect(renderMessagesAsTranscript(cut)).not.toContain(SECRET);
        },
      ),
    );
  });
});
