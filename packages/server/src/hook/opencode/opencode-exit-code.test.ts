import { expect, test } from 'vitest';
import type { HookPayload } from './ask-daemon.ts';
import { createOpencodePlugin } from './opencode-plugin.ts';

test('the end of a command tells its exit code, and what it printed when it failed', async () => {
  const told: HookPayload[] = [];
  const askDaemon = async (payload: HookPayload): Promise<object> => (told.push(payload), {});
  const hooks = await createOpencodePlugin({ stateDirectory: '/state', askDaemon })({ directory: '/repo' });
  const call = { tool: 'bash', sessionID: 'ses_1', callID: 'call_1', args: { command: 'npm test' } };
  await hooks['tool.execute.after'](call, { output: `${'x'.repeat(9_000)}1 failed`, metadata: { exit: 1 } });
  await hooks['tool.execute.after'](call, { output: '3 passed', metadata: { exit: 0 } });
  await hooks['tool.execute.after']({ ...call, tool: 'read' }, { output: 'the file', metadata: {} });
  expect(told.map(({ tool_response }) => tool_response)).toEqual([
    { exit: 1, output: `${'x'.repeat(7_992)}1 failed` },
    { exit: 0 },
    undefined,
  ]);
});
