import { expect, test } from 'vitest';
import { workItemTitle } from './run-demo.ts';

test.each([
  ['fix(auth): null pointer (#412)', 'auth: null pointer'],
  ['feat!: export as CSV', 'export as CSV'],
  ['tftp: send the right block number', 'tftp: send the right block number'],
  ['Fix(tftp): block number', 'tftp: block number'],
  ['iterutils.backoff: compare by value', 'iterutils.backoff: compare by value'],
  ['Keep the cache small (#7)', 'Keep the cache small'],
  ['Undo (#7) for now', 'Undo (#7) for now'],
  ['https://example.com is down', 'https://example.com is down'],
  ['', ''],
])('%j was called %j', (subject, title) => expect(workItemTitle(subject)).toBe(title));
