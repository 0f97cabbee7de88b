import { InklingError } from './errors.ts';

/** The API's address below a base address. Fails with 'invalid-input' unless that is http(s) without a user name in it. */
export function apiAddress(owner: string, baseUrl: string, path: string): URL {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  // A key in the address would end up in messages and logs.
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new InklingError(
      'invalid-input',
      `baseUrl of ${owner} must be an http or https address without a user name.`,
      {
        hint: 'Give a key as `apiKey` or in `headers`.',
      },
    );
  }
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`;
  return url;
}
