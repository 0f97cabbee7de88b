import { describe, expect, test } from 'vitest';
import { createScopeIndex } from './scope-index.ts';
import type { SearchDocument } from '../search-document.ts';
import { searchSettings } from '../search-settings.ts';
import type { SearchQuery } from '../search.ts';

const DAY = 86_400_000;

function document(id: string, text: string, more: Partial<SearchDocument> = {}): SearchDocument {
  return { id, text, paths: [], createdAt: DAY, projectId: null, conversational: false, ...more };
}

function ask(text: string, more: Partial<SearchQuery> = {}): SearchQuery {
  return { text, now: 1000 * DAY, limit: 10, ...more };
}

function idsOf(documents: readonly SearchDocument[], query: SearchQuery): string[] {
  const index = createScopeIndex();
  index.put(documents);
  return index.search(query)!.map(({ id }) => id);
}

describe('what is found', () => {
  test('a rare word outranks a common one', () => {
    const documents = [document('a', 'the parser and the cache'), document('b', 'the parser'), document('c', 'parser')];
    expect(idsOf(documents, ask('parser cache'))[0]).toBe('a');
  });

  test('what the words tell that a document shares: of the question alone, the best of several questions', () => {
    const index = createScopeIndex();
    index.put([document('a', 'the parser and the cache', { paths: ['src/parser.ts'] }), document('b', 'parser')]);
    const told = (text: string, more: Partial<SearchQuery> = {}): Map<string, number | undefined> =>
      new Map(index.search(ask(text, more))!.map(({ id, sharedInformation }) => [id, sharedInformation]));
    const both = told('parser cache lexer');
    // With the prior of 1,000 documents: ln((1,002 + 1) / (2 + 0.5)) for "parser", ln((1,002 + 1) / (1 + 0.5)) for "cache".
    expect(both.get('b')).toBeCloseTo(Math.log(1003 / 2.5));
    expect(both.get('a')).toBeCloseTo(Math.log(1003 / 2.5) + Math.log(1003 / 1.5));
    expect(told('lexer', { paths: ['src/parser.ts'] }).get('a')).toBe(0);
    expect(told('lexer', { moreTexts: ['cache'] }).get('a')).toBeCloseTo(Math.log(1003 / 1.5));
    expect([...told('what about the parser yesterday?', { now: 2 * DAY }).values()]).toEqual([undefined, undefined]);
  });

  test('an unknown word finds what begins with it', () => {
    expect(idsOf([document('a', 'authenticator rewritten'), document('b', 'other')], ask('authentic'))).toEqual(['a']);
  });

  test('nothing created after the query is found, and nothing that has expired', () => {
    const documents = [
      document('past', 'deploy', { createdAt: 10 }),
      document('future', 'deploy', { createdAt: 30 }),
      document('expired', 'deploy', { createdAt: 10, validTo: 20 }),
    ];
    expect(idsOf(documents, ask('deploy', { now: 20 }))).toEqual(['past']);
  });

  test('session and namespace filter exactly; a name that nobody has finds nothing', () => {
    const documents = [
      document('a', 'deploy', { sessionId: 's1', namespace: 'n1' }),
      document('b', 'deploy', { sessionId: 's2', namespace: 'n1' }),
    ];
    expect(idsOf(documents, ask('deploy', { filter: { sessionId: 's2' } }))).toEqual(['b']);
    expect(idsOf(documents, ask('deploy', { filter: { namespace: 'n1' } })).sort()).toEqual(['a', 'b']);
    expect(idsOf(documents, ask('deploy', { filter: { namespace: 'n' } }))).toEqual([]);
  });

  test('a hinted path is found without a word in common, also by its absolute spelling', () => {
    const documents = [document('a', 'one', { paths: ['src/cart.ts'] }), document('b', 'two', { paths: ['src/x.ts'] })];
    expect(idsOf(documents, ask('three', { paths: ['/home/me/shop/src/cart.ts'] }))).toEqual(['a']);
    expect(idsOf(documents, ask('three', { paths: ['art.ts'] }))).toEqual([]);
  });

  test('bare names that many files have lift a bounded number of files together', () => {
    const documents = Array.from({ length: 320 }, (_, at) =>
      document(`d${at}`, 'one', { paths: [`part${Math.floor(at / 32)}/file${at % 32}.ts`] }),
    );
    const paths = Array.from({ length: 32 }, (_, at) => `file${at}.ts`);
    const touched = documents.slice(0, 64).map(({ id }) => id);
    expect(idsOf(documents, ask('three', { paths, limit: 1000 })).toSorted()).toEqual(touched.toSorted());
  });

  test('a query with no words and no paths finds nothing', () => {
    expect(idsOf([document('a', 'one')], ask('  🎉 the '))).toEqual([]);
  });

  test('the neighbours of a match in a dialogue are found, outside a dialogue they are not', () => {
    const said = (id: string, text: string, conversational: boolean, at: number): SearchDocument =>
      document(id, text, { conversational, sessionId: 's', createdAt: at });
    const dialogue = ['a', 'b', 'c', 'd'].map((id, at) => said(id, at === 0 ? 'postgres' : 'yes', true, at));
    expect(idsOf(dialogue, ask('postgres')).sort()).toEqual(['a', 'b', 'c']);
    const commits = ['a', 'b', 'c', 'd'].map((id, at) => said(id, at === 0 ? 'postgres' : 'yes', false, at));
    expect(idsOf(commits, ask('postgres'))).toEqual(['a']);
  });
});

