import { expect, test } from 'vitest';
import { connectionFacts } from '../../../test/connection-facts.ts';
import { geminiCliConnector } from './gemini-cli.ts';

const files = (facts = connectionFacts()) => geminiCliConnector.files(facts)[0]!;

test('hooks in settings.json, timeouts in milliseconds, tools by a pattern', () => {
  const { file, connect } = files();
  expect(file).toBe('/ann/.gemini/settings.json');
  const { hooks } = JSON.parse(connect(null)) as { hooks: Record<string, unknown> };
  expect(Object.keys(hooks)).toEqual([
    'SessionStart',
    'BeforeAgent',
    'BeforeTool',
    'AfterTool',
    'AfterAgent',
    'SessionEnd',
  ]);
  const command = '[ ! -x /ann/.local/share/inkling/hook.sh ] || /ann/.local/share/inkling/hook.sh gemini-cli';
  expect(hooks['AfterTool']).toEqual([
    {
      matcher: '.*',
      hooks: [{ name: 'inkling', type: 'command', command: `${command} AfterTool`, timeout: 1_000 }],
    },
  ]);
  expect(hooks['SessionStart']).toEqual([
    { hooks: [{ name: 'inkling', type: 'command', command: `${command} SessionStart`, timeout: 5_000 }] },
  ]);
});

test('settings of the user stay, in the user’s own form, comments too', () => {
  const own = '{\n  // mine\n  "security": {\n    "folderTrust": true\n  }\n}\n';
  const { connect, disconnect } = files();
  expect(connect(connect(own))).toBe(connect(own));
  expect(disconnect(connect(own))).toBe(own);
});

test('GEMINI_CLI_HOME is obeyed, but not for a project', () => {
  const environment = { GEMINI_CLI_HOME: '/ann/else' };
  expect(files(connectionFacts({ environment })).file).toBe('/ann/else/.gemini/settings.json');
  expect(files(connectionFacts({ environment, scope: 'project' })).file).toBe('/ann/repo/.gemini/settings.json');
});

test('a project has its own settings', () => {
  expect(files(connectionFacts({ scope: 'project' })).file).toBe('/ann/repo/.gemini/settings.json');
});
