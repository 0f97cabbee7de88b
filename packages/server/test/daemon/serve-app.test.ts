import { systemClock } from '@inkling/engine';
import { expect, test } from 'vitest';
import { serveApp } from '../../src/daemon/serve-memory.ts';

test('draining answers what was accepted, and accepts nothing more', async () => {
  let answer: (response: Response) => void = () => undefined;
  let arrived: () => void = () => undefined;
  const arrival = new Promise<void>((resolve) => (arrived = resolve));
  const listener = await serveApp({
    host: '127.0.0.1',
    port: 0,
    clock: systemClock,
    fetch: () =>
      new Promise<Response>((resolve) => {
        answer = resolve;
        arrived();
      }),
  });
  const url = `http://127.0.0.1:${listener.port}/`;
  const accepted = fetch(url);
  await arrival;
  const drained = listener.drain(60_000);
  await expect(fetch(url)).rejects.toThrow();
  answer(new Response('late but there'));
  expect(await (await accepted).text()).toBe('late but there');
  await drained;
});

test('what does not end within the grace is cut off', async () => {
  let arrived: () => void = () => undefined;
  const arrival = new Promise<void>((resolve) => (arrived = resolve));
  const listener = await serveApp({
    host: '127.0.0.1',
    port: 0,
    clock: systemClock,
    fetch: () => {
      arrived();
      return new Promise<Response>(() => undefined);
    },
  });
  const hung = fetch(`http://127.0.0.1:${listener.port}/`).then(
    () => 'answered',
    () => 'cut off',
  );
  await arrival;
  await listener.drain(1);
  expect(await hung).toBe('cut off');
});
