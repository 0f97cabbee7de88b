import { afterEach, expect, test, vi } from 'vitest';
import { followEvents } from './follow-events.ts';

afterEach(() => vi.unstubAllGlobals());

function streamOf(chunks: readonly string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      controller.close();
    },
  });
}

test('reads events as they come, however they are cut, and tells where to go on', async () => {
  const asked: RequestInit[] = [];
  const chunks = ['id: 8\ndata: {"seq"', ':8}\n\n: still here\n\nid: 9\nda', 'ta: {"seq":9}\n\n'];
  vi.stubGlobal('sessionStorage', { getItem: () => '{"secret":"k","orgId":null}' });
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    asked.push(init);
    return Promise.resolve(new Response(streamOf(chunks)));
  });
  const seen: unknown[] = [];
  await followEvents({
    address: '/stream',
    after: 7,
    signal: new AbortController().signal,
    onOpen: () => seen.push('open'),
    onEvent: (data) => seen.push(data),
  });
  expect(seen).toEqual(['open', { seq: 8 }, { seq: 9 }]);
  expect(asked[0]?.headers).toMatchObject({ authorization: 'Bearer k', 'last-event-id': '7' });
});
