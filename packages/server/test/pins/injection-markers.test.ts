import { wrapInjectionBlock } from '@inkling/engine/history';
import { expect, test } from 'vitest';
import { purgeBlocks } from '../../src/hook/opencode/opencode-message.ts';

// The hook imports nothing, so it spells the marker out: it must be the library's.

test('the opencode plugin counts the blocks that the library wraps', () => {
  const added = (text: string) => ({ type: 'text', text, synthetic: true, metadata: { inkling: text } });
  const blocks = [1, 2].map((turn) => added(wrapInjectionBlock('a memory', { nonce: 'abc', turn })));
  const message = { info: { role: 'user' as const, sessionID: 'ses_1' }, parts: blocks };
  const messages = [message];
  purgeBlocks(messages, 1);
  expect(messages[0]?.parts).toEqual(blocks.slice(1));
});
