import { expect, test } from 'vitest';
import { connectionFacts } from '../../../test/connection-facts.ts';
import { guardedHookCommand, hookCommand, hooksFile } from './hooks-file.ts';

const OTHERS = '{ "hooks": { "session.begin": [{ "hooks": [{ "type": "command", "command": "./mine.sh" }] }] } }';

test.each(['SessionStart', 'session.begin', 'session_begin', 'after-tool.2'])(
  'the hooks of an event called %s are found again: written once, and removed',
  (event) => {
    const hooks = (['user', 'project'] as const).flatMap((scope) => {
      const facts = connectionFacts({ scope, hookScript: '/ann/my state/hook.sh' });
      const commands = [hookCommand(facts, 'agent_2', event), guardedHookCommand(facts, 'agent_2', event)];
      return commands.map((command) => ({ type: 'command', command }));
    });
    const address = { type: 'http', url: 'http://127.0.0.1:4655/v1/hooks/agent_2' };
    for (const hook of [...hooks, address]) {
      const { connect, disconnect } = hooksFile('settings.json', [[event, { hooks: [hook] }]]);
      for (const before of [null, OTHERS]) {
        const once = connect(before);
        expect(connect(once)).toBe(once);
        // With another time to wait, what was there is replaced.
        const changed = hooksFile('settings.json', [[event, { hooks: [{ ...hook, timeout: 9 }] }]]).connect(once);
        expect(changed.split('agent_2')).toHaveLength(2);
        expect(disconnect(changed)).toBe(before);
      }
    }
  },
);
