import { systemClock } from '@inkling/engine';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { importJsonl, type JsonlImportReport, type JsonlTarget } from './import-jsonl.ts';
import { readLines } from './read-lines.ts';

async function* pieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

let given: unknown[];
const target: JsonlTarget = {
  observations: {
    importRows(rows) {
      given.push(...rows);
      const rejected = rows.flatMap((row, index) =>
        typeof (row as { content?: unknown }).content === 'string'
          ? []
          : [{ index, code: 'invalid-input' as const, reason: 'content must be a string' }],
      );
      return Promise.resolve({ imported: rows.length - rejected.length, duplicates: 0, rejected });
    },
  },
};

beforeEach(() => {
  given = [];
});

function run(text: string, size = 7): Promise<JsonlImportReport> {
  return importJsonl(target, { lines: pieces(text, size), projectId: 'p', clock: systemClock });
}

test('good lines are imported, whatever is wrong with those around them, which are reported by number', async () => {
  const lines = ['{"content":"one"}', 'nonsense', '', '[1]', '{"text":"x"}', '{"content":"two"}', 'null'];
  const report = await run(lines.join('\r\n'));
  expect(report).toMatchObject({ lines: 7, imported: 2, duplicates: 0 });
  expect(report.refused).toEqual([
    { line: 2, code: 'malformed-line', message: 'not JSON' },
    { line: 4, code: 'malformed-line', message: 'not a JSON object' },
    { line: 5, code: 'invalid-input', message: 'content must be a string' },
    { line: 7, code: 'malformed-line', message: 'not a JSON object' },
  ]);
});

test('a plain line gets the project and the source; an exported row keeps its own, no project included', async () => {
  const exported = { id: 'i', content: 'x', projectId: null, source: 'api' };
  await run(`{"content":"plain"}\n${JSON.stringify(exported)}\n`);
  expect(given).toEqual([{ content: 'plain', projectId: 'p', source: 'import' }, exported]);
});

test('a file may begin with a byte order mark', async () => {
  expect(await run('\uFEFF{"content":"one"}\n{"content":"two"}\n')).toMatchObject({ imported: 2, refused: [] });
});

test('a line without end is refused, not held in memory', async () => {
  const report = await run(`${'x'.repeat(3_000_000)}\n{"content":"after"}`, 65_536);
  expect(report).toMatchObject({ imported: 1, refused: [{ line: 1, message: 'longer than 2 MB' }] });
});

test('lines are the same however the bytes arrive', async () => {
  const text = fc.array(fc.constantFrom('a', 'é', '😀', '\n', ' '), { maxLength: 30 }).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (input, size) => {
      const lines: (string | null)[] = [];
      for await (const line of readLines(pieces(input, size))) lines.push(line.text);
      expect(lines).toEqual(input === '' ? [] : input.replace(/\n$/, '').split('\n'));
    }),
  );
});
