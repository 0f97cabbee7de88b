import { expect, test } from 'vitest';
import { endpoint, problemSchema } from '../contract/endpoint.ts';
import { createClient } from './client.ts';

const asked = endpoint('listThings', 'get', '/v1/things', { summary: '', roles: [], answer: problemSchema });

/** What a call throws that is refused with this body. */
function refusal(body: unknown, status = 400): Promise<unknown> {
  const fetch = (): Promise<Response> => Promise.resolve(Response.json(body, { status }));
  return createClient({ url: 'http://127.0.0.1:4655', secret: '', fetch })
    .call(asked, {})
    .catch((error: unknown) => error);
}

test('a refusal is the error that it was, also from a daemon that calls its hint otherwise, or has none', async () => {
  const said = { code: 'invalid-input', message: 'No.', requestId: 'r-1', details: { field: 'x' } };
  const expected = { code: 'invalid-input', details: { field: 'x', requestId: 'r-1' } };
  expect(await refusal({ error: { ...said, hint: 'Do this.' } })).toMatchObject({ ...expected, hint: 'Do this.' });
  expect(await refusal({ error: { ...said, wayOut: 'Do this.' } })).toMatchObject({ ...expected, hint: 'Do this.' });
  expect(await refusal({ error: { ...said, wayOut: null } })).toMatchObject({ ...expected, message: 'No.' });
});

test('a code of another version keeps its words', async () => {
  const said = { code: 'of-another-version', message: 'No.', wayOut: 'Do this.', requestId: 'r-1', details: {} };
  expect(String(await refusal({ error: said }))).toBe('Error: No. Do this. (of-another-version, request r-1)');
});

test('a call that the daemon does not have says that the daemon is of another version', async () => {
  const said = { code: 'route-not-found', message: 'Nothing answers.', hint: 'See.', requestId: 'r-1', details: {} };
  const hint = expect.stringContaining('of another version and has no such call: restart it') as string;
  expect(await refusal({ error: said }, 404)).toMatchObject({ code: 'route-not-found', hint });
});

test('what is no daemon is told apart', async () => {
  expect(await refusal({ error: 'Bad Request' })).toMatchObject({ code: 'daemon-unavailable' });
});
