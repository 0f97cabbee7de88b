import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routes } from '../../src/http/routes/routes.ts';
import { ASKED_IN } from './asked-in.ts';

// A stream of events has no end that could be held against the document: `activity-stream.test.ts` reads its events.
test.each(routes.map(({ endpoint }) => endpoint).filter(({ format }) => format !== 'events'))(
  '$id is asked in one test file',
  ({ id, path }) => {
    const files = Object.entries(ASKED_IN).flatMap(([file, paths]) => (paths.test(path) ? [file] : []));
    expect([id, files]).toEqual([id, [expect.any(String)]]);
  },
);

test.each(Object.entries(ASKED_IN))('%s.test.ts says which of its operations it has not asked', (file, paths) => {
  const text = readFileSync(new URL(`${file}.test.ts`, import.meta.url), 'utf8');
  expect(text).toContain(`expect(unasked('${file}', app)).toEqual([]);`);
  expect(routes.filter(({ endpoint }) => paths.test(endpoint.path))).not.toEqual([]);
});
