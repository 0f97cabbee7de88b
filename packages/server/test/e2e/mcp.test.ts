import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../git-fixture.ts';
import { INKLING_MAIN, inkling, inklingAlone, inklingJson, type InklingOptions } from './inkling-process.ts';

// Each step starts a process, some with an embedded database: many seconds on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const RULE = 'The token cache of the auth middleware is cleared on logout.';
const project = ['--project', 'p'];
const PATIENT = { timeout: 120_000 };

let home: string;
let options: InklingOptions & { readonly dataDir: string };
beforeAll(() => {
  home = temporaryDirectory();
  options = { cwd: home, dataDir: path.join(home, 'data') };
});
afterAll(async () => {
  await inkling(['down'], options);
  removeDirectory(home);
});

const ERAS = ['auto', 'legacy'] as const;

function createClient(era: (typeof ERAS)[number]): Client {
  return new Client({ name: 'e2e', version: '1.0.0' }, { versionNegotiation: { mode: era } });
}

function stdio(named: readonly string[] = project, cwd = home): StdioClientTransport {
  const { PATH = '' } = process.env;
  return new StdioClientTransport({
    command: process.execPath,
    args: [INKLING_MAIN, 'mcp', '--data-dir', options.dataDir, ...named],
    env: { PATH, HOME: home },
    cwd,
    stderr: 'pipe',
  });
}

const recall = (client: Client): ReturnType<Client['callTool']> =>
  client.callTool({ name: 'recall', arguments: { query: 'token cache of auth' } }, PATIENT);

test.each(ERAS)(
  'over stdio, %s: what is remembered is recalled and has its author; a file is told from the top of the checkout, and none outside of it',
  async (era) => {
    const client = createClient(era);
    await client.connect(stdio(), PATIENT);
    const remembered = await client.callTool({ name: 'remember', arguments: { content: RULE } }, PATIENT);
    expect(remembered).toMatchObject({ structuredContent: { status: 'active' } });
    expect(await recall(client)).toMatchObject({ structuredContent: { memories: [{ text: RULE }] } });
    mkdirSync(path.join(home, 'src'), { recursive: true });
    const content = `Taxes are rounded a line (${era}).`;
    const paths = [path.join(home, 'src', 'tax.ts'), 'src/cart.ts', path.join(path.dirname(home), 'elsewhere.ts')];
    await client.callTool({ name: 'remember', arguments: { content, paths } }, PATIENT);
    await client.close();
    // The first of them started the daemon, which stays.
    expect(await inklingJson(['status'], options)).toMatchObject({ running: true });
    const { stdout } = await inkling(['export', ...project], options);
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { content: string });
    expect(rows).toContainEqual(expect.objectContaining({ content: RULE, source: 'tool', agentId: 'e2e' }));
    const row = rows.find((each) => each.content === content);
    expect(row).toMatchObject({ metadata: { paths: ['src/tax.ts', 'src/cart.ts'] } });
  },
);

// The process starts a daemon before it knows which protocol its client speaks: the first one of this file is started for a new client.
test('over stdio: a daemon that is gone is replaced by the next call', async () => {
  const client = createClient('legacy');
  await client.connect(stdio(), PATIENT);
  await client.callTool({ name: 'remember', arguments: { content: RULE } }, PATIENT);
  expect(await inklingJson(['down'], options)).toMatchObject({ stopped: true });
  expect(await recall(client)).toMatchObject({ structuredContent: { memories: [{ text: RULE }] } });
  await client.close();
});

test('where git does not read the repository, each answer says why, in the words of git', async () => {
  const broken = path.join(home, 'broken');
  execFileSync('git', ['init', '--quiet', broken]);
  appendFileSync(path.join(broken, '.git', 'config'), '[bad\n');
  const client = createClient('auto');
  await client.connect(stdio([], broken), PATIENT);
  expect(await recall(client)).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/bad config line.*git status/su) as string }],
  });
  await client.close();
  const report = await inkling(['doctor', '--json'], { ...options, cwd: broken });
  expect(JSON.parse(report.stdout)).toMatchObject({ repository: expect.stringContaining('bad config line') as string });
});

test('says which files of a memory are not in the checkout; of another project it does not know', async () => {
  mkdirSync(path.join(home, 'lib'), { recursive: true });
  execFileSync('git', ['init', '--quiet', home]);
  const content = 'Uploads use multipart: the gateway drops large bodies.';
  const found: unknown[] = [];
  for (const named of [[], project]) {
    const client = createClient('auto');
    await client.connect(stdio(named), PATIENT);
    await client.callTool({ name: 'remember', arguments: { content, paths: ['lib', 'lib/upload.js'] } }, PATIENT);
    const answer = await client.callTool({ name: 'recall', arguments: { query: 'multipart uploads' } }, PATIENT);
    found.push(answer.structuredContent);
    await client.close();
  }
  expect(found[0]).toMatchObject({ memories: [{ text: content, missingPaths: ['lib/upload.js'] }] });
  expect(found[1]).toMatchObject({ memories: [expect.not.objectContaining({ missingPaths: expect.anything() })] });
});

test('nothing but the protocol is on standard output, and the process ends with its input', async () => {
  const request = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  };
  const { code, stdout } = await inklingAlone(['mcp', ...project], {
    ...options,
    input: `${JSON.stringify(request)}\n`,
  });
  expect(code).toBe(0);
  const lines = stdout.split('\n').filter(Boolean);
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
});

describe('over HTTP', () => {
  beforeAll(async () => {
    const { running } = await inklingJson<{ running: boolean }>(['status'], options);
    if (!running) await inklingJson(['up', '--detach', '--port', '0'], options);
    await inklingJson(['remember', RULE, ...project], options);
  });

  test.each(ERAS)('%s: a real daemon serves it behind its token', async (era) => {
    const token = readFileSync(path.join(options.dataDir, 'daemon-token'), 'utf8').trim();
    const daemon = await inklingJson<{ url: string }>(['status'], options);
    const url = new URL(`${daemon.url}/mcp?project=p`);
    const refused = createClient(era).connect(new StreamableHTTPClientTransport(url));
    await expect(refused).rejects.toThrow();
    const client = createClient(era);
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    expect(await recall(client)).toMatchObject({ structuredContent: { memories: [{ text: RULE }] } });
    await client.close();
  });
});
