import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'inkling-test-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe.each(CONNECTORS)('$title', ({ client, isInstalled }) => {
  const installed = (scope: ConnectionScope): boolean =>
    isInstalled(connectionFacts({ scope, home, projectDirectory: path.join(home, 'repo') }));

  test('is installed where its user has settings, also for a project without any', () => {
    expect([installed('user'), installed('project')]).toEqual([false, false]);
    mkdirSync(path.join(home, OF_USER[client]!), { recursive: true });
    expect([installed('user'), installed('project')]).toEqual([true, true]);
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
