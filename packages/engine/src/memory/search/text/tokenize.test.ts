import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tokenize, isSamePath, pathTokens } from './tokenize.ts';

describe('words', () => {
  test.each([
    ['Connected connections, connecting!', ['connect', 'connect', 'connect']],
    ["don't use the cache", ['us', 'cach']],
    ['HTTP/2 on port 8080', ['http', '2', 'port', '8080']],
    ['v0.6.4', ['v0', '6', '4']],
    ['', []],
    ['🎉 --- 🚀', []],
  ])('%s', (text, expected) => expect(tokenize(text)).toEqual(expected));
});

describe('identifiers are split and kept whole, in one spelling', () => {
  test.each([
    ['boostByPath', ['boost', 'path', 'boostbypath']],
    ['boost_by_path', ['boost', 'path', 'boostbypath']],
    ['boost-by-path', ['boost', 'path', 'boostbypath']],
    ['__init__', ['init']],
    ['HTTPServer', ['http', 'server', 'httpserver']],
    ['--dry-run', ['dry', 'run', 'dryrun']],
    ['src/base/errors.ts', ['src', 'base', 'error', 'ts']],
    ['2025-01-17', ['2025', '01', '17']],
  ])('%s', (text, expected) => expect(tokenize(text)).toEqual(expected));
});

describe('scripts other than Latin', () => {
  test.each([
    ['東京都', ['東京', '京都']],
    ['茶', ['茶']],
    ['サーバー再起動', ['サー', 'ーバ', 'バー', 'ー再', '再起', '起動']],
    ['데이터베이스', ['데이', '이터', '터베', '베이', '이스']],
    ['React组件', ['react', '组件']],
    ['ＦＵＬＬ ｗｉｄｔｈ', ['full', 'width']],
    ['हिन्दी भाषा', ['हिन्दी', 'भाषा']],
    ['𠮷野家', ['𠮷野', '野家']],
  ])('%s', (text, expected) => expect(tokenize(text)).toEqual(expected));

  test.each([
    ['포인트가', '포인트'],
    ['창고에서는 취소했는데도', '창고 취소'],
    ['API를', 'api'],
    ['바꿔주세요', '바꿔'],
    ['나이', '나이'],
    ['제한 제한을 권한이', '제한 제한 권한'],
  ])('Korean particles and endings of verbs are no part of a word: %s', (text, plain) => {
    expect(tokenize(text)).toEqual(tokenize(plain));
  });

  test.each([
    ['商品的库存', ['商品', '库存']],
    ['金额跟明细', ['金额', '额跟', '跟明', '明细']],
    ['查了', ['查']],
    ['商品都没', ['商品']],
    ['成都仓库', ['成都', '都仓', '仓库']],
    ['我的', []],
  ])('Chinese particles part words: %s', (text, expected) => expect(tokenize(text)).toEqual(expected));

  test('small words of Russian, Ukrainian, Turkish, Vietnamese and Hindi are left out', () => {
    expect(tokenize('это для вас, щоб якщо, için çok, là của, है और')).toEqual([]);
  });

  test('composed and decomposed letters are the same word', () => {
    expect(tokenize('cafe\u0301 Ångström')).toEqual(tokenize('café A\u030angstro\u0308m'));
  });
});

describe('properties', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom('a', 'y', 'A', '_', '-', '漢', '🎉', '\u0301', '\ud800').map((unit) => unit.repeat(8192)),
  );

  test('never more tokens than twice the characters, never longer than 64, never empty', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const tokens = tokenize(text);
        const length = text.normalize('NFKC').length;
        return tokens.length <= 2 * length && tokens.every((token) => token.length > 0 && token.length <= 64);
      }),
    );
  });

  test('words joined by spaces give the tokens of each word in turn', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abyzABZ019_é漢字ァ'), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        expect(tokenize(words.join(' '))).toEqual(words.flatMap((each) => tokenize(each)));
      }),
    );
  });
});

describe('isSamePath', () => {
  test.each([
    ['src/a.ts', 'src/a.ts', true],
    ['home/me/repo/src/a.ts', 'src/a.ts', true],
    ['a.ts', 'src/a.ts', true],
    ['rc/a.ts', 'src/a.ts', false],
    ['src/a.ts', 'lib/a.ts', false],
    ['', 'src/a.ts', false],
  ])('%s and %s: %s', (left, right, expected) => expect(isSamePath(left, right)).toBe(expected));
});

test('a path gives its segments without extensions, split like identifiers', () => {
  expect(pathTokens('src/inSession/boost-path.test.ts')).toEqual([
    'src',
    'in',
    'session',
    'insess',
    'boost',
    'path',
    'boostpath',
  ]);
  expect(pathTokens('.github/workflows/ci.yml')).toEqual(['github', 'workflow', 'ci']);
});

test('steps out of a directory are no words', () => {
  expect(pathTokens('../src/x/../cart.ts')).toEqual(pathTokens('src/cart.ts'));
});
