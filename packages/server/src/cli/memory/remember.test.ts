import { expect, test } from 'vitest';
import { describeRemembered, readStatement } from './remember.ts';

async function* pieces(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Promise.resolve(Buffer.from(text));
}

test('a statement comes in pieces, and without the white space around it', async () => {
  const [first, second] = [Buffer.from('  caf\u00e9\n\n').subarray(0, 6), Buffer.from('  caf\u00e9\n\n').subarray(6)];
  async function* split(): AsyncGenerator<Buffer> {
    yield* [first, second];
  }
  expect(await readStatement(split())).toBe('caf\u00e9');
  expect(await readStatement(pieces())).toBe('');
});

test.each(['', '\n', '\r\n'])('8 KiB are taken, with %j after them', async (end) => {
  expect(await readStatement(pieces('x'.repeat(8_192) + end))).toHaveLength(8_192);
});

test.each(['x', '\nx', '\n\n\n'])('8 KiB with %j after them are refused', async (end) => {
  await expect(readStatement(pieces('x'.repeat(8_192), end))).rejects.toMatchObject({ code: 'observation-too-large' });
});

test('a source without an end is left soon after the bound', async () => {
  let given = 0;
  async function* endless(): AsyncGenerator<Buffer> {
    for (;;) {
      given += 1_024;
      yield Promise.resolve(Buffer.alloc(1_024, 'x'));
    }
  }
  await expect(readStatement(endless())).rejects.toMatchObject({ code: 'observation-too-large' });
  expect(given).toBe(9_216);
});

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
