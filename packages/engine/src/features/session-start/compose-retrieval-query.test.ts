import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { composeRetrievalQuery, type RetrievalWorkItem } from './compose-retrieval-query.ts';

const UUID = '0b0e7e0e-5d3a-4c58-9a2d-0f2f6a1c9a77';
const full: RetrievalWorkItem = {
  identifier: 'ENG-412',
  title: 'Null pointer in auth middleware',
  description: 'Requests without a token crash.\nSteps:\n1. curl …',
  issueId: UUID,
};

test('identifier, title and the first line of the description, not the issue UUID [S0-013, S0-014, S2-022]', () => {
  expect(composeRetrievalQuery(full, 'ses_1')).toBe(
    'ENG-412 Null pointer in auth middleware Requests without a token crash.',
  );
});

test('it degrades stepwise: identifier, issue UUID, session id [S0-015, S2-024]', () => {
  expect(composeRetrievalQuery({ identifier: 'ENG-412', issueId: UUID }, 'ses_1')).toBe('ENG-412');
  expect(composeRetrievalQuery({ issueId: UUID }, 'ses_1')).toBe(UUID);
  expect(composeRetrievalQuery({}, 'ses_1')).toBe('ses_1');
  expect(composeRetrievalQuery(undefined, 'ses_1')).toBe('ses_1');
});

test('a title without an identifier is still better than a UUID', () => {
  expect(composeRetrievalQuery({ title: 'Null pointer', issueId: UUID }, 'ses_1')).toBe('Null pointer');
});

test('blank fields count as missing, and blanks around and inside a field are one space', () => {
  expect(composeRetrievalQuery({ identifier: ' \t', title: '\u00a0', description: '\n\n', issueId: UUID }, 's')).toBe(
    UUID,
  );
  expect(composeRetrievalQuery({ identifier: ' ENG-1 ', title: ' a \n  b ' }, 's')).toBe('ENG-1 a b');
});

test('the first line is the first that is not blank, whatever the line breaks', () => {
  expect(composeRetrievalQuery({ description: '\r\n \r\n first \r\nsecond' }, 's')).toBe('first');
  expect(composeRetrievalQuery({ description: 'first\u2028second' }, 's')).toBe('first');
});

test('whatever arrives, the query is one line of text, and the session id is the last resort', () => {
  fc.assert(
    fc.property(
      fc.record({
        identifier: fc.anything(),
        title: fc.anything(),
        description: fc.anything(),
        issueId: fc.anything(),
      }),
      (workItem) => {
        const query = composeRetrievalQuery(workItem as RetrievalWorkItem, 'ses_1');
        expect(query).toMatch(/^\S(.*\S)?$/u);
        const texts = Object.values(workItem).filter((value) => typeof value === 'string');
        expect(texts.length > 0 || query === 'ses_1').toBe(true);
      },
    ),
  );
});
