import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { serve } from '@hono/node-server';
import { InklingError } from '@inkling/engine';
import { Hono } from 'hono';
import { afterEach, expect, test, vi } from 'vitest';
import { exportObservations } from '../contract/observations.ts';
import { streamActivities } from '../contract/activities.ts';
import { answerWith, statusOfError } from './app.ts';
import { limitBody, readText } from './read-request.ts';

afterEach(() => vi.useRealTimers());

test('a stream in which nothing happens says every 15 s that it is alive, and stops when it is left', async () => {
  vi.useFakeTimers();
  let happen = (): void => undefined;
  async function* silent(): AsyncGenerator<{ seq: number }> {
    await new Promise<void>((resolve) => (happen = resolve));
    yield { seq: 1 };
  }
  const app = new Hono().get('/', (context) => answerWith(context, streamActivities, silent(), () => undefined));
  const body = (await app.request('/')).text();
  await vi.advanceTimersByTimeAsync(40_000);
  happen();
  expect(await body).toBe(': still here\n\n: still here\n\ndata: {"seq":1}\nid: 1\n\n');
  expect(vi.getTimerCount()).toBe(0);
});

test('lines that fail midway break the connection, and the failure is told; a client that leaves ends them', async () => {
  const failure = new Error('The database went away.');
  const failures: unknown[] = [];
  let isLeft = false;
  async function* rows(fails: boolean): AsyncGenerator<object> {
    try {
      yield { row: 1 };
      if (fails) throw failure;
      for (;;) yield { row: 'x'.repeat(10_000) };
    } finally {
      isLeft = true;
    }
  }
  const app = new Hono().get('/:fails', (context) =>
    answerWith(context, exportObservations, rows(context.req.param('fails') === 'yes'), (error) =>
      failures.push(error),
    ),
  );
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const broken = await fetch(`${url}/yes`);
  expect(broken.status).toBe(200);
  await expect(broken.text()).rejects.toThrow('terminated');
  expect(failures).toEqual([failure]);
  isLeft = false;
  const left = await fetch(`${url}/no`);
  await left.body?.cancel();
  await expect.poll(() => isLeft).toBe(true);
  expect(failures).toEqual([failure]);
  server.close();
});

test.each([['with'], ['without']])(
  'a client that hangs up in its body, %s a length, is a bad request',
  async (length) => {
    const ends: unknown[] = [];
    const app = new Hono().post('/', limitBody(), async (context) => context.text(await readText(context)));
    app.onError((error, context) => {
      ends.push(statusOfError(error));
      return context.text('');
    });
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const framing = length === 'with' ? 'content-length: 500\r\n\r\n{' : 'transfer-encoding: chunked\r\n\r\n1\r\n{\r\n';
    const [incoming] = [once(server, 'request'), socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${framing}`)];
    await incoming;
    socket.destroy();
    await expect.poll(() => ends).toEqual([400]);
    server.close();
  },
);

test('an error that is not ours is a 500', () => {
  expect(statusOfError(new TypeError('x'))).toBe(500);
  expect(statusOfError(new InklingError('rate-limited', 'x'))).toBe(429);
});
