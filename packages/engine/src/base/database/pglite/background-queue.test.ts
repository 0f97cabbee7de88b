import { expect, test } from 'vitest';
import { createManualClock } from '../../../../test/manual-clock.ts';
import { withBackgroundQueue } from './background-queue.ts';
import type { DatabaseDriver, Row, Statement } from '../database.ts';

const statement = (text: string): Statement => ({ text, values: [] });
/** Lets everything that is settled be heard of. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** An adapter that answers when the test says so: each statement with its own text. */
function queue(fails: (text: string) => boolean = () => false) {
  const clock = createManualClock();
  const sent: string[] = [];
  const open: (() => void)[] = [];
  let isClosed = false;
  const inner: DatabaseDriver = {
    kind: 'pglite',
    run: (orgId, statements) =>
      new Promise<Row[][]>((resolve, reject) => {
        const texts = statements.map(({ text }) => text);
        sent.push(`${orgId}: ${texts.join(' ')}`);
        open.push(() => (texts.some(fails) ? reject(new Error('refused')) : resolve(texts.map((text) => [{ text }]))));
      }),
    close: () => Promise.resolve(void (isClosed = true)),
  };
  const driver = withBackgroundQueue(inner, clock);
  const behind = (text: string, orgId = 'a'): Promise<Row[][]> =>
    driver.runInBackground?.(orgId, [statement(text)]) ?? Promise.reject(new Error('no queue'));
  const run = (text: string): Promise<Row[][]> => driver.run('a', [statement(text)]);
  const answer = async (): Promise<void> => {
    open.shift()?.();
    await turn();
  };
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await turn();
  };
  return { driver, sent, behind, run, answer, pass, isClosed: () => isClosed };
}

test('where nothing is asked for it goes after 15 ms, with what came meanwhile', async () => {
  const { sent, behind, pass } = queue();
  void behind('one');
  await pass(14);
  void behind('two');
  expect(sent).toEqual([]);
  await pass(1);
  expect(sent).toEqual(['a: one two']);
});

test('it goes when nothing has been asked for 15 ms: an event asks for one thing after another', async () => {
  const { sent, behind, run, answer, pass } = queue();
  void run('one');
  void behind('log');
  await pass(70);
  await answer();
  await pass(14);
  void run('two');
  await answer();
  await pass(14);
  expect(sent).toEqual(['a: one', 'a: two']);
  await pass(1);
  expect(sent).toEqual(['a: one', 'a: two', 'a: log']);
});

test('a quarter of a second is the longest wait', async () => {
  const { sent, behind, run, pass } = queue();
  void run('an import');
  void behind('log');
  await pass(249);
  expect(sent).toEqual(['a: an import']);
  await pass(1);
  expect(sent).toEqual(['a: an import', 'a: log']);
});

test('where events leave no quiet it goes right behind an answer, a little at a time', async () => {
  const { sent, behind, run, answer, pass } = queue();
  for (const log of ['l1', 'l2', 'l3', 'l4', 'l5', 'l6']) void behind(log);
  for (let event = 0; event < 10; event += 1) {
    void run(`e${event}`);
    await pass(9);
    await answer();
  }
  expect(sent.some((text) => text.includes('l1'))).toBe(false);
  void run('e10');
  await pass(10);
  await answer();
  expect(sent.slice(-2)).toEqual(['a: e10', 'a: l1 l2 l3 l4']);
  // Written before the next question comes: what is left does not go in front of it.
  await answer();
  expect(sent.slice(-1)).toEqual(['a: l1 l2 l3 l4']);
  void run('e11');
  await pass(9);
  await answer();
  expect(sent.slice(-2)).toEqual(['a: e11', 'a: l5 l6']);
});

test('an answer beside others that are waited for is no such moment', async () => {
  const { sent, behind, run, answer, pass } = queue();
  void run('e1');
  void run('e2');
  void behind('log');
  await pass(100);
  await answer();
  expect(sent).toEqual(['a: e1', 'a: e2']);
  await answer();
  expect(sent).toEqual(['a: e1', 'a: e2', 'a: log']);
});

test('what comes while 4000 are not written is refused, until some are', async () => {
  const { driver, behind, answer, pass } = queue();
  const first = Array.from({ length: 4000 }, (_, index) => behind(`l${index}`));
  await pass(15);
  await expect(behind('one more')).rejects.toMatchObject({ code: 'database-unavailable' });
  // Those that were sent to a disk that hangs count as well.
  void driver.settled?.();
  await expect(behind('one more')).rejects.toMatchObject({ code: 'database-unavailable' });
  await answer();
  expect(await first[0]).toEqual([[{ text: 'l0' }]]);
  let isRefused = false;
  behind('one more').catch(() => (isRefused = true));
  await pass(1);
  expect(isRefused).toBe(false);
});

test('what waits for one organisation goes together, six statements at most, and each hears its own rows', async () => {
  const { sent, behind, run, answer, pass } = queue();
  void run('first');
  const own = Array.from({ length: 10 }, (_, index) => behind(`l${index}`));
  const theirs = behind('theirs', 'b');
  await answer();
  await pass(15);
  expect(sent.slice(1)).toEqual(['a: l0 l1 l2 l3 l4 l5']);
  await answer();
  expect(sent.slice(2)).toEqual(['a: l6 l7 l8 l9']);
  await answer();
  expect(sent.slice(3)).toEqual(['b: theirs']);
  await answer();
  expect(await Promise.all([...own, theirs])).toEqual(
    ['l0', 'l1', 'l2', 'l3', 'l4', 'l5', 'l6', 'l7', 'l8', 'l9', 'theirs'].map((text) => [[{ text }]]),
  );
});

test('one that is refused does not take the others with it', async () => {
  const { sent, behind, run, answer, pass } = queue((text) => text === 'bad');
  void run('first');
  const given = ['good', 'bad', 'fine'].map((text) => behind(text));
  const ends = Promise.allSettled(given);
  await answer();
  await pass(15);
  for (let count = 0; count < 4; count += 1) await answer();
  expect(sent.slice(1)).toEqual(['a: good bad fine', 'a: good', 'a: bad', 'a: fine']);
  expect((await ends).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('who is asked for while one is written goes before the next', async () => {
  const { sent, behind, run, answer, pass } = queue();
  void behind('l1');
  await pass(15);
  void behind('l2');
  void run('an event');
  await answer();
  expect(sent).toEqual(['a: l1', 'a: an event']);
  await answer();
  await pass(15);
  expect(sent).toEqual(['a: l1', 'a: an event', 'a: l2']);
});

test('settled gives way to nobody, and waits for what is being written', async () => {
  const { driver, sent, behind, run, answer, pass } = queue();
  void behind('l1');
  await pass(15);
  void behind('l2');
  void run('an event');
  let isSettled = false;
  void driver.settled?.().finally(() => (isSettled = true));
  expect(sent).toEqual(['a: l1', 'a: an event', 'a: l2']);
  await answer();
  await answer();
  expect(isSettled).toBe(false);
  await answer();
  expect(isSettled).toBe(true);
});

test('closing sends what waits before it', async () => {
  const { driver, sent, behind, run, isClosed } = queue();
  void run('an event');
  void behind('log');
  await driver.close();
  expect([sent, isClosed()]).toEqual([['a: an event', 'a: log'], true]);
});