describe('order', () => {
  test('of equal matches the later one stands first, then the greater id', () => {
    const documents = [
      document('a', 'deploy', { createdAt: 5 }),
      document('c', 'deploy', { createdAt: 9 }),
      document('b', 'deploy', { createdAt: 5 }),
    ];
    expect(idsOf(documents, ask('deploy'))).toEqual(['c', 'b', 'a']);
  });

  test('context helps a follow-up and does not drown a new topic', () => {
    const documents = [document('auth', 'why sessions lost against jwt tokens'), document('db', 'postgres pool size')];
    const context = ['We store jwt tokens in the header', 'jwt tokens expire'];
    expect(idsOf(documents, ask('why that?', { context }))).toEqual(['auth']);
    expect(idsOf(documents, ask('postgres pool size', { context }))[0]).toBe('db');
  });
});

describe('relevance is absolute', () => {
  test('1 of 4 unknown words is little, however good the match is beside the others', () => {
    const index = createScopeIndex();
    index.put([document('a', 'deploy'), ...Array.from({ length: 20 }, (_, at) => document(`x${at}`, 'filler text'))]);
    const [only] = index.search(ask('deploy zebra quagga okapi'))!;
    const [full] = index.search(ask('deploy'))!;
    expect(only!.relevance).toBeLessThan(0.25);
    expect(full!.relevance).toBeGreaterThan(0.3);
  });
});

describe('changes', () => {
  test('what is put again and again is there once, beside the dead rows, and an edit is found', () => {
    const index = createScopeIndex();
    const documents = Array.from({ length: 50 }, (_, at) => document(`d${at}`, `alpha word${at}`));
    index.put(documents);
    for (let again = 0; again < 100; again += 1) index.put(documents);
    expect(index.stats()).toMatchObject({ documents: 50, dead: 5000 });
    index.put([document('d7', 'omega')]);
    expect(index.search(ask('omega'))!.map(({ id }) => id)).toEqual(['d7']);
    expect(index.search(ask('word7'))).toEqual([]);
  });

  test('put replaces, remove removes, and neither leaves a trace in the numbers', () => {
    const changed = createScopeIndex();
    changed.put([document('a', 'alpha beta'), document('b', 'alpha', { paths: ['x.ts'] }), document('c', 'gamma')]);
    changed.put([document('a', 'beta')]);
    expect(changed.remove(['b', 'nobody'])).toBe(1);
    const fresh = createScopeIndex();
    fresh.put([document('c', 'gamma'), document('a', 'beta')]);
    for (const query of [ask('alpha'), ask('beta gamma'), ask('x', { paths: ['x.ts'] })]) {
      expect(changed.search(query)).toEqual(fresh.search(query));
    }
    expect(changed.stats().documents).toBe(2);
  });
});

test('a first statement takes a few kilobytes beside what an index takes without one: there may be thousands of scopes', () => {
  const index = createScopeIndex();
  const before = index.stats().bytes;
  index.put([document('a', 'the parser and the cache')]);
  expect(before).toBeGreaterThan(20_000);
  expect(before).toBeLessThan(32_768);
  expect(index.stats().bytes - before).toBeLessThan(8192);
});

test('a cancelled search ends with null and leaves the index usable', () => {
  const index = createScopeIndex();
  index.put([document('a', 'deploy')]);
  expect(index.search(ask('deploy'), () => true)).toBeNull();
  expect(index.search(ask('deploy'))).toHaveLength(1);
});

test('explain says which fields and words matched and what every part added', () => {
  const index = createScopeIndex(searchSettings({ coverageInfluence: 0 }));
  index.put([document('a', 'retry the deploy', { paths: ['src/retry.ts'], speaker: 'Ann' }), document('b', 'other')]);
  const [hit] = index.search(ask('ann retry', { paths: ['src/retry.ts'], explain: true }))!;
  expect(hit!.explanation).toMatchObject({
    pathHint: 0.4,
    session: 0,
    semantic: null,
  });
  expect(new Set(hit!.explanation!.fields)).toEqual(new Set(['text', 'path', 'speaker']));
  // "src" is a word of the hinted path.
  expect(new Set(hit!.explanation!.terms)).toEqual(new Set(['retri', 'ann', 'src']));
  const { pathHint, recency, coChange, session } = hit!.explanation!;
  expect(hit!.score).toBeCloseTo(1 + pathHint + recency + coChange + session, 9);
});
