import type { InjectionResult, ProviderHookEvent } from '@inkling/engine';
import { expect, test } from 'vitest';
import type { AgentSession, HookServicePorts } from './agent-session.ts';
import { failingPlace, lookUp, lookUpPatiently, type Question } from './look-up.ts';

type Ending = Partial<InjectionResult>;

const GIVEN_UP: Ending = { outcome: 'budget-exceeded' };

/** A session whose look-ups end as they are told to, one after the other; then all find nothing. */
function sessionWith(...endings: Ending[]) {
  const asked: ProviderHookEvent[] = [];
  const ports = {
    memory: { orgId: 'local' },
    clock: { now: () => 7 },
    topOf: async () => '/srv/eKkVHD/shop',
    subscriber: {
      handleHookEvent: async (event: ProviderHookEvent) => {
        asked.push(event);
        return event.type === 'pre-tool-use' ? { outcome: 'skipped' } : (endings.shift() ?? { outcome: 'no-match' });
      },
    },
  } as unknown as HookServicePorts;
  const settings = { inSession: {} };
  const session = { id: 's', client: 'codex', projectId: null, settings, open: [] } as unknown as AgentSession;
  const told = (): string[] => asked.splice(0).map(({ type, toolName }) => `${type} ${toolName}`);
  const look = (tool: string, isNow = true) => lookUp(ports, session, question(tool), isNow);
  const lookFrom = (directory: string, toolInput: object) =>
    lookUp(ports, session, { ...question('Read'), directory, toolInput });
  const lookPatiently = (tool: string) => lookUpPatiently(ports, session, question(tool));
  return { look, lookPatiently, lookFrom, asked, told };
}

const question = (toolName: string): Question => ({
  type: 'post-tool-use',
  toolName,
  toolInput: {},
  toolUseId: toolName,
});

test('a question that was given up is looked up again at once, and the next event takes what was found', async () => {
  const { look, asked, told } = sessionWith(GIVEN_UP);
  await look('prompt');
  const [first, begun] = asked;
  expect(told()).toEqual(['post-tool-use prompt', 'pre-tool-use prompt']);
  expect(begun?.toolUseId).not.toBe(first?.toolUseId);
  await look('Read');
  // Under the number that it was begun under.
  expect(asked[0]).toEqual({ ...begun, type: 'post-tool-use' });
  expect(told()).toEqual(['post-tool-use prompt', 'post-tool-use Read']);
  await look('Edit');
  expect(told()).toEqual(['post-tool-use Edit']);
});

test('an event that has the time asks until it has an answer; what an index that still loads would find waits for the next event', async () => {
  const { look, lookPatiently, told } = sessionWith(GIVEN_UP, GIVEN_UP, {
    outcome: 'no-match',
    degraded: 'cold-index',
  });
  await lookPatiently('prompt');
  const [asks, begins] = ['post-tool-use prompt', 'pre-tool-use prompt'];
  expect(told()).toEqual([asks, begins, asks, begins, asks, begins]);
  await look('Read');
  expect(told()).toEqual([asks, 'post-tool-use Read']);
});

test('what is given up each time, however much time there is, comes with later events all the same', async () => {
  const { look, lookPatiently, told } = sessionWith(...Array.from({ length: 6 }, () => GIVEN_UP));
  const asks = (): string[] => told().filter((what) => what.startsWith('post'));
  await lookPatiently('prompt');
  expect(asks()).toHaveLength(4);
  await look('Read');
  expect(asks()).toEqual(['post-tool-use prompt', 'post-tool-use Read']);
  await look('Edit');
  expect(asks()).toContain('post-tool-use prompt');
});

test('of several that were given up the two newest are looked up again', async () => {
  const { look, told } = sessionWith(...Array.from({ length: 6 }, () => GIVEN_UP));
  for (const tool of ['prompt', 'Read', 'Edit']) await look(tool);
  told();
  await look('Grep');
  expect(told()).toEqual(['Read', 'Edit', 'Grep'].map((tool) => `post-tool-use ${tool}`));
});

test('a question is asked four times at most', async () => {
  const answered: Ending = { outcome: 'no-match' };
  const { look, told } = sessionWith(GIVEN_UP, ...Array.from({ length: 5 }, () => [GIVEN_UP, answered]).flat());
  await look('prompt');
  for (const tool of ['a', 'b', 'c', 'd', 'e']) await look(tool);
  expect(told().filter((line) => line === 'post-tool-use prompt')).toHaveLength(4);
});

