import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addedText, type OpencodeMessage, type OpencodePart, purgeBlocks } from './opencode-message.ts';

const block = (name: string): string => `[Context from memory]\n${name}\n[End of context from memory]`;

const prompt = (text: string): OpencodePart => ({ type: 'text', text });
const added = (name: string): OpencodePart => ({
  type: 'text',
  text: block(name),
  synthetic: true,
  metadata: { inkling: block(name) },
});
const tool = (output: string, name: string): OpencodePart => ({
  type: 'tool',
  state: { output: `${output}\n\n${block(name)}`, metadata: { exit: 0, inkling: `\n\n${block(name)}` } },
});
const message = (...parts: OpencodePart[]): OpencodeMessage => ({ info: { role: 'user', sessionID: 'ses_1' }, parts });

test('the newest blocks stay, the oldest go: a part as a whole, of an output only what was added', () => {
  const messages = [
    message(prompt('fix it'), added('one'), added('two')),
    message(tool('first output', 'three'), tool('second output', 'four')),
    message(prompt('go on'), added('five')),
  ];
  purgeBlocks(messages, 2);
  expect(messages[0]?.parts).toEqual([prompt('fix it')]);
  expect(messages[1]?.parts.map(({ state }) => state?.output)).toEqual([
    'first output',
    `second output\n\n${block('four')}`,
  ]);
  expect(messages[2]?.parts).toEqual([prompt('go on'), added('five')]);
});

test('none stays while a summary is written; text of others that looks like a block does', () => {
  const quoted = prompt(`What does ${block('a quotation')} mean?`);
  const messages = [message(quoted, added('one')), message(tool('output', 'two'))];
  purgeBlocks(messages, 0);
  expect(messages[0]?.parts).toEqual([quoted]);
  expect(messages[1]?.parts[0]?.state?.output).toBe('output');
});

test('an output that opencode has cut since stays as it is', () => {
  const cut: OpencodePart = { type: 'tool', state: { output: 'outp…', metadata: { inkling: `\n\n${block('one')}` } } };
  const messages = [message(cut)];
  purgeBlocks(messages, 0);
  expect(messages[0]?.parts).toEqual([cut]);
});

test('whatever the history: at most so many blocks are left, the newest ones, and nothing else changes', () => {
  const part = fc.oneof(
    fc.constant(prompt('words')),
    fc.integer({ min: 0, max: 99 }).map((n) => added(`n${n}`)),
    fc.integer({ min: 0, max: 99 }).map((n) => tool('output', `t${n}`)),
  );
  fc.assert(
    fc.property(fc.array(fc.array(part, { maxLength: 4 }), { maxLength: 6 }), fc.nat({ max: 5 }), (parts, keep) => {
      const messages = parts.map((inner) => message(...inner));
      const before = parts.flat();
      purgeBlocks(messages, keep);
      const isLeft = (one: OpencodePart): boolean => (one.state?.output ?? one.text ?? '').includes('[End of context');
      const after = messages.flatMap((one) => one.parts);
      const expected = before.filter((one) => addedText(one) !== '').slice(keep === 0 ? Infinity : -keep);
      expect(after.filter(isLeft)).toEqual(expected);
      const others = (list: readonly OpencodePart[]): number =>
        list.filter(({ type, synthetic }) => type === 'tool' || !synthetic).length;
      expect(others(after)).toBe(others(before));
    }),
  );
});
