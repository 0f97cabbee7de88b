import { describe, expect, test } from 'vitest';
import { anchorIn, placedBlocks, withBlocks } from '../conversation-memory.ts';
import type { LiveBlock } from './injection-state.ts';

const user = (content: string) => ({ role: 'user', content });
const assistant = (content: string) => ({ role: 'assistant', content });
const blockAt = (messages: readonly unknown[], turn = 1): LiveBlock => ({
  turn,
  ids: [],
  text: `block ${turn}`,
  anchor: anchorIn(messages),
});
const placesIn = (blocks: readonly LiveBlock[], messages: readonly unknown[]): (number | undefined)[] =>
  placedBlocks(blocks, messages).map(({ anchor }) => anchor?.index);

describe('where a block stands', () => {
  const talk = [user('one'), assistant('two'), user('three')];

  test('before the last prompt, and there while messages come behind it', () => {
    const block = blockAt(talk);
    expect(block.anchor?.index).toBe(2);
    expect(placesIn([block], [...talk, assistant('four'), user('three')])).toEqual([2]);
  });

  test('at the end when the last message is no prompt: then the message before it tells', () => {
    const ended = talk.slice(0, 2);
    const block = blockAt(ended);
    expect(block.anchor).toMatchObject({ index: 2, next: null });
    expect(placesIn([block], [...ended, user('new')])).toEqual([2]);
    // As many messages, but others: what the block stood behind is gone.
    expect(placesIn([block], [user('Summary.'), assistant('other')])).toEqual([]);
    expect(placesIn([block], [user('Summary.'), user('kept'), ...ended])).toEqual([4]);
  });

  test('moves with its messages when those before it are summarised, and goes with them', () => {
    const block = blockAt(talk);
    expect(placesIn([block], [user('Summary.'), user('three'), assistant('four')])).toEqual([1]);
    expect(placesIn([block], [user('Summary.'), assistant('four')])).toEqual([]);
    expect(placesIn([block], [])).toEqual([]);
    expect(placesIn([{ ...block, anchor: null }], talk)).toEqual([]);
  });

  test('several at one place keep the order of their turns', () => {
    const messages = withBlocks(talk, [blockAt(talk, 2), blockAt(talk, 1)]);
    expect(messages.map(({ content }) => content)).toEqual(['one', 'two', 'block 1', 'block 2', 'three']);
  });
});
