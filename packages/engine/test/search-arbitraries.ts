import fc from 'fast-check';
import type { SearchDocument } from '../src/memory/search/search-document.ts';
import type { SearchQuery } from '../src/memory/search/search.ts';

// Few words, so that documents share them; words of every kind the tokenizer knows.
const WORDS = [
  'parser parsers cache deploy error failure config settings retry the and not',
  'parseConfig parse_config retry-limit HTTPServer v2 2026 march shop',
  '東京 京都 東京都庁 サーバー 데이터 हिन्दी café cafe\u0301 🎉 ﬁle Ünïcode',
].flatMap((line) => line.split(' '));
const PATHS = [
  'src/parser.ts',
  'src/cache.ts',
  './src/cache.ts',
  'lib/cache.ts',
  'docs/deploy.md',
  'src/東京.ts',
  'a.ts',
];

const text = fc.oneof(
  { weight: 8, arbitrary: fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((words) => words.join(' ')) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom('a', '漢', 'parser ').map((unit) => unit.repeat(8192 / unit.length)) },
);
const time = fc.constantFrom(
  '',
  '',
  '',
  ' yesterday',
  ' since last week',
  ' 3 days ago, last month',
  ' three weeks ago',
);
const question = fc.oneof(
  { weight: 9, arbitrary: fc.tuple(text, time).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: time },
);
const session = fc.option(fc.constantFrom('s1', 's2'), { nil: undefined });
/** A document of a small world: 16 ids, few words, every field. */
export const anyDocument: fc.Arbitrary<SearchDocument> = fc
  .record({
    id: fc.constantFrom(...'abcdefghijklmnop'),
    text,
    paths: fc.array(fc.constantFrom(...PATHS), { maxLength: 4 }),
    // Close together, so that ties of time occur.
    createdAt: fc.integer({ min: 0, max: 20 }).map((days) => days * 86_400_000),
    projectId: fc.constantFrom(null, 'shop'),
    conversational: fc.boolean(),
    speaker: fc.option(fc.constantFrom('Ann', 'Bob'), { nil: undefined }),
    sessionId: session,
    namespace: fc.option(fc.constantFrom('n1', 'n2'), { nil: undefined }),
    validTo: fc.option(fc.constantFrom(5 * 86_400_000, 30 * 86_400_000), { nil: undefined }),
    position: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
  })
  .map((record) => withoutUndefined(record) as unknown as SearchDocument);
/** A question to that world. */
export const anyQuery: fc.Arbitrary<SearchQuery> = fc
  .record({
    text: question,
    paths: fc.array(fc.constantFrom(...PATHS, '/repo/src/cache.ts', 'cache.ts', 'nowhere.ts'), { maxLength: 3 }),
    context: fc.array(text, { maxLength: 2 }),
    now: fc.constantFrom(10 * 86_400_000, 100 * 86_400_000),
    limit: fc.constantFrom(1, 3, 100),
    filter: fc.constantFrom({}, {}, {}, { sessionId: 's1' }, { namespace: 'n2' }, { namespace: 'nobody' }),
  })
  .map((record) => withoutUndefined(record) as unknown as SearchQuery);
/** What can happen to an index. */
export type IndexStep = { readonly put: SearchDocument } | { readonly remove: string } | { readonly ask: SearchQuery };

export const anyStep: fc.Arbitrary<IndexStep> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ put: anyDocument }) },
  { weight: 2, arbitrary: fc.record({ remove: fc.constantFrom(...'abcdefghijklmnop') }) },
  { weight: 1, arbitrary: fc.record({ ask: anyQuery }) },
);

function withoutUndefined(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
