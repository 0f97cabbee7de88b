import { expect, test } from 'vitest';
import { detectSecrets } from './detect-secrets.ts';

const TOKEN = `ghp_${'a1B2'.repeat(9)}`;

test('texts looked at side by side keep what is found in each apart', async () => {
  // The rules that this text was looked at with are there for the next.
  await detectSecrets('');
  const [first, second, third] = await Promise.all(
    [`first ${TOKEN}`, 'nothing here', TOKEN].map((text) => detectSecrets(text)),
  );
  expect(first).toEqual([{ start: 6, end: 6 + TOKEN.length, kind: 'github' }]);
  expect(second).toEqual([]);
  expect(third).toEqual([{ start: 0, end: TOKEN.length, kind: 'github' }]);
});

test('what one text held is not told of the next', async () => {
  await detectSecrets(TOKEN);
  expect(await detectSecrets('nothing here')).toEqual([]);
});
