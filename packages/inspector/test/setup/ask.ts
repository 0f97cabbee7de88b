/** Asks a daemon as a program would. */
export type Ask = <Answer = Record<string, unknown>>(call: string, body?: unknown) => Promise<Answer>;

/** `ask('post /v1/recall', body)`; fails unless the answer is a success. */
export function askerOf(url: string, secret: string): Ask {
  return async <Answer>(call: string, body?: unknown): Promise<Answer> => {
    const [method = 'get', path = '/'] = call.split(' ');
    const response = await fetch(`${url}${path}`, {
      method: method.toUpperCase(),
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${call}: ${response.status} ${text}`);
    return JSON.parse(text) as Answer;
  };
}
