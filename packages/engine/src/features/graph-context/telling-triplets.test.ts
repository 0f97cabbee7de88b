import { expect, test } from 'vitest';
import type { GraphContextTriplet } from '../../memory/graph/triplet.ts';
import { isNotOfCode, tellingOf } from './telling-triplets.ts';

/** `Function:parse → calls → Class:Client`; without types nobody knows its nodes. */
function triplet(text: string): GraphContextTriplet {
  const [source = '', relationship = '', target = ''] = text.split(' → ');
  const [sourceEntity = '', targetEntity = ''] = [source, target].map((end) => end.split(':').at(-1));
  const nodeOf = (end: string) => ({ type: end.split(':')[0] });
  const nodes = text.includes(':') ? { source: nodeOf(source), target: nodeOf(target) } : {};
  return {
    sourceEntity,
    relationship,
    targetEntity,
    relevanceScore: 0,
    sourceNodeId: 's',
    targetNodeId: 't',
    ...nodes,
  };
}

test('what repeats the code tells of a question that shares two words with one of its names', () => {
  const tells = (question: string, text: string): boolean => tellingOf(question)(triplet(text));
  const fixed = 'Fix fd-specific options to account for `ipc`';
  expect(tells(fixed, 'Module:lib/arguments/specific.js → declares → Function:normalizeFdSpecificOptions')).toBe(true);
  expect(tells(fixed, 'Function:handleCommand → calls → Function:normalizeFdSpecificOption')).toBe(true);
  expect(tells(fixed, 'Module:lib/specific/options/index.js → declares → Function:create')).toBe(false);
  expect(tells('Update the docstring of Client()', 'Function:test_delete → calls → Class:Client')).toBe(false);
  expect(tells('Update the docstring of Client()', 'Class:Client → calls → Class:DocstringUpdate')).toBe(true);
  expect(tells('update-check fails', 'Module:src/update-check.ts → imports → Module:src/http.ts')).toBe(true);
  expect(tells('Fix js errors', 'Module:lib/errors.js → declares → Class:Failure')).toBe(false);
  expect(tells('setUp fails', 'Function:setUp → calls → Class:Proxy')).toBe(false);
  expect(tells('OAuth2 login fails', 'Function:parse → calls → Class:OAuth2')).toBe(false);
  expect(tells('', 'Function:test_delete → calls → Class:Client')).toBe(false);
});

test('what is more than code tells whatever its names say', () => {
  const told = [
    'Service:AuthService → depends_on → Database:PostgresDB',
    'Decision:One driver → concerns → Module:src/pg.ts',
  ];
  for (const text of [...told, 'AuthService → depends_on → PostgresDB']) {
    expect([isNotOfCode(triplet(text)), tellingOf('tokens expire')(triplet(text))]).toEqual([true, true]);
  }
  expect(isNotOfCode(triplet('Config:package.json → depends_on → Dependency:express'))).toBe(false);
});
