import path from 'node:path';
import { canarySteps, type ConnectedFile, type ConnectionFacts, type Connector } from './connector.ts';
import { hookCommand, hooksFile, installedIn } from '../files/hooks-file.ts';
import { isInstalled } from '../is-installed.ts';
import { mcpCommand } from '../files/mcp-command.ts';
import { mcpJson } from '../files/mcp-json.ts';

/** Events, with how long Cursor may wait for each, in seconds. */
const HOOKS: readonly (readonly [event: string, timeout: number])[] = [
  ['sessionStart', 5],
  ['beforeSubmitPrompt', 2],
  ['preToolUse', 1],
  ['postToolUse', 1],
  ['postToolUseFailure', 1],
  ['preCompact', 1],
  ['afterAgentResponse', 1],
  ['sessionEnd', 1],
];

/** A file that Cursor reads has a version. */
const STARTER = '{\n  "version": 1\n}\n';

/** Cursor: hooks.json, whose lists hold hooks without groups. After its documentation; no Cursor was there to try it with. */
export const cursorConnector: Connector = {
  client: 'cursor',
  title: 'Cursor',
  isInstalled: (facts) => isInstalled(facts, 'cursor', cursorDirectory),
  files: (facts) => [versionedHooks(facts)],
  mcp: (facts) =>
    mcpJson({ file: path.join(cursorDirectory(facts), 'mcp.json'), servers: 'mcpServers', entry: serverOf(facts) }),
  installedHooks: (facts) => installedIn(hooksPath(facts), 1000),
  canary: (session) =>
    canarySteps(session, {
      events: {
        start: 'sessionStart',
        prompt: 'beforeSubmitPrompt',
        beforeTool: 'preToolUse',
        afterTool: 'postToolUse',
        end: 'sessionEnd',
      },
      call: { tool_name: 'Read', tool_input: { file_path: 'inkling-doctor' } },
      promptCarries: false,
      also: ({ sessionId, directory }) => ({ conversation_id: sessionId, workspace_roots: [directory] }),
    }),
};

/** Cursor starts servers anywhere: it says where its project is when it is asked to. */
function serverOf(facts: ConnectionFacts): { readonly command: string; readonly args: readonly string[] } {
  const { command, args } = mcpCommand(facts);
  // Behind the line of a shell stands the name that it goes by.
  return { command, args: [...args, ...(args.length === 0 ? [] : ['inkling']), '${workspaceFolder}'] };
}

function hooksPath(facts: ConnectionFacts): string {
  return path.join(cursorDirectory(facts), 'hooks.json');
}

function cursorDirectory({ scope, home, projectDirectory }: ConnectionFacts): string {
  return path.join(scope === 'project' ? projectDirectory : home, '.cursor');
}

function versionedHooks(facts: ConnectionFacts): ConnectedFile {
  const hooks = HOOKS.map(([event, timeout]) => {
    return [event, { command: hookCommand(facts, 'cursor', event), timeout }] as const;
  });
  const { file, connect, disconnect } = hooksFile(hooksPath(facts), hooks);
  return {
    file,
    connect: (text) => connect(text === null || text.trim() === '' ? STARTER : text),
    disconnect: (text) => {
      const rest = disconnect(text);
      return rest === STARTER ? null : rest;
    },
  };
}
