import { expect, test } from 'vitest';
import { textPreparerContract } from '../../../../test/contracts/text-preparer-contract.ts';
import { createInProcessPreparer, cutBySize } from './text-preparer.ts';

textPreparerContract('in process', () => createInProcessPreparer());

const groupsOf = (texts: Iterable<string>): (readonly string[])[] => [...cutBySize(texts, ({ length }) => length, 4)];

test('groups stay within the size, in order, and what is larger stands alone', () => {
  expect(groupsOf(['aa', 'b', 'c', 'd', 'eeeeee', 'f'])).toEqual([['aa', 'b', 'c'], ['d'], ['eeeeee'], ['f']]);
  expect(groupsOf(['eeeeee', 'a'])).toEqual([['eeeeee'], ['a']]);
  expect(groupsOf([])).toEqual([]);
});

test('takes no more than a group needs', () => {
  const taken: string[] = [];
  function* texts(): Generator<string> {
    for (const text of ['aaa', 'bbb', 'ccc']) {
      taken.push(text);
      yield text;
    }
  }
  expect(cutBySize(texts(), ({ length }) => length, 4).next().value).toEqual(['aaa']);
  expect(taken).toEqual(['aaa', 'bbb']);
});
