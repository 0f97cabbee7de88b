import { expect, test } from 'vitest';
import { linesBehind, type BlamedLine, type LinesAtHand } from './lines-behind.ts';

const file = (...parts: readonly (readonly [commit: string, ...texts: string[]])[]): BlamedLine[] =>
  parts.flatMap(([commit, ...texts]) => texts.map((text) => ({ commit, text })));

const behind = (lines: readonly BlamedLine[], subject: string, atHand: LinesAtHand | null = null) =>
  linesBehind(lines, { subject, path: 'src/parser.py', atHand }, () => Promise.resolve());

const PARSER = file(
  ['first', 'def parse_args(self, args):', '    parser = self.make_parser()', '    return parser.parse(args)', ''],
  [
    'prefix',
    'def split_option(option):',
    '    # a negative number is no option',
    '    return option[:1], option[1:]',
    '',
  ],
  ['first', 'def usage(self):', '    return "usage: " + self.name', ''],
  ['width', 'def help(self):', '    width = terminal_width()', '    return wrap(self.text, width)', ''],
);

test('the commits whose lines share most with the subject, best first', async () => {
  const found = await behind(PARSER, 'Negative numbers are taken for an option');
  expect(found).toMatchObject({ commits: ['prefix'], isSameLines: false });
  expect(found.share).toBeGreaterThan(0.5);
  expect((await behind(PARSER, 'help text ignores terminal width')).commits[0]).toBe('width');
});

test('one line that tells much counts more than many that tell little', async () => {
  const lines = file(['many', ...Array.from({ length: 40 }, () => 'option')], ['one', 'negative option number']);
  expect((await behind(lines, 'Negative number as an option')).commits).toEqual(['one', 'many']);
});

test('a line of which nobody knows the commit names none, neither by its words nor as the line in hand', async () => {
  const lines = file(['', 'negative option number', 'the end'], ['two', 'an option', 'more', 'again']);
  expect((await behind(lines, 'Negative number as an option')).commits).toEqual(['two']);
  const inHand = await behind(lines, 'Negative number as an option', { text: 'the end' });
  expect(inHand).toMatchObject({ commits: [], isSameLines: false });
});

test('each weighs what its lines say, and those of the very lines weigh the same', async () => {
  const lines = file(['one', 'negative option number'], ['two', 'an option, a negative number'], ['three', 'option']);
  const subject = 'Negative number as an option';
  const { commits, weights } = await behind(lines, subject);
  expect(commits).toEqual(['one', 'two', 'three']);
  expect(weights.map((weight) => weight / weights[0]!)).toEqual([1, 1, expect.closeTo(0.001, 3)]);
  const atHand = { text: 'an option, a negative number\noption' };
  expect(await behind(lines, subject, atHand)).toMatchObject({ commits: ['two', 'three'], weights: [1, 1] });
});

test('a subject of other things shares nothing with a file', async () => {
  expect(await behind(PARSER, 'Cookies of the session are lost')).toMatchObject({
    commits: [],
    lineNumbers: [],
    weights: [],
    share: 0,
    isSameLines: false,
  });
});

test('words of the path and of any change count less', async () => {
  const lines = file(['one', 'cookie'], ['two', 'parser'], ['three', 'remove'], ['rest', 'x', 'y', 'z']);
  const share = async (subject: string) => (await behind(lines, subject)).share;
  expect(await share('cookie jar')).toBeGreaterThan(0.35);
  expect(await share('parser jar')).toBeLessThan(0.25);
  expect(await share('remove jar')).toBeLessThan(0.25);
  expect((await behind(lines, 'remove cookie')).commits).toEqual(['one', 'three']);
});

test('words that stand far apart share less than words in one place', async () => {
  const gap = file(['gap', ...Array.from({ length: 60 }, (_, at) => `x${at} = ${at}`)]);
  const near = file(['a', 'negative', 'number']);
  const apart = [...file(['a', 'negative']), ...gap, ...file(['a', 'number'])];
  const subject = 'negative number';
  expect((await behind([...near, ...gap], subject)).share).toBe(1);
  expect((await behind(apart, subject)).share).toBeCloseTo(0.5, 5);
});

test('of a long subject the best sentence counts', async () => {
  const long = `Something about cookies and sessions of the browser. Negative number is no option. And a page of other words besides.`;
  expect((await behind(PARSER, long)).share).toBeGreaterThan(0.9);
});

test('the text in hand may end with its line break', async () => {
  const atHand = { text: 'def split_option(option):\n    # a negative number is no option\n' };
  expect(await behind(PARSER, 'Cookies are lost', atHand)).toMatchObject({ commits: ['prefix'], isSameLines: true });
});

test('the very lines in hand need no shared word; who brought the whole file is not named for them', async () => {
  const atHand = { text: '    width = terminal_width()\n    return wrap(self.text, width)' };
  expect(await behind(PARSER, 'Cookies are lost', atHand)).toMatchObject({ commits: ['width'], isSameLines: true });
  const whole = file(['all', ...Array.from({ length: 20 }, (_, at) => `line ${at}`)]);
  expect(await behind(whole, 'Cookies are lost', { text: 'line 3\nline 4' })).toMatchObject({
    commits: [],
    isSameLines: false,
  });
});

test('lines by number narrow the search to them', async () => {
  const subject = 'Negative number is no option';
  expect((await behind(PARSER, subject, { from: 5, count: 3 })).commits).toEqual(['prefix']);
  expect(await behind(PARSER, subject, { from: 9, count: 3 })).toMatchObject({ commits: [], share: 0 });
});

test.each<[string, LinesAtHand]>([
  ['text that was never committed', { text: 'not there\nnor this' }],
  ['blank text', { text: ' \n ' }],
  ['lines behind the end', { from: 900, count: 5 }],
])('%s stands for the whole file', async (_what, atHand) => {
  expect((await behind(PARSER, 'Negative number is no option', atHand)).commits).toEqual(['prefix']);
});

test('at most eight commits, and an empty file has none', async () => {
  const lines = Array.from({ length: 30 }, (_, at) => ({ commit: `c${at}`, text: 'negative option' }));
  expect((await behind(lines, 'Negative option')).commits).toHaveLength(8);
  expect(await behind([], 'Negative option')).toMatchObject({
    commits: [],
    lineNumbers: [],
    weights: [],
    share: 0,
    isSameLines: false,
  });
});

test('others get their turn after each line', async () => {
  let turns = 0;
  await linesBehind(PARSER, { subject: 'Negative option', path: 'src/parser.py', atHand: null }, () => {
    turns += 1;
    return Promise.resolve();
  });
  expect(turns).toBe(PARSER.length);
});

test('how much of a sentence of the subject a text says; words of the path and of any change say little', async () => {
  const { saidBy } = await behind(PARSER, 'Negative numbers are refused. Add an option to the parser');
  expect(saidBy('A negative number is a value')).toBeCloseTo(2 / 3);
  expect(saidBy('Add a parser')).toBeCloseTo(0.3);
  expect(saidBy('Add a usage line')).toBeCloseTo(0.15);
  expect(saidBy('Wrap the help')).toBe(0);
  const chinese = await behind(PARSER, '负数被拒绝。选项丢失了');
  expect(chinese.saidBy('负数被拒绝')).toBe(1);
});
