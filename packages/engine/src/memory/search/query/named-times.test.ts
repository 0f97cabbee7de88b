import { describe, expect, test } from 'vitest';
import { timesNamedIn } from './named-times.ts';

/** A Monday, half past three in the afternoon where the process is. */
const NOW = new Date(2026, 10, 23, 15, 30).getTime();
const at = (month: number, day: number, hour = 0): number => new Date(2026, month - 1, day, hour).getTime();

describe('a time that a question names', () => {
  test.each([
    ['what did we decide yesterday?', at(11, 22), at(11, 23), 'what did we    ?'],
    ['what did we decide on the cache yesterday?', at(11, 22), at(11, 23), 'what did we decide on the cache  ?'],
    ['what errors did we see yesterday?', at(11, 22), at(11, 23), 'what   did we    ?'],
    ['decisions from last week', at(11, 16), at(11, 23), '  from  '],
    ['what happened yesterday?', at(11, 22), at(11, 23), 'what    ?'],
    ['what did I work on yesterday', at(11, 22), at(11, 23), 'what did I    '],
    ['what have we done and changed yesterday', at(11, 22), at(11, 23), 'what have we   and    '],
    ['anything new yesterday', at(11, 22), at(11, 23), 'anything    '],
    ['the day before yesterday', at(11, 21), at(11, 22), ' '],
    ['the build broke last night', at(11, 22, 18), at(11, 23, 6), 'the build broke  '],
    ['what did I do today', at(11, 23), at(11, 24), 'what did I do  '],
    ['what changed today?', at(11, 23), at(11, 24), 'what    ?'],
    ['what was fixed this morning?', at(11, 23), at(11, 24), 'what was    ?'],
    ['errors in the last hour', at(11, 23, 14), NOW + 1, '  in the  '],
    ['the cache over the past day', at(11, 22), NOW + 1, 'the cache over the  '],
    ['our parser from earlier today', at(11, 23), at(11, 24), 'our parser from  '],
    ['cache 3 days ago', at(11, 20), at(11, 21), 'cache  '],
    ['cache three days ago', at(11, 20), at(11, 21), 'cache  '],
    ['cache A Day Ago', at(11, 22), at(11, 23), 'cache  '],
    ['an hour ago', at(11, 23, 13), at(11, 23, 15), ' '],
    ['two weeks ago', at(11, 6), at(11, 13), ' '],
    ['two months ago', at(9, 1), at(10, 1), ' '],
    ['a year ago', new Date(2025, 0, 1).getTime(), at(1, 1), ' '],
    ['several days ago', at(11, 16), at(11, 22), ' '],
    ['a couple of weeks ago', new Date(2026, 9, 5).getTime(), at(11, 16), ' '],
    ['in the last 3 days', at(11, 20), NOW + 1, 'in the  '],
    ['the past few weeks', new Date(2026, 9, 5).getTime(), NOW + 1, 'the  '],
    ['last week', at(11, 16), at(11, 23), ' '],
    ['past week', at(11, 16), NOW + 1, ' '],
    ['previous month', at(10, 1), at(11, 1), ' '],
    ['this month', at(11, 1), at(12, 1), ' '],
    ['last year', new Date(2025, 0, 1).getTime(), at(1, 1), ' '],
    ['since last week', at(11, 16), NOW + 1, ' '],
    ['since Friday', at(11, 20), NOW + 1, ' '],
    ['last monday', at(11, 16), at(11, 17), ' '],
    ['what we did on Sunday', at(11, 22), at(11, 23), 'what we did  '],
    ['can you say what we decided today?', at(11, 23), at(11, 24), 'can you say what we decided  ?'],
    ['what have we learned this week', at(11, 23), at(11, 30), 'what have we    '],
    ['did anything break today', at(11, 23), at(11, 24), 'did anything break  '],
    ['the parser changed today', at(11, 23), at(11, 24), 'the parser    '],
    ['fix the errors from yesterday', at(11, 22), at(11, 23), 'fix the errors from  '],
    ['fix what we saw in the last hour', at(11, 23, 14), NOW + 1, 'fix what we saw in the  '],
    ['work on the errors from yesterday', at(11, 22), at(11, 23), 'work on the errors from  '],
    ['can you fix the errors from yesterday?', at(11, 22), at(11, 23), 'can you fix the errors from  ?'],
    ["undo yesterday's change", at(11, 22), at(11, 23), "undo  's change"],
  ])('%s', (text, from, to, rest) => {
    expect(timesNamedIn(text, NOW)).toEqual({ times: [{ from, to }], rest });
  });

  test('several', () => {
    const { times, rest } = timesNamedIn('cache yesterday or last week', NOW);
    expect(times).toEqual([
      { from: at(11, 22), to: at(11, 23) },
      { from: at(11, 16), to: at(11, 23) },
    ]);
    expect(rest.split(/\s+/)).toEqual(['cache', 'or', '']);
  });

  test('of a text that names many, the first that are found', () => {
    const days = Array.from({ length: 100 }, (_, day) => `${day} days ago`);
    const { times, rest } = timesNamedIn(days.join(', '), NOW);
    expect(times).toHaveLength(8);
    expect(rest).toContain('8 days ago');
  });
});

describe('none', () => {
  test.each([
    'today curl supports it',
    'the last of the weeks',
    'runs every Monday',
    'we ship on Friday',
    'agony of three days',
    'the last day of the month',
    'the last hour is shown twice',
    'this is on the last page',
    'lastweek',
    `${'pasted '.repeat(400)} yesterday`,
    'can you do this today?',
    'I will be off this week',
    'I have to finish this month, please',
    'do it this week',
    'we fix it today',
    'Get it done today',
    'deploy the new version today',
    'the new release is due today',
    'do the release today',
    'how to fix it today',
    "the 'last week' preset of the date picker",
    'prints “3 days ago”',
    'what does `since yesterday` do',
    'did it start on the last Sunday of March?',
    'what was wrong on Friday the 13th?',
    '1.5 hours ago',
  ])('%s', (text) => {
    expect(timesNamedIn(text, NOW)).toEqual({ times: [], rest: text });
  });

  test.each([Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER, Number.NaN])('at %d there is no calendar', (now) => {
    expect(timesNamedIn('yesterday', now)).toEqual({ times: [], rest: 'yesterday' });
  });
});
