import { describe, expect, test } from 'vitest';
import { createScopeIndex } from '../index/scope-index.ts';
import type { SearchDocument } from '../search-document.ts';
import { searchSettings, type SearchSettingsPatch } from '../search-settings.ts';
import type { SearchHit, SearchQuery } from '../search.ts';

const DAY = 86_400_000;
let made = 0;

function document(text: string, more: Partial<SearchDocument> = {}): SearchDocument {
  made += 1;
  return { id: `d${made}`, text, paths: [], createdAt: DAY + made, projectId: null, conversational: false, ...more };
}

const part = (sessionId: string, text: string): SearchDocument => document(text, { sessionId, talk: true });

/** Commits and talks about other things: words need something to be rare among. */
const OTHERS: readonly SearchDocument[] = Array.from({ length: 60 }, (_value, n) =>
  document(`module${n} handles topic${n} with helper${n} for the report of the service`),
);

const QUESTION =
  'Alert storm again: one outage of the checkout gateway shows as dozens of incidents, customers complain about flapping monitors.';

/** No part holds more than three of the question's words. */
const TALK: readonly SearchDocument[] = [
  part('talk', 'customers complain about an alert storm'),
  part('talk', 'an outage of the gateway in checkout is flapping'),
  part('talk', 'dozens of incidents come from flapping monitors'),
  part('talk', 'merge gaps up to 90 s first, then drop what is shorter than 60 s'),
];

function search(
  documents: readonly SearchDocument[],
  more: Partial<SearchQuery> = {},
  settings: SearchSettingsPatch = {},
): readonly SearchHit[] {
  const index = createScopeIndex(searchSettings(settings));
  index.put([...OTHERS, ...documents]);
  return index.search({ text: QUESTION, now: 1000 * DAY, limit: 10, ...more }) ?? [];
}

const hitsOf = (hits: readonly SearchHit[], documents: readonly SearchDocument[]): SearchHit[] =>
  hits.filter(({ id }) => documents.some((each) => each.id === id));

describe('a talk is found as a whole', () => {
  test('one hit, more relevant than any of its parts would be', () => {
    const [hit, ...more] = hitsOf(search(TALK), TALK);
    const alone = TALK.map((each) => ({ ...each, talk: false }));
    const best = Math.max(...hitsOf(search(alone), alone).map(({ relevance }) => relevance));
    expect(more).toEqual([]);
    expect(hit?.relevance).toBeGreaterThan(0.5);
    expect(hit!.relevance).toBeGreaterThan(best);
  });

  test('another one that shares a few words is no match', () => {
    const other = [part('other', 'the gateway report is slow'), part('other', 'customers asked for a dark theme')];
    expect(hitsOf(search([...TALK, ...other]), other).every(({ relevance }) => relevance < 0.25)).toBe(true);
  });

  test('a short question counts by its best part: any two words stand somewhere in a long talk', () => {
    const [apart] = hitsOf(search(TALK, { text: 'customers monitors' }), TALK);
    const together = [part('close', 'customers bought new monitors'), ...TALK];
    const [close] = search(together, { text: 'customers monitors' });
    expect(close?.id).toBe(together[0]!.id);
    expect(apart!.relevance).toBeLessThan(close!.relevance);
  });

  test('what a long talk holds by chance counts little', () => {
    const words = OTHERS.slice(0, 40).map(({ text }) => text);
    const long = words.map((text) => part('long', text));
    const common = 'the report of the service handles a topic with a helper for module3 and module4';
    expect(hitsOf(search(long, { text: common }), long).length).toBe(1);
    expect(hitsOf(search([...long], { text: QUESTION }), long).every(({ relevance }) => relevance < 0.25)).toBe(true);
  });
});

test('beside few talks a weak match is closer to the floor of a tool call than beside many; a clear one is as clear', () => {
  const relevance = (areTalks: boolean, text: string): number => {
    // As many documents in both: the words stay as rare.
    const others = Array.from({ length: 80 }, (_value, n) => part(`other${n}`, `subject${n} of another talk`));
    const known = [...TALK, ...others.map((each) => ({ ...each, talk: areTalks }))];
    return hitsOf(search(known, { text }), TALK)[0]!.relevance;
  };
  const weak = 'Alert storm and a flapping outage on Monday morning, nobody saw incidents, the pager rang';
  expect(relevance(false, weak)).toBeGreaterThan(relevance(true, weak));
  expect(relevance(false, weak)).toBeLessThan(0.4);
  expect(relevance(false, QUESTION)).toBeCloseTo(relevance(true, QUESTION), 10);
});

