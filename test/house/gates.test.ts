import { describe, expect, test } from 'vitest';
import { architecture } from '../../scripts/check/architecture.mjs';
import { hygiene } from '../../scripts/check/hygiene.mjs';
import { measureFile } from '../../scripts/check/lengths.mjs';
import { snippetsOf } from '../../scripts/lib/snippets.mjs';

describe('the architecture gate', () => {
  test('sees the source files, catches every planted violation and finds none in the code', () => {
    const { saw, problems } = architecture();
    expect(saw).toBeGreaterThan(50);
    expect(problems).toEqual([]);
  });
});

describe('the hygiene gate', () => {
  test('sees the files, catches every planted violation and finds none in the workspace', () => {
    const { saw, problems } = hygiene();
    expect(saw).toBeGreaterThan(100);
    expect(problems).toEqual([]);
  });
});

describe('the lengths gate', () => {
  test('counts code lines of files and functions, comments and blank lines left out', () => {
    const source = ['// why', 'export function a() {', '  // more', '', '  return 1; /* here */', '}', ''].join('\n');
    const { lines, functions } = measureFile('a.ts', source);
    expect({ lines, functions }).toEqual({ lines: 3, functions: [{ where: 'a.ts:2', lines: 3 }] });
  });
});

describe('snippets of documents', () => {
  test('are the fences that follow a marker', () => {
    const document = 'x\n\n<!-- snippet: a/b.mjs -->\n\n```js\ncode();\n```\n\n```js\nother();\n```\n';
    expect(snippetsOf(document)).toEqual([{ source: 'a/b.mjs', shown: 'code();\n' }]);
  });
});
