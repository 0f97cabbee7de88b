import { beforeEach, describe, expect, test } from 'vitest';
import type { AskDaemon, HookPayload, HookReply } from './ask-daemon.ts';
import type { OpencodeMessage, OpencodePart } from './opencode-message.ts';
import { createOpencodePlugin, type OpencodeHooks } from './opencode-plugin.ts';

const block = (name: string): string => `[Context from memory]\n${name}\n[End of context from memory]`;

const placed = (name: string) => ({ id: name, text: block(name) });
const untold = { received: [], held: [] };

let asked: HookPayload[];
let replies: Record<string, HookReply>;
let hooks: OpencodeHooks;

const askDaemon: AskDaemon = async (payload) => {
  asked.push(payload);
  return replies[payload.hook_event_name] ?? {};
};

beforeEach(async () => {
  asked = [];
  replies = {
    UserPromptSubmit: { blocks: [placed('start'), placed('prompt')] },
    PostToolUse: { blocks: [placed('tool')] },
  };
  hooks = await createOpencodePlugin({ stateDirectory: 'unused', askDaemon })({ directory: '/repo' });
});

const userParts = (): OpencodePart[] => [
  { id: 'prt_1', type: 'text', text: 'Fix the cookie', ...{ sessionID: 'ses_1', messageID: 'msg_1' } },
];

async function say(): Promise<OpencodePart[]> {
  const parts = userParts();
  await hooks['chat.message']({ sessionID: 'ses_1' }, { message: { id: 'msg_1' }, parts });
  return parts;
}

describe('a prompt', () => {
  test('brings each block once, as a part that only the model sees and that no other request has', async () => {
    expect((await say()).slice(1)).toEqual([
      {
        id: 'prt_10',
        sessionID: 'ses_1',
        messageID: 'msg_1',
        type: 'text',
        text: block('start'),
        synthetic: true,
        ignored: true,
        metadata: { inkling: block('start'), inklingDeliveries: ['start'] },
      },
      {
        id: 'prt_100',
        sessionID: 'ses_1',
        messageID: 'msg_1',
        type: 'text',
        text: block('prompt'),
        synthetic: true,
        ignored: true,
        metadata: { inkling: block('prompt'), inklingDeliveries: ['prompt'] },
      },
    ]);
    // The daemon sends again what it does not know to be in a request.
    expect((await say()).map(({ text }) => text)).toEqual(['Fix the cookie']);
    expect(asked.map(({ hook_event_name }) => hook_event_name)).toEqual([
      'SessionStart',
      'UserPromptSubmit',
      'UserPromptSubmit',
    ]);
    expect(asked[1]).toEqual({
      hook_event_name: 'UserPromptSubmit',
      session_id: 'ses_1',
      cwd: '/repo',
      prompt: 'Fix the cookie',
      ...untold,
    });
    expect(asked[2]).toMatchObject({ received: [], held: ['start', 'prompt'] });
  });

  test('nothing from memory changes nothing', async () => {
    replies = {};
    expect(await say()).toEqual(userParts());
  });
});

describe('a tool call', () => {
  const call = { tool: 'read', sessionID: 'ses_1', callID: 'call_1' };
  const args = { filePath: '/repo/src/cookie.ts' };

  test('its block stands behind the output, and the metadata says what was added', async () => {
    await hooks['tool.execute.before'](call, { args });
    const output = { title: 'cookie.ts', output: 'the file', metadata: { lines: 1 } };
    await hooks['tool.execute.after']({ ...call, args }, output);
    expect(output.output).toBe(`the file\n\n${block('tool')}`);
    expect(output.metadata).toEqual({ lines: 1, inkling: `\n\n${block('tool')}`, inklingDeliveries: ['tool'] });
    expect(asked.map(({ hook_event_name, tool_use_id }) => [hook_event_name, tool_use_id])).toEqual([
      ['PreToolUse', 'call_1'],
      ['PostToolUse', 'call_1'],
    ]);
    expect(asked[1]).toMatchObject({ tool_name: 'read', tool_input: args });
  });

  test('of an MCP server has its block as one more text', async () => {
    const output = { content: [{ type: 'text', text: 'the header' }], metadata: {} };
    await hooks['tool.execute.after']({ ...call, args }, output);
    expect(output).toEqual({
      content: [
        { type: 'text', text: 'the header' },
        { type: 'text', text: block('tool') },
      ],
      metadata: { inkling: block('tool'), inklingDeliveries: ['tool'] },
    });
  });

  /** The daemon answers the beginning of a call when the test says so. */
  async function whileItLooks() {
    const order: string[] = [];
    const answer: (() => void)[] = [];
    const slow: AskDaemon = async ({ hook_event_name }) => {
      order.push(`${hook_event_name} asked`);
      if (hook_event_name === 'PreToolUse') await new Promise<void>((resolve) => answer.push(resolve));
      order.push(`${hook_event_name} answered`);
      return {};
    };
    return { order, answer, own: await createOpencodePlugin({ stateDirectory: 'unused', askDaemon: slow })({}) };
  }

  test('its end does not overtake its beginning', async () => {
    const { order, answer, own } = await whileItLooks();
    await own['tool.execute.before'](call, { args });
    const ended = own['tool.execute.after']({ ...call, args }, { output: 'x', metadata: {} });
    answer[0]?.();
    await ended;
    expect(order).toEqual(['PreToolUse asked', 'PreToolUse answered', 'PostToolUse asked', 'PostToolUse answered']);
  });

  test('whose id comes again is waited for as the newer one', async () => {
    const { order, answer, own } = await whileItLooks();
    await own['tool.execute.before'](call, { args });
    await own['tool.execute.before'](call, { args });
    answer[0]?.();
    await new Promise(setImmediate);
    const ended = own['tool.execute.after']({ ...call, args }, { output: 'x', metadata: {} });
    answer[1]?.();
    await ended;
    expect(order.slice(2, 5)).toEqual(['PreToolUse answered', 'PreToolUse answered', 'PostToolUse asked']);
  });

  test('has its block also when its beginning failed', async () => {
    const failing: AskDaemon = (payload, ms) =>
      payload.hook_event_name === 'PreToolUse' ? Promise.reject(new Error('no daemon')) : askDaemon(payload, ms);
    const own = await createOpencodePlugin({ stateDirectory: 'unused', askDaemon: failing })({});
    await own['tool.execute.before'](call, { args });
    const output = { output: 'the file', metadata: {} };
    await own['tool.execute.after']({ ...call, args }, output);
    expect(output.output).toBe(`the file\n\n${block('tool')}`);
  });
});

