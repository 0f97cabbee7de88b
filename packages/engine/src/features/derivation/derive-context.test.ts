import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deriveContext } from './derive-context.ts';
import { FACET_MAX_CHARACTERS, FACETS } from './derived-context.ts';
import { HEURISTICS } from './heuristics.ts';

const derived = (tool: string, input: unknown): Record<string, unknown> =>
  Object.fromEntries(deriveContext(tool, input).map(({ contextKey, contextValue }) => [contextKey, contextValue]));

describe('the facets of the seed', () => {
  test.each<[id: string, tool: string, input: object, expected: object]>([
    ['S3-015', 'Read', { file_path: '/src/auth/index.ts' }, { currentFile: '/src/auth/index.ts' }],
    [
      'S3-016',
      'Edit',
      { file_path: '/src/auth/middleware.ts', old_string: 'a' },
      { lastEditedFile: '/src/auth/middleware.ts' },
    ],
    ['S3-017', 'Grep', { pattern: 'requireOrgAccess' }, { lastSearch: { tool: 'Grep', pattern: 'requireOrgAccess' } }],
    ['S3-018', 'Bash', { command: 'git add src/auth/' }, { lastGitOp: 'git add src/auth/' }],
    ['S3-019', 'Bash', { command: 'cd /workspace/platform' }, { workingDirectory: '/workspace/platform' }],
    ['S3-020', 'Bash', { command: 'pnpm test -- auth' }, { lastTestRun: { command: 'pnpm test -- auth' } }],
    [
      'S3-021',
      'mcp__af-memory__af_memory_recall',
      { query: 'auth cookie pattern' },
      { lastMemoryOp: { op: 'recall', detail: 'auth cookie pattern' } },
    ],
    [
      'S3-022',
      'Task',
      { description: 'Write integration tests for checkout', prompt: 'You are…' },
      { lastSubAgentDispatch: 'Write integration tests for checkout' },
    ],
  ])('[S3-015, S3-016, S3-017, S3-018, S3-019, S3-020, S3-021, S3-022] %s: %s', (_id, tool, input, expected) => {
    expect(derived(tool, input)).toMatchObject(expected);
  });

  test('[S3-003] [S3-005] a call gives entries of key and value, [S3-008] a tool that nothing matches gives an empty list', () => {
    expect(deriveContext('Read', { file_path: 'a.ts' })).toEqual([{ contextKey: 'currentFile', contextValue: 'a.ts' }]);
    expect(deriveContext('Teleport', { file_path: 'a.ts' })).toEqual([]);
  });

  test('[S3-006] the input is left as it was, and the same call gives the same entries', () => {
    const input = Object.freeze({ command: 'cd web && npm test', todos: Object.freeze([]) });
    expect(deriveContext('Bash', input)).toEqual(deriveContext('Bash', input));
  });
});

describe('names of tools', () => {
  test.each([
    ['mcp__af-code__af_code_search_symbols', 'as it arrives'],
    ['af_code_search_symbols', 'without its prefix'],
    ['mcp__plugin_code_af-code__af_code_search_symbols', 'of a plugin'],
    ['MCP:af_code_search_symbols', 'Cursor'],
  ])('[S3-009, S3-010] %s, %s, is a search', (tool) => {
    expect(derived(tool, { query: 'requireOrgAccess' })).toMatchObject({ lastSearch: { pattern: 'requireOrgAccess' } });
  });

  test('[S3-011] [S3-023] a tool of a server and a built-in one of the same name have the same facts', () => {
    const input = { path: 'src/a.ts' };
    expect(deriveContext('mcp__filesystem__read_file', input)).toEqual(deriveContext('read_file', input));
  });

  test('a memory server of an unknown name is still a memory', () => {
    expect(derived('mcp__x__acme_memory_search_v2', { query: 'ports' })).toEqual({
      lastMemoryOp: { op: 'recall', detail: 'ports' },
    });
  });
});