describe('what is no part any more', () => {
  test('removed parts count no more', () => {
    const index = createScopeIndex();
    index.put([...OTHERS, ...TALK]);
    const ask = (): number =>
      Math.max(
        0,
        ...hitsOf(index.search({ text: QUESTION, now: 1000 * DAY, limit: 10 })!, TALK).map(
          ({ relevance }) => relevance,
        ),
      );
    const before = ask();
    index.remove(TALK.slice(1, 3).map(({ id }) => id));
    expect(ask()).toBeLessThan(before);
    index.put(TALK.slice(1, 3));
    expect(ask()).toBeCloseTo(before, 5);
  });

  test('what only a removed document said is as unknown as what nobody ever said', () => {
    const gone = document('quaggas and okapis');
    const index = createScopeIndex();
    index.put([...OTHERS, ...TALK, gone]);
    index.remove([gone.id]);
    const asked = { text: `${QUESTION.slice(0, -1)}, said the quaggas and okapis.`, now: 1000 * DAY, limit: 10 };
    expect(hitsOf(index.search(asked)!, TALK)[0]!.relevance).toBe(hitsOf(search(TALK, asked), TALK)[0]!.relevance);
  });

  test('parts that were said later than the question is asked are not held against it', () => {
    const early = search(TALK, { now: TALK[0]!.createdAt });
    expect(hitsOf(early, TALK).map(({ id }) => id)).toEqual([TALK[0]!.id]);
    expect(early[0]!.relevance).toBeLessThan(search(TALK)[0]!.relevance);
  });
});

test('a talk of many parts does not push other hits out of a short answer', () => {
  const crowd = Array.from({ length: 50 }, (_value, n) =>
    part('crowd', `alert storm of the checkout gateway, case ${n}`),
  );
  const commit = document('fix: alert storm of incidents at the checkout gateway');
  const ids = search([...crowd, commit], { limit: 3 }).map(({ id }) => id);
  expect(ids).toContain(commit.id);
  expect(ids.filter((id) => crowd.some((each) => each.id === id))).toHaveLength(1);
});

describe('a setting switches off', () => {
  const longer = { text: `${QUESTION} Quaggas, zebras and okapis have nothing to do with it, nor have lemurs.` };
  const relevance = (settings?: SearchSettingsPatch): number => search(TALK, longer, settings)[0]!.relevance;

  test('that a talk is one hit', () => {
    expect(hitsOf(search(TALK, {}, { talk: { gather: false } }), TALK)).toHaveLength(3);
  });

  test('what the whole talk holds, and the best sentence of the question', () => {
    expect(relevance({ talk: { whole: 0 } })).toBeLessThan(relevance({ talk: { bestSentence: 0 } }));
    expect(relevance({ talk: { bestSentence: 0 } })).toBeLessThan(relevance());
  });

  test('the correction for chance', () => {
    const elsewhere = Array.from({ length: 9 }, () => document('customers see incidents on their monitors'));
    const [corrected] = hitsOf(search([...TALK, ...elsewhere], longer), TALK);
    const [plain] = hitsOf(search([...TALK, ...elsewhere], longer, { talk: { chance: 0 } }), TALK);
    expect(plain!.relevance).toBeGreaterThan(corrected!.relevance);
  });

  test('leaving out the phrases of reports', () => {
    const polite = { text: `${longer.text} Please fix. Thanks in advance!` };
    expect(search(TALK, polite)[0]!.relevance).toBeCloseTo(relevance(), 9);
    expect(search(TALK, polite, { leaveOutPhrases: false })[0]!.relevance).toBeLessThan(relevance());
  });
});

describe('a single statement and a long report', () => {
  const commit = document(
    'fix: merge incidents of one outage before they are counted\n\nThe alert storm of the checkout gateway came from flapping monitors: gaps of 90 s are merged first.',
  );

  test('what shares the most information with it is relevant, though it covers a small share', () => {
    const [hit] = search([commit]);
    const [plain] = search([commit], {}, { wholeQuestion: 0 });
    expect(hit?.id).toBe(commit.id);
    expect(plain!.relevance).toBeLessThan(0.4);
    expect(hit!.relevance).toBeGreaterThan(plain!.relevance + 0.1);
  });

  test('a statement with two of its words is not', () => {
    const other = document('docs: how the gateway writes its report');
    expect(hitsOf(search([other]), [other]).every(({ relevance }) => relevance < 0.25)).toBe(true);
  });

  test('a short question is as it was', () => {
    const [short] = search([commit], { text: 'alert storm' });
    const [plain] = search([commit], { text: 'alert storm' }, { wholeQuestion: 0 });
    expect(short?.relevance).toBe(plain?.relevance);
  });
});

test('pairs of characters that stand across two words take nothing from the relevance of a Chinese report', () => {
  const parts = ['上游经常少返回几页 直接删就完了', '没返回的商品标下架 连续七天都没有再删', '清理任务已完成'];
  const talk = parts.map((text, at) => ({ ...document(text), ...TALK[at]!, text }));
  const text =
    '昨天夜里同步任务跑完之后很多商品直接没了，上游接口当时少返回几页数据，没返回的商品应该怎么处理，请看看清理任务';
  const [hit] = hitsOf(search(talk, { text }), talk);
  expect(hit!.relevance).toBeGreaterThan(0.25);
});
