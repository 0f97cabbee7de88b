import { Hono } from 'hono';
import { afterEach, expect, test, vi } from 'vitest';
import { streamActivities } from '../contract/activities.ts';
import { answerWith } from './app.ts';

afterEach(() => vi.useRealTimers());

test('a stream in which nothing happens says every 15 s that it is alive, and stops when it is left', async () => {
  vi.useFakeTimers();
  let happen = (): void => undefined;
  async function* silent(): AsyncGenerator<{ seq: number }> {
    await new Promise<void>((resolve) => (happen = resolve));
    yield { seq: 1 };
  }
  const app = new Hono().get('/', (context) => answerWith(context, streamActivities, silent()));
  const body = (await app.request('/')).text();
  await vi.advanceTimersByTimeAsync(40_000);
  happen();
  expect(await body).toBe(': still here\n\n: still here\n\ndata: {"seq":1}\nid: 1\n\n');
  expect(vi.getTimerCount()).toBe(0);
});