describe('a request to the model', () => {
  const history = (count: number): OpencodeMessage[] =>
    Array.from({ length: count }, (_, index) => ({
      info: { role: 'user', sessionID: 'ses_1' },
      parts: [{ type: 'text', text: block(`${index}`), synthetic: true, metadata: { inkling: block(`${index}`) } }],
    }));

  const texts = (messages: readonly OpencodeMessage[]): unknown[] =>
    messages.flatMap(({ parts }) => parts.map(({ text }) => text));

  test('has the three newest blocks', async () => {
    const messages = history(5);
    await hooks['experimental.chat.messages.transform']({}, { messages });
    expect(texts(messages)).toEqual([block('2'), block('3'), block('4')]);
  });

  test('tells the daemon which deliveries it has, of those that an earlier process placed too', async () => {
    const parts = await say();
    const tool = { output: 'the file', metadata: {} };
    await hooks['tool.execute.after']({ tool: 'read', sessionID: 'ses_1', callID: 'call_1', args: {} }, tool);
    // Opencode has cut the output: what stood at its end is in no request.
    const cut = { type: 'tool', state: { output: 'the …', metadata: tool.metadata } };
    const earlier = { ...parts[1]!, metadata: { inkling: block('earlier'), inklingDeliveries: ['earlier'] } };
    const messages = [{ info: { sessionID: 'ses_1' }, parts: [earlier, ...parts] }];
    messages.push({ info: { sessionID: 'ses_1' }, parts: [cut] });
    const asTheyWere = [...messages];
    await hooks['experimental.chat.messages.transform']({}, { messages });
    expect(messages[0]?.parts.map(({ ignored = false }) => ignored)).toEqual([false, false, false, false]);
    // opencode asks for a title with the messages as they were.
    expect(asTheyWere[0]?.parts.map(({ ignored = false }) => ignored)).toEqual([true, false, true, true]);
    replies = {};
    await say();
    expect(asked.at(-1)).toMatchObject({ held: ['tool'] });
    expect(new Set(asked.at(-1)?.['received'] as string[])).toEqual(new Set(['earlier', 'start', 'prompt']));
  });

  test('has a block once that was placed twice', async () => {
    const [, start] = await say();
    const messages = [1, 2].map(() => ({ info: { sessionID: 'ses_1' }, parts: [start!] }));
    await hooks['experimental.chat.messages.transform']({}, { messages });
    expect(messages.map(({ parts }) => parts.length)).toEqual([0, 1]);
  });

  test('has none while the history is summarised, and blocks again afterwards', async () => {
    await say();
    await hooks['experimental.session.compacting']({ sessionID: 'ses_1' });
    const summarised = history(2);
    await hooks['experimental.chat.messages.transform']({}, { messages: summarised });
    expect(texts(summarised)).toEqual([]);
    await hooks.event({ event: { type: 'session.compacted', properties: { sessionID: 'ses_1' } } });
    const later = history(2);
    await hooks['experimental.chat.messages.transform']({}, { messages: later });
    expect(texts(later)).toHaveLength(2);
  });

  test('a compaction that never ended does not leave blocks out for ever', async () => {
    await hooks['experimental.session.compacting']({ sessionID: 'ses_1' });
    await say();
    const messages = history(1);
    await hooks['experimental.chat.messages.transform']({}, { messages });
    expect(texts(messages)).toHaveLength(1);
  });
});

