import { expect, test } from 'vitest';
import { judgeAnswer, sharesFileWith } from './judge-answer.ts';

const behind = new Set([3, 5]);
const sharesFile = (position: number): boolean => position < 6;

test.each([
  ['a commit behind the lines', [9, 3], { hit: true, sameFile: true, lines: 2, linesBehind: 1 }],
  ['two of them', [5, 3], { hit: true, sameFile: true, lines: 2, linesBehind: 2 }],
  ['a commit that only shares a file', [2, 9], { hit: false, sameFile: true, lines: 2, linesBehind: 0 }],
  ['others', [9], { hit: false, sameFile: false, lines: 1, linesBehind: 0 }],
  ['nothing', [], { hit: false, sameFile: false, lines: 0, linesBehind: 0 }],
])('an answer names %s', (_title, named, expected) => {
  const answer = { named, tokens: 12, answered: true };
  expect(judgeAnswer(answer, behind, sharesFile)).toEqual({ ...expected, tokens: 12, answered: true });
});

test('commits share a file when both touched it', () => {
  const commitAt = (position: number, paths: string[]) => ({
    position,
    hash: '',
    subject: '',
    paths,
    observation: { content: '' },
  });
  const commits = [commitAt(0, ['a', 'b']), commitAt(1, ['c']), commitAt(2, ['b', 'd'])];
  const shares = sharesFileWith(commits[2]!, commits);
  expect([0, 1, 2, 7].map(shares)).toEqual([true, false, true, false]);
});
