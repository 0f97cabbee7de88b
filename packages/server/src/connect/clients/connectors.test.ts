import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AGENT_CLIENTS } from '../../agents/clients/agent-clients.ts';
import type { HookEventKind } from '../../agents/clients/hook-event.ts';
import { connectionFacts } from '../../../test/connection-facts.ts';
import type { ConnectionScope } from './connector.ts';
import { CONNECTORS } from './connectors.ts';

const OF_USER: Readonly<Record<string, string>> = {
  'claude-code': '.claude',
  codex: '.codex',
  'gemini-cli': '.gemini',
  opencode: '.config/opencode',
  cursor: '.cursor',
  'copilot-cli': '.copilot',
};

/** What the events of every client have. */
const PAYLOAD = {
  ...{ session_id: 's', conversation_id: 's', cwd: '/repo', source: 'startup', prompt: 'Fix it', text: 'Done' },
  ...{ tool_name: 'Read', tool_input: {}, last_assistant_message: 'Done', prompt_response: 'Done' },
};

/** The events that a list of the hook command's has: what stands in front of `then` in one of its cases. */
function inScript(then: string): RegExp {
  const script = readFileSync(new URL('../../../bin/hook.sh', import.meta.url), 'utf8');
  const [, patterns = ''] = new RegExp(`(?:^|\\bin ) *([\\w*| -]+)\\) ${then}`, 'mu').exec(script) ?? [];
  return new RegExp(`^(?:${patterns.replaceAll(' ', '').replaceAll('*', '.*')})$`, 'u');
}

const STARTS = inScript('starts=yes');
const WAITS_LITTLE = inScript('patience=0\\.4');
const IS_KEPT = inScript('keep_for_daemon');

/** What the hook command must know of an event: who starts a daemon, waits longest, and is kept for one that is missing. */
const KNOWN: Partial<Record<HookEventKind, readonly [starts: boolean, waitsLittle: boolean, isKept: boolean]>> = {
  'session-start': [true, false, true],
  prompt: [false, false, true],
  'pre-tool': [false, true, false],
  'post-tool': [false, true, false],
  'turn-end': [false, true, false],
};

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'inkling-test-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe.each(CONNECTORS)('$title', ({ client, isInstalled, files, mcp }) => {
  const installed = (scope: ConnectionScope): boolean =>
    isInstalled(connectionFacts({ scope, home, projectDirectory: path.join(home, 'repo') }));

  test('is installed where its user has settings, also for a project without any', () => {
    expect([installed('user'), installed('project')]).toEqual([false, false]);
    expect(OF_USER).toHaveProperty(client);
    mkdirSync(path.join(home, OF_USER[client]!), { recursive: true });
    expect([installed('user'), installed('project')]).toEqual([true, true]);
  });

  test('has the token for hooks in files for their owner only, and in none of a project', () => {
    const modesWithToken = (scope: ConnectionScope): readonly unknown[] => {
      const facts = connectionFacts({ scope });
      const withToken = [...files(facts), mcp(facts)].filter(({ connect }) => connect(null).includes(facts.hookToken));
      return withToken.map(({ mode }) => mode);
    };
    expect([modesWithToken('user'), modesWithToken('project')]).toEqual([client === 'claude-code' ? [0o600] : [], []]);
  });

  test('has its events in the lists of the hook command', () => {
    const texts = files(connectionFacts({ scope: 'project' })).map(({ connect }) => connect(null));
    const events = texts.flatMap((text) =>
      [...text.matchAll(/\$h\\" [\w.-]+ ([\w.-]+)"/gu)].map(([, event = '']) => event),
    );
    for (const event of events) {
      const { kind } = AGENT_CLIENTS[client].readEvent({ ...PAYLOAD, hook_event_name: event });
      const starts = STARTS.test(event);
      const known = [starts, !starts && WAITS_LITTLE.test(event), starts || IS_KEPT.test(event)];
      expect([event, kind, known]).toEqual([event, kind, KNOWN[kind] ?? [false, false, false]]);
    }
    // opencode's are a plugin.
    expect(events.length > 0).toBe(client !== 'opencode');
  });
});

test('what has settings in the project is installed for the project alone', () => {
  mkdirSync(path.join(home, 'repo', '.gemini'), { recursive: true });
  const found = (scope: ConnectionScope): readonly string[] => {
    const facts = connectionFacts({ scope, home, projectDirectory: path.join(home, 'repo') });
    return CONNECTORS.filter((connector) => connector.isInstalled(facts)).map(({ client }) => client);
  };
  expect([found('user'), found('project')]).toEqual([[], ['gemini-cli']]);
});
