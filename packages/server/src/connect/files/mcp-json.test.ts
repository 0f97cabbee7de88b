import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mcpJson } from './mcp-json.ts';

const ENTRY = { type: 'stdio', command: '/ann/.local/share/inkling/mcp.sh', args: [] };
const settings = (servers = 'mcpServers', starter?: string): ReturnType<typeof mcpJson> =>
  mcpJson({ file: '/ann/.claude.json', servers, entry: ENTRY, ...(starter === undefined ? {} : { starter }) });

// As a client writes it that keeps much else in the same file.
const LIVE = `{
  "numStartups": 12,
  "mcpServers": {
    "files": { "command": "npx", "args": ["files"] }
  },
  "projects": { "/ann/repo": { "history": [{ "display": "mcp.sh \\"inkling\\"" }] } }
}
`;

describe.each([
  ['no file', null, null],
  ['an empty object', '{}\n', null],
  ['a live file with other servers', LIVE, LIVE],
  ['one line', '{"a":1,"mcpServers":{"files":{"command":"npx"}}}', '{"a":1,"mcpServers":{"files":{"command":"npx"}}}'],
  ['comments, tabs, CRLF', '{\r\n\t// mine\r\n\t"a": 1\r\n}', '{\r\n\t// mine\r\n\t"a": 1\r\n}'],
])('%s', (_what, before, after) => {
  const { connect, disconnect, read } = settings();
  test('the server comes once, whatever is repeated, and goes again', () => {
    const once = connect(before);
    expect(read(once)).toEqual({ kind: 'ours', command: [ENTRY.command] });
    expect(connect(once)).toBe(once);
    expect(disconnect(once)).toBe(after);
  });
});

test('no other character changes', () => {
  const { connect } = settings();
  const [head = '', tail = ''] = LIVE.split(' }\n  },');
  const once = connect(LIVE);
  expect(once.startsWith(`${head} },\n    "inkling": {`)).toBe(true);
  expect(once.endsWith(`\n  },${tail}`)).toBe(true);
});

test('what was written since by somebody else stays', () => {
  const { connect, disconnect } = settings();
  const later = connect(LIVE).replace('"numStartups": 12', '"numStartups": 13');
  expect(disconnect(later)).toBe(LIVE.replace('"numStartups": 12', '"numStartups": 13'));
});

test('an entry of an older version is replaced', () => {
  const { connect } = settings();
  const older = connect(LIVE).replace('/ann/.local/share/inkling/mcp.sh', '/older/mcp.sh');
  expect(connect(older)).toBe(connect(LIVE));
});

test('what its user added to the entry stays, comments too, also when a key of ours changes', () => {
  const { connect, disconnect } = settings();
  const mine = ',\n      "trust": true, // mine\n      "env": { "DATABASE_URL": "postgres://team" }';
  const own = connect(LIVE).replace('"args": []', `"args": []${mine}`);
  expect(connect(own)).toBe(own);
  expect(connect(own.replace('/ann/.local/share/inkling/mcp.sh', '/older/mcp.sh'))).toBe(own);
  expect(disconnect(own)).toBe(LIVE);
});

test('fewer tools and another time limit are its user’s, what starts the server is ours', () => {
  const entry = { ...ENTRY, tools: ['*'], timeout: 20_000 };
  const { connect } = mcpJson({ file: '/ann/mcp.json', servers: 'mcpServers', entry });
  const own = connect(LIVE).replace('"*"', '"recall"').replace('20000', '60000');
  expect(own).not.toBe(connect(LIVE));
  expect(connect(own)).toBe(own);
  expect(connect(own.replace('/ann/.local/share/inkling/mcp.sh', '/older/mcp.sh'))).toBe(own);
});

test('a key of ours that is not there yet comes behind the others', () => {
  const { connect } = settings();
  const older = '{"mcpServers":{"inkling":{"command":"/older/mcp.sh","args":["a"],"trust":true}}}';
  expect(connect(older)).toBe(
    `{"mcpServers":{"inkling":{"command":"${ENTRY.command}","args":[],"trust":true,"type": "stdio"}}}`,
  );
});

test.each([
  [
    'a server of this name that somebody else added',
    '{"mcpServers":{"inkling":{"command":"npx","args":["inkling","mcp"]}}}',
  ],
  ['one with an address', '{"mcpServers":{"inkling":{"type":"http","url":"http://127.0.0.1:4655/mcp"}}}'],
  ['something else than a map', '{"mcpServers":[]}'],
])('%s is left as it is, and told', (_what, text) => {
  const { connect, disconnect, read } = settings();
  expect(read(text).kind).toBe('left');
  expect(connect(text)).toBe(text);
  expect(disconnect(text)).toBe(text);
});

test('a file that begins with something of its client goes when nothing else came', () => {
  const starter = '{\n  "$schema": "https://example.com/schema.json"\n}\n';
  const { connect, disconnect } = settings('mcp', starter);
  const once = connect(null);
  expect(once).toContain('$schema');
  expect(disconnect(once)).toBeNull();
  expect(disconnect(once.replace('schema.json', 'other.json'))).toContain('other.json');
});

test('a file that is no JSON is refused', () => {
  expect(() => settings().connect('{ "mcpServers": ')).toThrow(/not a JSON object/);
});

test('whatever else is in the file, however it is laid out: our entry comes and goes, and no other byte changes', () => {
  const servers = fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue(), { minKeys: 1, noNullPrototype: true });
  const others = fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue(), { minKeys: 1, noNullPrototype: true });
  const indents = fc.constantFrom<string | number>(0, 2, 4, '\t');
  fc.assert(
    fc.property(others, fc.option(servers), indents, fc.constantFrom('', '\n'), (rest, map, indent, end) => {
      // A map of the prototype's own name is no JSON that anybody writes.
      fc.pre(
        ![rest, map ?? {}].some((each) =>
          ['inkling', 'mcpServers', '__proto__'].some((key) => Object.hasOwn(each, key)),
        ),
      );
      const text = `${JSON.stringify(map ? { ...rest, mcpServers: map, last: 1 } : rest, null, indent)}${end}`;
      const { connect, disconnect, read } = settings();
      const once = connect(text);
      expect(read(once).kind).toBe('ours');
      expect(JSON.parse(once)).toMatchObject({ mcpServers: { inkling: ENTRY } });
      expect(disconnect(once)).toBe(text);
    }),
    { numRuns: 300 },
  );
});
