import { describe, expect, test } from 'vitest';
import { injectorOf, verbEvent } from '../../../../test/in-session-fixtures.ts';
import { recalledRow, storeOf, uuid } from '../../../../test/session-start-fixtures.ts';
import type { RecallRequest } from '../../../recall/memory-store.ts';
import type { VerbBusEvent } from '../events/verb-bus-event.ts';

const LINES = [
  { commit: 'a1', text: 'def load(path):', path: 'src/old.ts' },
  { commit: 'b2', text: 'if token.expired: return None', path: 'src/auth.ts' },
];
const COMMIT = recalledRow(1, {
  content: 'Check the expiry of tokens',
  metadata: { commit: 'b2', paths: ['src/auth.ts'] },
});
const rule = (kind: string, place: string) =>
  recalledRow(3, { source: 'api', kind, content: 'Sessions last an hour', metadata: { paths: [place] } });

function inSession(
  rows: readonly ReturnType<typeof recalledRow>[],
  subject = 'Expired tokens are accepted',
  blamed = LINES,
) {
  const asked: RecallRequest[] = [];
  const options = { subject: () => Promise.resolve(subject), blame: () => Promise.resolve(blamed) };
  const { injector, sent } = injectorOf(storeOf(rows, asked), options);
  const handle = (changes: Partial<VerbBusEvent> = {}) =>
    injector.handleVerbEvent(verbEvent({ tool: 'Edit', query: '', ...changes }));
  return { asked, sent, handle };
}

describe('what was stated of a file before it was renamed', () => {
  test.each([
    ['explicit', 'src/old.ts'],
    ['explicit', 'src/auth.ts'],
    ['error', 'src/old.ts'],
  ])('%s of %s comes when it is edited', async (kind, place) => {
    const { handle, asked, sent } = inSession([rule(kind, place)]);
    await handle();
    expect(asked[0]?.statedOf).toEqual(['src/auth.ts', 'src/old.ts']);
    expect(sent[0]?.text).toContain('(said of this file)');
  });

  test('comes beyond the pace and in trivial work too', async () => {
    const rows = [COMMIT, rule('explicit', 'src/old.ts')];
    const { handle } = inSession(rows);
    expect((await handle({ tool: 'Read' })).observationIds).toEqual([uuid(1)]);
    expect((await handle()).observationIds).toEqual([uuid(3)]);
    expect((await inSession(rows, 'Fix a typo').handle()).observationIds).toEqual([uuid(3)]);
  });

  test.each([
    ['explicit', 'index.ts', 'said of this file'],
    ['explicit', 'packages/web/index.ts', 'no-match'],
    ['fact', 'packages/web/index.ts', 'no-match'],
  ])('when the file was index.ts at the top, %s of %s: %s', async (kind, place, expected) => {
    const { handle, sent } = inSession(
      [rule(kind, place)],
      undefined,
      LINES.map((line) => ({ ...line, path: 'index.ts' })),
    );
    const { outcome } = await handle();
    expect(sent[0]?.text ?? outcome).toContain(expected);
  });

  test('of another file nothing comes', async () => {
    expect((await inSession([rule('explicit', 'src/older.ts')]).handle()).outcome).toBe('no-match');
  });
});