describe('what six agents send', () => {
  test.each<[agent: string, tool: string, input: object | string, expected: object]>([
    ['Claude Code', 'Write', { file_path: 'a.ts', content: 'x' }, { lastEditedFile: 'a.ts', currentFile: 'a.ts' }],
    [
      'Claude Code',
      'NotebookEdit',
      { notebook_path: 'n.ipynb' },
      { lastEditedFile: 'n.ipynb', currentFile: 'n.ipynb' },
    ],
    [
      'Claude Code',
      'Glob',
      { pattern: '**/*.ts', path: 'src' },
      { lastSearch: { tool: 'Glob', pattern: '**/*.ts', path: 'src' } },
    ],
    ['Claude Code', 'WebFetch', { url: 'https://a.test/x', prompt: 'sum' }, { lastFetch: 'https://a.test/x' }],
    [
      'Claude Code',
      'TodoWrite',
      {
        todos: [
          { content: 'One', status: 'completed' },
          { content: 'Two', activeForm: 'Doing two', status: 'in_progress' },
        ],
      },
      { currentTodo: 'Doing two' },
    ],
    ['Codex', 'shell', {}, {}],
    [
      'Codex',
      'exec_command',
      { cmd: "sed -n '1,80p' src/a.rs", workdir: '/w' },
      { lastCommand: "sed -n '1,80p' src/a.rs", currentFile: 'src/a.rs', workingDirectory: '/w' },
    ],
    [
      'Codex',
      'shell_command',
      { command: ['bash', '-lc', 'cargo test --lib'] },
      { lastCommand: "bash -lc 'cargo test --lib'", lastTestRun: { command: 'cargo test --lib' } },
    ],
    [
      'Codex',
      'apply_patch',
      { command: '*** Begin Patch\n*** Update File: src/a.ts\n@@\n*** Delete File: src/b.ts\n*** End Patch' },
      { lastEditedFile: 'src/a.ts', currentFile: 'src/a.ts', lastDeletedFile: 'src/b.ts' },
    ],
    [
      'Copilot CLI with a GPT model',
      'apply_patch',
      '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n*** End Patch',
      { lastEditedFile: 'src/a.ts', currentFile: 'src/a.ts' },
    ],
    ['Codex', 'update_plan', { plan: [{ step: 'Mend it', status: 'in_progress' }] }, { currentTodo: 'Mend it' }],
    ['Gemini CLI', 'read_many_files', { paths: ['a.ts', 'b.ts'] }, { currentFile: 'b.ts' }],
    ['Gemini CLI', 'replace', { file_path: 'a.ts' }, { lastEditedFile: 'a.ts', currentFile: 'a.ts' }],
    [
      'Gemini CLI',
      'run_shell_command',
      { command: 'go vet ./...', directory: 'svc' },
      { lastCommand: 'go vet ./...', lastCheck: { command: 'go vet ./...' }, workingDirectory: 'svc' },
    ],
    [
      'Gemini CLI',
      'save_memory',
      { fact: 'Ports are pinned.' },
      { lastMemoryOp: { op: 'remember', detail: 'Ports are pinned.' } },
    ],
    ['opencode', 'read', { filePath: 'a.ts' }, { currentFile: 'a.ts' }],
    ['opencode', 'grep', { pattern: 'x', include: '*.ts' }, { lastSearch: { tool: 'grep', pattern: 'x' } }],
    [
      'Cursor',
      'codebase_search',
      { query: 'where is auth', target_directories: ['src'] },
      { lastSearch: { tool: 'codebase_search', pattern: 'where is auth' } },
    ],
    [
      'Cursor',
      'Shell',
      { command: 'npm ci', working_directory: '/w' },
      { lastCommand: 'npm ci', lastInstall: { command: 'npm ci' }, workingDirectory: '/w' },
    ],
    ['Copilot CLI', 'str_replace_editor', { command: 'view', path: 'a.ts' }, { currentFile: 'a.ts' }],
    [
      'Copilot CLI',
      'str_replace_editor',
      { command: 'str_replace', path: 'a.ts' },
      { lastEditedFile: 'a.ts', currentFile: 'a.ts' },
    ],
    ['Copilot CLI', 'update_todo', { todos: '- [x] One\n- [ ] Two' }, { currentTodo: 'Two' }],
    [
      'Serena',
      'mcp__serena__find_symbol',
      { name_path_pattern: 'Auth/check', relative_path: 'src' },
      { lastSearch: { tool: 'find_symbol', pattern: 'Auth/check' } },
    ],
    ['git server', 'mcp__git__git_commit', { repo_path: '/w', message: 'Fix it' }, { lastGitOp: 'git commit Fix it' }],
    [
      'git server',
      'mcp__git__git_checkout',
      { branch_name: 'fix' },
      { lastGitOp: 'git checkout fix', currentBranch: 'fix' },
    ],
  ])('%s: %s %j', (_agent, tool, input, expected) => {
    expect(derived(tool, input)).toEqual(expected);
  });
});