test('an event that has no time for its own question takes it too, and leaves its own to the next one', async () => {
  const { look, told } = sessionWith(GIVEN_UP);
  await look('prompt');
  told();
  await look('Read', false);
  expect(told()).toEqual(['post-tool-use prompt']);
  await look('Edit');
  expect(told()).toEqual(['post-tool-use Read', 'post-tool-use Edit']);
});

test('what was looked up is not asked again, whatever came of it', async () => {
  const outcomes = ['injected', 'no-match', 'skipped', 'disabled'] as const;
  const { look, told } = sessionWith(...outcomes.map((outcome) => ({ outcome })));
  for (const tool of ['a', 'b', 'c', 'd']) await look(tool);
  expect(told()).toEqual(['a', 'b', 'c', 'd'].map((tool) => `post-tool-use ${tool}`));
});

test('nothing found without the index is asked again', async () => {
  const { look, told } = sessionWith({ outcome: 'no-match', degraded: 'cold-index' });
  await look('Read');
  expect(told()).toEqual(['post-tool-use Read', 'pre-tool-use Read']);
});

test('a file is named from the top of its repository, wherever that is and wherever the agent stands in it', async () => {
  const { lookFrom, asked } = sessionWith();
  await lookFrom('/srv/eKkVHD/shop/web', { file_path: '/srv/eKkVHD/shop/web/src/cart.ts' });
  await lookFrom('/srv/eKkVHD/shop/web', { path: '../api/price.ts' });
  const found = asked.map(({ directory, pathOf }) => [
    directory,
    pathOf?.('/srv/eKkVHD/shop/web/src/cart.ts'),
    pathOf?.('../api/price.ts'),
    pathOf?.('/etc/hosts'),
  ]);
  const named = ['/srv/eKkVHD/shop', 'web/src/cart.ts', 'api/price.ts', '/etc/hosts'];
  expect(found).toEqual([named, named]);
});

test.each([
  [
    'Vitest',
    'FAIL test/retry.test.ts\n ❯ delayOf src/retry.ts:42:11\n ❯ test/retry.test.ts:9:3',
    { file: 'src/retry.ts', line: 42 },
  ],
  [
    'Node',
    'TypeError: no\n    at node:internal/process:5:1\n    at wait (/repo/node_modules/p/a.js:3:1)\n    at send (/repo/src/send.js:7:9)',
    { file: '/repo/src/send.js', line: 7 },
  ],
  [
    'Python, the innermost last',
    'Traceback (most recent call last):\n  File "/repo/app/main.py", line 3, in <module>\n  File "/repo/app/parse.py", line 88, in parse\n  File "/usr/lib/python3/re.py", line 1, in x',
    { file: '/repo/app/parse.py', line: 88 },
  ],
  [
    'pytest',
    'tests/test_a.py:4: in test_a\napp/a.py:9: in go\napp/b.py:12: AssertionError',
    { file: 'app/b.py', line: 12 },
  ],
  [
    'Go',
    '--- FAIL: TestX\n    term_test.go:9: bad\npanic: x\n\t/repo/src/terminal.go:310 +0x1f',
    { file: '/repo/src/terminal.go', line: 310 },
  ],
  ['a compiler', "src/a.ts(12,5): error TS2322: Type 'x'", { file: 'src/a.ts', line: 12 }],
  ['a rustc arrow', 'error[E0308]\n  --> src/main.rs:7:14', { file: 'src/main.rs', line: 7 }],
])('the place of a failure: %s', (_of, output, place) => {
  expect(failingPlace(output, '/repo')).toEqual(place);
});

test.each([
  ['tests alone', 'test/a.test.ts:9:3'],
  ['the code of others', 'at /repo/node_modules/p/a.js:3:1'],
  ['a file outside of the project', 'at /home/me/b.js:3:1'],
  ['no place', 'Error: expected 12:30 to be 12:31, see https://example.org/a.html'],
])('no place: %s', (_of, output) => {
  expect(failingPlace(output, '/repo')).toBeNull();
});

test('an absolute path says nothing where nobody knows where the agent works', () => {
  expect(failingPlace('at /repo/src/send.js:7:9', null)).toBeNull();
});
