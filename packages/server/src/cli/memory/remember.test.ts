import { expect, test } from 'vitest';
import { describeRemembered } from './remember.ts';

test.each([
  [{ created: true, status: 'active' }, []],
  [{ created: false, status: 'active' }, ['Already known.']],
  [{ created: false, status: 'active', revived: true }, ['Valid again.']],
  [{ created: false, status: 'superseded' }, [expect.stringMatching(/^Not recalled: .*inkling forget some-id/)]],
  [{ created: false, status: 'expired' }, [expect.stringMatching(/^Not recalled/)]],
  [{ created: false, status: 'quarantined' }, [expect.stringContaining('inkling review some-id --release')]],
  [
    { created: false, status: 'quarantined', revived: true },
    ['Valid again.', expect.stringContaining('inkling review some-id --release')],
  ],
] as const)('%j is told', (result, lines) => {
  expect(describeRemembered({ id: 'some-id', contentHash: '', redacted: [], ...result })).toEqual(lines);
});
