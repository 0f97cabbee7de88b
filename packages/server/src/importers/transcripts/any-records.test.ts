import fc from 'fast-check';
import { expect, test } from 'vitest';
import { READERS } from './read-transcript.ts';

test('a reader takes any records', () => {
  const keys = fc.constantFrom(
    'type',
    'payload',
    'message',
    'content',
    'toolCalls',
    'id',
    '$set',
    '$rewindTo',
    'call_id',
    'output',
    'name',
    'args',
    'info',
    'messages',
    'parts',
    'data',
    'role',
  );
  const record = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('user', 'assistant', 'response_item', 'function_call_output', 'user.message', 'x', null, 7),
      tie('list'),
      tie('record'),
    ),
    list: fc.array(tie('value'), { maxLength: 3 }),
    record: fc.dictionary(keys, tie('value'), { maxKeys: 5 }),
  })).value;
  fc.assert(
    fc.property(fc.array(record, { maxLength: 10 }), (records) => {
      for (const create of Object.values(READERS)) {
        const reader = create('/c/projects/work-api/agent-transcripts/s.jsonl');
        for (const one of records) reader.accept(one);
        expect(Array.isArray(reader.finish().events)).toBe(true);
      }
    }),
  );
});
