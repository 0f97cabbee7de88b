import { describe, expect, test } from 'vitest';
import { injectorOf, verbEvent } from '../../../../test/in-session-fixtures.ts';
import { recalledRow, storeOf } from '../../../../test/session-start-fixtures.ts';
import type { RecallRequest } from '../../../recall/memory-store.ts';
import type { VerbBusEvent } from '../events/verb-bus-event.ts';

describe('the same error', () => {
  const content = '`npm test` failed with: TypeError: port 4655 is in use It passed after `1` became `0` in src/a.ts.';
  const fixed = recalledRow(7, { kind: 'error', content });
  const failure = 'Exit code 1\nTypeError: port 80 is in use\n  at serve (node:net:1)';

  /** An injector of a session about something else, that knows the error. */
  function inSession() {
    const asked: RecallRequest[] = [];
    const made = injectorOf(storeOf([fixed], asked), { subject: () => Promise.resolve('Add a loyalty discount') });
    return {
      ...made,
      asked,
      handle: (event: Partial<VerbBusEvent>) => made.injector.handleVerbEvent(verbEvent(event)),
    };
  }

  test('comes with the call that failed with it, whatever the session is about and has had', async () => {
    const { handle, sent, asked } = inSession();
    for (let calls = 0; calls < 4; calls += 1) await handle({ phase: 'pre-verb', tool: 'Read' });
    await handle({ tool: 'Bash', paths: [], query: 'npm test', failure });
    expect(sent.at(-1)?.text).toContain('TypeError: port 4655 is in use');
    expect(sent.at(-1)?.text).toContain('(same error)');
    expect(asked.at(-1)?.moreQueries).toEqual(['TypeError: port 80 is in use']);
  });

  test('not with a call that failed with another, or did not fail', async () => {
    for (const other of [failure.replace('in use', 'closed'), undefined]) {
      const { handle, sent } = inSession();
      await handle({ tool: 'Bash', paths: [], query: 'npm test', ...(other === undefined ? {} : { failure: other }) });
      expect(sent).toEqual([]);
    }
  });
});
