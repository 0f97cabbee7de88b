import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../git-fixture.ts';
import { inkling, inklingAloneJson, inklingJson, sharedDaemon, type InklingOptions } from './inkling-process.ts';

// The first one of the tests starts the daemon: seconds on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let home: string;
let options: InklingOptions & { readonly dataDir: string };

/** Each command asks the daemon, as they do on most machines: opening the store takes seconds. */
beforeAll(async () => {
  home = temporaryDirectory();
  const { dataDir } = await sharedDaemon();
  options = { cwd: home, dataDir, org: 'config' };
});
afterAll(() => removeDirectory(home));

describe('config', () => {
  const project = ['--project', 'config'];
  const values = (shown: { settings: { key: string; value: unknown; source: string }[] }) =>
    Object.fromEntries(shown.settings.map(({ key, value, source }) => [key, [value, source]]));

  test('every setting is printed with who said it, secrets are not, and a file that is wrong ends it', async () => {
    const file = path.join(home, 'mine.toml');
    writeFileSync(file, '[in_session]\nskip_tools = ["Zap"]\n');
    const environment = { INKLING_CONFIG: file, INKLING_EMBEDDER_KEY: 's3cret', INKLING_LINE_FORMAT: 'classic' };
    // Settings of a command itself: the daemon would answer with those that it was started with.
    const run = { ...options, dataDir: path.join(home, 'own'), environment };
    const shown = values(await inklingAloneJson(['config', '--set', 'ranking.mode=linear', ...project], run));
    expect(shown).toMatchObject({
      'in_session.skip_tools': [['Zap'], file],
      'ranking.mode': ['linear', '--set'],
      'blocks.line_format': ['classic', 'INKLING_LINE_FORMAT'],
      'embedder.key': ['****', 'INKLING_EMBEDDER_KEY'],
      'in_session.min_relevance': [0.4, 'default'],
    });
    writeFileSync(file, '[in_session]\nmin_relevance = 4\n');
    const refused = await inkling(['config', ...project], run);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('mine.toml:2: in_session.min_relevance cannot be 4. Give a number from 0 to 1.');
  });

  test("a project's file that would widen is told, and does nothing", async () => {
    const cwd = temporaryDirectory();
    writeFileSync(
      path.join(cwd, 'inkling.toml'),
      '[embedder]\nurl = "https://collector.example"\n[graph]\nenabled = false\n',
    );
    const { code, stdout, stderr } = await inkling(['config', ...project], { ...options, cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/inkling\.toml:2: embedder\.url cannot be set by a project/);
    expect(stdout).toContain('embedder.url = not set  (default)');
    expect(stdout).toContain(`graph.enabled = false  (${path.join(cwd, 'inkling.toml')})`);
    removeDirectory(cwd);
  });

  test("a block is as the project's file and switches leave it, and says when agents get none", async () => {
    const cwd = temporaryDirectory();
    const run = { ...options, cwd };
    const off = ['block', '-t', 'bug_fix', '--title', 'Cart totals rounding', ...project];
    await inkling(['remember', 'Cart totals are computed in cents, because rounding was wrong.', ...project], run);
    const file = path.join(cwd, 'inkling.toml');
    writeFileSync(file, '[session_start]\nenabled = false\n[session_start.budgets]\nbug_fix = 60\n');
    const { stderr } = await inkling(off, run);
    expect(stderr).toContain(`Agents get no block here: session_start.enabled = false (${file}). Without that: `);
    expect(stderr).toMatch(/ of 60 tokens, 1 observation,/);
    writeFileSync(file, '[session_start]\nmin_relevance = 1\n');
    await inkling(['config', 'set', 'memory_enabled', 'false', ...project], run);
    expect(await inklingJson(off, run)).toMatchObject({
      switchedOff: 'memory_enabled = false (set by local)',
      outcome: 'memory-off',
    });
    expect((await inkling(off, run)).stderr).toContain('here: memory_enabled = false (set by local).\n');
    await inkling(['config', 'set', 'memory_enabled', 'default', ...project], run);
    removeDirectory(cwd);
    expect(await inklingJson(off, options)).toMatchObject({ switchedOff: null, outcome: 'ok' });
  });

  test('an index says whether sessions get it, and how to switch that', async () => {
    const cwd = temporaryDirectory();
    writeFileSync(path.join(cwd, 'a.ts'), 'export const a = 1;\n');
    const run = { ...options, cwd };
    const index = (): ReturnType<typeof inkling> => inkling(['graph', 'index', '--project', 'indexed'], run);
    expect((await index()).stderr).toMatch(/get graph context.*from now on.*config set graph_enabled false/);
    await inkling(['config', 'set', 'graph_enabled', 'false', '--project', 'indexed'], run);
    expect((await index()).stderr).toMatch(/graph context: it is off.*config set graph_enabled true/);
    removeDirectory(cwd);
  });

  test('what the administration has is changed and shown', async () => {
    const set = (key: string, value: string) => inklingJson(['config', 'set', key, value, ...project], options);
    expect(await set('graph_enabled', 'true')).toEqual({ key: 'graph_enabled', value: true, by: 'local' });
    expect(await set('kg_enabled', 'false')).toEqual({ key: 'kg_enabled', value: false, by: 'local' });
    expect(await set('budgets.feature', '600')).toEqual({ key: 'budgets.feature', value: 600, by: 'local' });
    expect(await set('retention.error', '90')).toEqual({ key: 'retention.error', value: 90, by: 'local' });
    expect(await set('retention.*', '730')).toEqual({ key: 'retention.*', value: 730, by: 'local' });
    expect(await set('retention.*', 'default')).toEqual({ key: 'retention.*', value: null, by: null });
    expect(await set('graph_enabled', 'default')).toEqual({ key: 'graph_enabled', value: null, by: null });
    const { administration } = await inklingJson<{ administration: unknown[] }>(['config', ...project], options);
    expect(administration).toContainEqual({ key: 'budgets.feature', value: 600, by: 'local' });
    expect(administration).toContainEqual({ key: 'retention.error', value: 90, by: 'local' });
    const wrong = await inkling(['config', 'set', 'ranking.mode', 'linear', ...project], options);
    expect(wrong.code).toBe(2);
  });
});
