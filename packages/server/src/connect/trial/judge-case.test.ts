import { expect, test } from 'vitest';
import type { ModelRequest } from '../../scripted-model/model-dialect.ts';
import { describeNotes, judgeCase, questionsAmong } from './judge-case.ts';

const request = (...texts: readonly string[]): ModelRequest => ({
  parts: texts.map((text, message) => ({ message, role: 'user', kind: 'text', text })),
  tools: ['Read'],
  model: 'm',
  stream: false,
  wantsJson: false,
});
const START = { note: 'start', words: 'logins end', due: 0 } as const;
const CALL = { note: 'tool call', words: 'keys rotate', due: 1 } as const;
const judge = (questions: readonly ModelRequest[], problem: string | null = null) =>
  judgeCase('basic', questions, [START, CALL], problem);

test('what is in the first request that can have it, once, has arrived', () => {
  const result = judge([request('logins end'), request('logins end', 'keys rotate')]);
  expect(result).toEqual({
    name: 'basic',
    outcome: 'arrived',
    notes: [
      { note: 'start', due: 0, first: 0, times: 1 },
      { note: 'tool call', due: 1, first: 1, times: 1 },
    ],
    requests: 2,
    problem: null,
  });
  expect(describeNotes(result)).toBe('start in request 1; tool call in request 2');
});

test('the worst of its notes counts: lost, twice, late; and a client that failed has failed', () => {
  const late = judge([request('go'), request('logins end', 'keys rotate')]);
  expect([late.outcome, describeNotes(late)]).toEqual([
    'late',
    'start in request 2 (due in 1); tool call in request 2',
  ]);
  const twice = judge([request('go'), request('logins end. logins end', 'keys rotate')]);
  expect([twice.outcome, describeNotes(twice)]).toEqual([
    'twice',
    'start in request 2 (due in 1), 2 times; tool call in request 2',
  ]);
  const lost = judge([request('logins end', 'logins end')]);
  expect([lost.outcome, describeNotes(lost)]).toEqual(['lost', 'start in request 1, 2 times; tool call in none']);
  expect(judge([], 'claude ended with 3').outcome).toBe('failed');
});

test('what a client copies within a message is there once, what stands in two messages is there twice', () => {
  const { parts, ...rest } = request('logins end', 'keys rotate');
  const [start, call] = parts;
  const copied: ModelRequest = { ...rest, parts: [start!, start!, call!, call!] };
  expect(judge([request('logins end'), copied]).outcome).toBe('arrived');
  const again: ModelRequest = { ...rest, parts: [...parts, { ...call!, message: 2 }] };
  expect(judge([request('logins end'), again]).outcome).toBe('twice');
});

test('requests on the side are none of the conversation', () => {
  const title = { ...request('a title'), tools: [] };
  expect(questionsAmong([title, request('go')])).toEqual([request('go')]);
});