describe('after a compaction', () => {
  test('nothing is kept here: the start block comes with the next thing that it can be put into', async () => {
    await say();
    replies = { SessionStart: { blocks: [placed('again')] }, PostToolUse: { blocks: [placed('again')] } };
    await hooks.event({ event: { type: 'session.compacted', properties: { sessionID: 'ses_1' } } });
    expect(asked.at(-1)).toMatchObject({ hook_event_name: 'SessionStart', source: 'compact' });
    const output = { output: 'the file', metadata: {} };
    const call = { tool: 'read', sessionID: 'ses_1', callID: 'call_2', args: {} };
    // Another process of opencode, which knows nothing of the first.
    const later = await createOpencodePlugin({ stateDirectory: 'unused', askDaemon })({ directory: '/repo' });
    await later['tool.execute.after'](call, output);
    expect(asked.at(-1)).toMatchObject(untold);
    expect(output.output).toBe(`the file\n\n${block('again')}`);
  });
});

test('a session that is deleted has ended; one that nobody spoke in is nobody’s business', async () => {
  await hooks.event({ event: { type: 'session.deleted', properties: { info: { id: 'ses_1' } } } });
  expect(asked).toEqual([]);
  await say();
  await hooks.event({ event: { type: 'session.deleted', properties: { info: { id: 'ses_1' } } } });
  expect(asked.at(-1)).toMatchObject({ hook_event_name: 'SessionEnd', session_id: 'ses_1' });
});

describe('the end of a turn', () => {
  const part = (sessionID: string, id: string, text: string, more: object = {}): Promise<void> => {
    const whole = { id, type: 'text', text, messageID: 'msg_2', time: { start: 1, end: 2 }, ...more };
    return hooks.event({ event: { type: 'message.part.updated', properties: { sessionID, part: whole } } });
  };
  const idle = (sessionID: string): Promise<void> =>
    hooks.event({ event: { type: 'session.idle', properties: { sessionID } } });

  test('has what the agent said last, whole', async () => {
    await say();
    await part('ses_1', 'prt_1', 'Fix the cookie', { messageID: 'msg_1', time: undefined });
    await part('ses_1', 'prt_2', 'I look first.');
    await part('ses_1', 'prt_3', 'Seven', { messageID: 'msg_3', time: { start: 1 } });
    await part('ses_1', 'prt_3', 'Seven days.', { messageID: 'msg_3' });
    await part('ses_1', 'prt_4', 'As decided.', { messageID: 'msg_3' });
    await part('ses_1', 'prt_5', block('start'), { messageID: 'msg_3', synthetic: true });
    await idle('ses_1');
    expect(asked.at(-1)).toEqual({
      hook_event_name: 'Stop',
      session_id: 'ses_1',
      cwd: '/repo',
      last_assistant_message: 'Seven days.\n\nAs decided.',
      received: [],
      held: ['start', 'prompt'],
    });
  });

  test('without a word of the agent is not told', async () => {
    await say();
    await part('ses_1', 'prt_2', 'An answer that was cut off by the next prompt.');
    await say();
    await idle('ses_1');
    expect(asked.at(-1)).toMatchObject({ hook_event_name: 'UserPromptSubmit' });
  });

  test('is no summary of a compaction', async () => {
    await say();
    await hooks['experimental.session.compacting']({ sessionID: 'ses_1' });
    await part('ses_1', 'prt_2', 'The user wants the cookie fixed.');
    await idle('ses_1');
    expect(asked.at(-1)).toMatchObject({ hook_event_name: 'UserPromptSubmit' });
  });

  test('a sub-agent’s prompts and answers are its own, and its session ends with its turn', async () => {
    await say();
    for (const [id, parentID] of [
      ['ses_2', 'ses_1'],
      ['ses_3', 'ses_2'],
    ]) {
      const info = { id: id!, parentID: parentID! };
      await hooks.event({ event: { type: 'session.created', properties: { sessionID: info.id, info } } });
    }
    await hooks['chat.message']({ sessionID: 'ses_3' }, { message: { id: 'msg_9' }, parts: userParts() });
    expect(asked.at(-1)).toMatchObject({ hook_event_name: 'UserPromptSubmit', session_id: 'ses_1', agent_id: 'ses_3' });
    await part('ses_3', 'prt_2', 'Found it.');
    await idle('ses_3');
    expect(asked.at(-1)).toEqual({
      hook_event_name: 'SubagentStop',
      session_id: 'ses_1',
      agent_id: 'ses_3',
      cwd: '/repo',
      last_assistant_message: 'Found it.',
      received: [],
      held: ['start', 'prompt'],
    });
  });

  test('reaches the daemon also when opencode ends with it, and before its sessions’ end', async () => {
    const order: string[] = [];
    const slow: AskDaemon = async ({ hook_event_name }) => {
      order.push(`${hook_event_name} asked`);
      await Promise.resolve();
      order.push(`${hook_event_name} answered`);
      return {};
    };
    hooks = await createOpencodePlugin({ stateDirectory: 'unused', askDaemon: slow })({});
    await say();
    await part('ses_1', 'prt_2', 'Seven days.');
    order.length = 0;
    void idle('ses_1');
    await hooks.dispose();
    expect(order).toEqual(['Stop asked', 'Stop answered', 'SessionEnd asked', 'SessionEnd answered']);
  });
});