describe('inputs that miss what a rule looks for', () => {
  test.each<[string, unknown]>([
    ['Read', {}],
    ['Read', { file_path: '' }],
    ['Read', { file_path: 7 }],
    ['Read', null],
    ['Read', 'a.ts'],
    ['Bash', { command: '   ' }],
    ['Bash', { command: [] }],
    ['TodoWrite', { todos: [null, 7, { status: 'pending', content: 'x' }] }],
    ['Grep', { path: '' }],
    ['apply_patch', { input: 'no header' }],
    ['apply_patch', 'no header'],
    ['Bash', 'npm test'],
    ['str_replace_editor', { path: 'a.ts' }],
  ])('[S3-027] %s %j gives nothing', (tool, input) => {
    expect(deriveContext(tool, input)).toEqual([]);
  });

  test('nothing is inherited, and a name of the prototype is a name', () => {
    expect(deriveContext('Read', Object.create({ file_path: 'inherited.ts' }))).toEqual([]);
    expect(deriveContext('__proto__', { file_path: 'a.ts' })).toEqual([]);
    expect(deriveContext('constructor', JSON.parse('{"__proto__":{"file_path":"a.ts"}}'))).toEqual([]);
  });

  test('an input that throws when it is looked at has told nothing', () => {
    const hostile = {
      get file_path(): string {
        throw new Error('no');
      },
    };
    expect(deriveContext('Read', hostile)).toEqual([]);
  });
});

const anyTool = fc.oneof(fc.string(), fc.constantFrom(...HEURISTICS.flatMap((rule) => [...rule.tools])));
const anyField = fc.constantFrom(...HEURISTICS.flatMap((rule) => [...rule.fields]), '__proto__', 'constructor');
const shellText = fc.string({
  unit: fc.constantFrom(
    'a',
    ' ',
    '"',
    "'",
    '\\',
    '<',
    '>',
    '|',
    '&',
    ';',
    '\n',
    '(',
    '#',
    '2',
    '-',
    '/',
    '$',
    'git ',
    'cd ',
    'EOF',
    '<<EOF\n',
  ),
});
const anyValue = fc.oneof(
  fc.string({ unit: 'binary' }),
  shellText,
  fc.jsonValue(),
  fc.anything({ withNullPrototype: true }),
);

test('[S3-007, S3-024] any tool with any input gives known facets, each once, as JSON of bounded size', () => {
  fc.assert(
    fc.property(anyTool, fc.oneof(fc.anything(), fc.dictionary(anyField, anyValue)), (tool, input) => {
      const entries = deriveContext(tool, input);
      const keys = entries.map((entry) => entry.contextKey);
      expect(new Set(keys).size).toBe(keys.length);
      for (const { contextKey, contextValue } of entries) {
        expect(Object.hasOwn(FACETS, contextKey)).toBe(true);
        // What comes back from JSON is what went in.
        expect(JSON.parse(JSON.stringify(contextValue))).toEqual(contextValue);
        expect(JSON.stringify(contextValue).length).toBeLessThan(3 * 6 * FACET_MAX_CHARACTERS);
      }
    }),
    { numRuns: 3000 },
  );
});

test.each([
  ['a command of 4 MB', 'Bash', { command: `cat a.ts; ${'x '.repeat(2_000_000)}` }],
  ['an open quote of 4 MB', 'Bash', { command: `cat "${'\\'.repeat(4_000_000)}` }],
  ['a patch of 4 MB', 'apply_patch', { input: '*** Update File: '.repeat(250_000) }],
  ['a list of a million words', 'Bash', { command: Array.from({ length: 1_000_000 }, () => 'ls') }],
  ['a list of a million todos', 'TodoWrite', { todos: Array.from({ length: 1_000_000 }, () => ({ status: 'x' })) }],
])('%s is looked at in part only', (_what, tool, input) => {
  for (const { contextValue } of deriveContext(tool, input))
    expect(JSON.stringify(contextValue).length).toBeLessThan(8000);
});

test('[S3-026] facets are camelCase', () => {
  for (const facet of Object.keys(FACETS)) expect(facet).toMatch(/^[a-z]+(?:[A-Z][a-z]+)+$/u);
});

test('[S3-025] each rule says what it is good for, and sets facets that exist', () => {
  for (const rule of HEURISTICS) {
    expect(rule.use).toMatch(/\.$/u);
    for (const facet of rule.facets) expect(Object.hasOwn(FACETS, facet)).toBe(true);
  }
});

test.each([
  ['/repo/src/a.ts', '/repo', '/repo/src/a.ts'],
  ['/home/me/out.txt', '/repo', undefined],
  ['/repository/a.ts', '/repo', undefined],
  ['/var/repo/src/a.ts', '/var/repo', '/var/repo/src/a.ts'],
  ['/var/repo/src/a.ts', null, undefined],
  ['src/a.ts', '/repo', 'src/a.ts'],
])('what a command writes to %s in the checkout %s edits %s', (path, top, edited) => {
  const told = deriveContext('Bash', { command: `bash -c "echo x > ${path}"` }, { top });
  expect(told.find(({ contextKey }) => contextKey === 'lastEditedFile')?.contextValue).toBe(edited);
});
