import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectionFacts } from '../../../test/connection-facts.ts';
import { removeDirectory, temporaryDirectory } from '../../../test/git-fixture.ts';
import { geminiCliConnector as connector } from '../clients/gemini-cli.ts';
import { applyConnection, applyRemoval, planConnection, planRemoval } from '../connect-client.ts';
import { addJson, appendJson, dropJson, readJsonText, valueAt } from './json-file.ts';

let home: string;
beforeEach(() => {
  home = temporaryDirectory();
  mkdirSync(path.join(home, '.gemini'));
});
afterEach(() => removeDirectory(home));

const file = (): string => path.join(home, '.gemini', 'settings.json');
const read = (): string => readFileSync(file(), 'utf8');

/** Each data directory has its own hook script and its own ledger. */
function init(data: string): void {
  const facts = connectionFacts({ home, hookScript: path.join(home, data, 'hook.sh') });
  applyConnection(connector, path.join(home, data), planConnection(connector, facts), facts);
}

function remove(data: string): void {
  const facts = connectionFacts({ home, hookScript: path.join(home, data, 'hook.sh') });
  applyRemoval(path.join(home, data), planRemoval(connector, path.join(home, data), facts));
}

const COMMENTED = `{
  "theme": "dark",
  "hooks": {
    "AfterTool": [
      { "matcher": "write_file", "hooks": [{ "type": "command", "command": "prettier" }] } // why: CI
      // lint is off until CI is green again:
      // { "matcher": "write_file", "hooks": [{ "type": "command", "command": "npm run lint" }] }
    ],
    "BeforeTool": [{ "hooks": [{ "type": "command", "command": "guard.sh" }] }],
    "AfterAgent": [
      { "hooks": [{ "type": "command", "command": "say done" }] }, /* aloud, */
    ],
    "SessionEnd": [
      // { "hooks": [{ "type": "command", "command": "bye.sh" }] }
    ]
  }, // of the team
  "mcpServers": {
    "a": { "command": "b" } // why: x, y
    // "jira": { "command": "jira-mcp", "env": { "SITE": "acme" } }
  }
}
`;
const NO_SERVERS = `{
  "theme": "dark", // at night
  "mcpServers": {
    // "jira": { "command": "jira-mcp" }
  }
}
`;

test.each([
  ['commented-out entries, ends of lines, neighbours in one line', COMMENTED],
  ['the same with tabs and CRLF', COMMENTED.replaceAll('  ', '\t').replaceAll('\n', '\r\n')],
  ['maps that hold only comments', NO_SERVERS],
  ['a byte order mark', `\uFEFF${COMMENTED}`],
  ['one line', '{"theme": "dark", "hooks": {"AfterTool": [{"hooks": []}]} /* mine */}'],
])('every other character stays, also when the file is changed before Inkling goes: %s', (_what, text) => {
  writeFileSync(file(), text);
  init('data');
  const change = (from: string): string => from.replace('"dark"', '"light"');
  writeFileSync(file(), change(read()));
  remove('data');
  expect(read()).toBe(change(text));
});

test.each([
  ['with comments', COMMENTED],
  ['of comments alone', '{\n  // "theme": "dark"\n}\n'],
])('a second data directory takes over a file %s, and it comes back byte for byte', (_what, text) => {
  writeFileSync(file(), text);
  init('data');
  init('other');
  expect(read()).not.toContain(path.join(home, 'data'));
  remove('other');
  expect(read()).toBe(text);
});

test('a comment at the end of a line stays with its entry', () => {
  writeFileSync(file(), COMMENTED);
  init('data');
  expect(read()).toContain('"command": "prettier" }] }, // why: CI\n');
  expect(read()).toContain('"a": { "command": "b" }, // why: x, y\n');
});

test('what somebody wrote around an entry of ours stays', () => {
  const text = '{\n  "list": [\n    1, // one\n    "ours", // whose?\n    // two\n    2\n  ]\n}\n';
  expect(dropJson(text, ['list', 1])).toBe(text.replace('"ours",', ''));
  expect(dropJson('[ // one\n"ours", 2]', [0])).toBe('[ // one\n 2]');
  expect(dropJson('["ours" /* a, b */, 2]', [0])).toBe('[ /* a, b */ 2]');
});

test.each(['null', '[]', '"on"', '{"AfterTool": {"a": 1}}', '{"AfterTool": null}'])(
  'hooks that are no lists by event are an error that names the file: %s',
  (hooks) => {
    writeFileSync(file(), `{"hooks": ${hooks}}`);
    expect(() => init('data')).toThrow(`${file()} has no `);
    expect(read()).toBe(`{"hooks": ${hooks}}`);
  },
);

test('wherever comments and commas stand, an entry comes and goes and no other character changes', () => {
  const gap = fc
    .array(fc.constantFrom(' ', '\n', '\t', '\r\n', '// a, b\n', '/* // , ] */', '// "x" */\n'), { maxLength: 4 })
    .map((parts) => parts.join(''));
  const entry = fc.tuple(fc.constantFrom('1', '"// ,"', '{"a":[]}'), gap, gap);
  // An empty list gets lines of its own.
  const entries = fc.array(entry, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(gap, entries, fc.boolean(), fc.boolean(), (start, list, endsWithComma, isMap) => {
      const shown = list.map(([value, before, behind], n) => {
        const comma = endsWithComma || n < list.length - 1 ? ',' : '';
        return `${isMap ? `"${n}":` : ''}${value}${before}${comma}${behind}`;
      });
      const text = `{"at": ${isMap ? '{' : '['}${start}${shown.join('')}${isMap ? '}' : ']'}}`;
      const once = isMap ? addJson(text, ['at', 'ours'], { b: 1 }) : appendJson(text, ['at'], { b: 1 }, 'a file');
      const at = ['at', isMap ? 'ours' : list.length];
      expect(valueAt(readJsonText(once, 'a file'), at)).toEqual({ b: 1 });
      expect(dropJson(once, at)).toBe(text);
    }),
    { numRuns: 500 },
  );
});
