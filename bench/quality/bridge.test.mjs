import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const bridge = fileURLToPath(new URL('bridge.mjs', import.meta.url));

async function answersTo(...lines) {
  const child = spawn(process.execPath, [bridge], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.end(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(code).toBe(0);
  return output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const search = (more) => ({ op: 'search', text: 'kiwi', ...more });

it('answers each line, the wrong ones with what is wrong, and a request does all or nothing', async () => {
  const item = { id: 1, text: 'a kiwi in the orchard' };
  expect(
    await answersTo(
      'no JSON',
      { op: 'grow' },
      { op: 'add' },
      { op: 'add', items: [item, { text: 'a kiwi without an id' }] },
      { op: 'add', items: [item, 'kiwi'] },
      { op: 'add', items: [null] },
      search(),
      { op: 'add', items: [item, { id: 'late', text: 'a kiwi', ts: '+123456-01-01T00:00:00Z' }] },
      search({ k: null }),
      search({ k: 'many' }),
      search({ k: 1.5 }),
      search({ k: -1 }),
      '{"op":"sea',
    ),
  ).toEqual([
    { error: expect.stringContaining('JSON') },
    { error: 'unknown op "grow"' },
    { error: 'add needs items, an array' },
    { error: 'items[1] has no id' },
    { error: 'items[1] has no id' },
    { error: 'items[0] has no id' },
    { ids: [] },
    { ok: true },
    { ids: expect.arrayContaining([1, 'late']) },
    { error: 'k is "many"; expected a number' },
    { ids: [expect.anything()] },
    { ids: [] },
    { error: expect.stringContaining('JSON') },
  ]);
});

it('ends without a word when nobody reads its answers any more', async () => {
  const child = spawn(process.execPath, [bridge], { stdio: 'pipe' });
  child.stdin.on('error', () => undefined);
  const told = text(child.stderr);
  child.stdin.write('{"op":"close"}\n');
  await once(child.stdout, 'data');
  const ending = once(child, 'exit');
  const closed = once(child.stdout, 'close');
  child.stdout.destroy();
  await closed;
  // The end of input is not given: the bridge ends by itself, or the test never does.
  child.stdin.write('{"op":"close"}\n');
  expect(await ending).toEqual([1, null]);
  expect(await told).toBe('');
});
