import { afterAll, describe, expect, test } from 'vitest';
import { citedIds, readCitations, titlesOf } from './cited-requirements.ts';
import { requirements } from './requirements.ts';

const ID = {
  '000': /^S0-\d{3}$/,
  '001': /^S1-\d{3}$/,
  '002': /^S2-\d{3}$/,
  '003': /^S3-\d{3}$/,
  '004': /^S4-\d{3}$/,
  contract: /^C-\d{3}$/,
};
const citations = readCitations();

afterAll(() => {
  const tested = requirements.filter(({ status }) => status === 'tested').length;
  process.stdout.write(
    `requirements: ${requirements.length} (${tested} tested, ${requirements.length - tested} pending); ` +
      `${citations.titles} test titles read in ${citations.files} files\n`,
  );
});

describe('the requirements manifest', () => {
  test('has one entry per id, each id in the form of its seed', () => {
    const ids = requirements.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(requirements.filter(({ id, seed }) => !ID[seed].test(id))).toEqual([]);
  });

  test('names what a pending entry waits for, and nothing for a tested one', () => {
    expect(requirements.filter(({ status, pending }) => (status === 'pending') !== Boolean(pending))).toEqual([]);
  });

  test('covers all five seeds and the contract', () => {
    const counts = Object.keys(ID).map((seed) => requirements.filter((one) => one.seed === seed).length);
    expect(counts.every((count) => count > 0)).toBe(true);
  });
});

describe('requirements and tests', () => {
  test('reads at least one file with tests', () => {
    expect(citations.files).toBeGreaterThan(0);
    expect(citations.titles).toBeGreaterThan(0);
  });

  test('every id is either tested or marked pending', () => {
    const untested = requirements.filter(({ id, status }) => status === 'tested' && !citations.citedIn.has(id));
    expect(untested.map(({ id, sentence }) => `${id} ${sentence}`)).toEqual([]);
  });

  test('no pending mark is stale: an id with a test is not pending', () => {
    const stale = requirements.filter(({ id, status }) => status === 'pending' && citations.citedIn.has(id));
    expect(stale.map(({ id }) => `${id} in ${citations.citedIn.get(id)?.join(', ')}`)).toEqual([]);
  });

  test('no test cites an id that does not exist', () => {
    const known = new Set(requirements.map(({ id }) => id));
    expect([...citations.citedIn].filter(([id]) => !known.has(id))).toEqual([]);
  });
});

describe('reading citations', () => {
  test('finds titles in every spelling, and nothing in comments and strings', () => {
    const source = `
      test('a [S0-999]', f); // test('comment [S3-999]', f)
      it.each(rows)(\`b [S1-999, C-998] %s\`, f);
      test.prop([x])('c S2-999', f);
      contest('d [S4-999]', f);
      log("test('e [S4-999]', f)");`;
    expect(titlesOf(source)).toEqual(['a [S0-999]', 'b [S1-999, C-998] %s', 'c S2-999']);
    expect(titlesOf(source).flatMap(citedIds)).toEqual(['S0-999', 'S1-999', 'C-998']);
  });
});
