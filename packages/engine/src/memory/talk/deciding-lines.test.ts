import { describe, expect, test } from 'vitest';
import { decidingLines, isRecap, type TalkLine } from './deciding-lines.ts';
import { writeExchange } from './exchange.ts';

function talk(...sides: readonly (readonly [agent: string, user: string])[]): readonly TalkLine[] {
  return decidingLines(sides.map(([agent, user], at) => ({ id: `x${at}`, content: writeExchange({ agent, user }) })));
}

const worthOf = (lines: readonly TalkLine[], part: string): number =>
  lines.find(({ text }) => text.includes(part))?.worth ?? Number.NaN;

describe('what is left out', () => {
  test('a proposal that was refused, not its refusal', () => {
    const lines = talk(
      ['', 'incidents are noisy'],
      ["I'd drop raw incidents under 60 s first.", 'No, the threshold applies to the merged window.'],
    );
    expect(lines.map(({ text }) => text)).toEqual([
      'incidents are noisy',
      'No, the threshold applies to the merged window.',
    ]);
  });

  test('one that was confirmed stays, as agreed', () => {
    const lines = talk(['', 'fix the retries'], ['The cap is exactly 7 attempts.', 'Right.']);
    expect(lines.find(({ text }) => text.startsWith('The cap'))?.voice).toBe('agreed');
  });

  test('one that nobody answered is the agent’s alone', () => {
    const lines = talk(['', 'fix the retries'], ['I could also raise the timeout.', '']);
    expect(lines.at(-1)?.voice).toBe('agent, unanswered');
  });
});

describe('an item of a list that the answer names', () => {
  const asked = [
    'Three ways:\n1) banker rounding\n2) half up\n3) cut off',
    '2 as always, 1 confuses the accountants',
  ] as const;

  test('decides more than one that it does not', () => {
    const lines = talk(['', 'fix the totals'], asked, ['Done.', 'Push it.']);
    expect(worthOf(lines, '2) half up')).toBeGreaterThan(worthOf(lines, '3) cut off') + 3);
    expect(worthOf(lines, '1) banker')).toBe(worthOf(lines, '2) half up'));
  });

  test.each(['b.', '(b), but only once', 'b: yes', 'a+b'])('by a letter: %s', (answer) => {
    const lines = talk(['', 'fix the totals'], ['a) drop it\nb) keep it', answer], ['Done.', 'Push it.']);
    expect(worthOf(lines, 'b) keep it')).toBeGreaterThan(3);
  });

  test.each(['a bit later please', 'wait 8.2 s', 'keep the 10% of it', 'see src/a.ts:1'])(
    'not by chance: %s',
    (answer) => {
      const items = 'a) drop\nb) hold\n1) sort\n2) cut\n8) halt\n10) stop';
      const lines = talk(['', 'fix the totals'], [items, answer], ['Done.', 'Push it.']);
      expect(lines.filter(({ voice, worth }) => voice === 'agent' && worth > 3)).toEqual([]);
    },
  );
});

test('the question before an answer of a few words counts, and no other', () => {
  const lines = talk(
    ['', 'fix the scanner'],
    ['Is it the clock? How old may a scan be?', '12 hours'],
    ['And the beep?', 'louder, nobody hears it beside the fans in the cold aisle, ask Marlene'],
    ['Done.', 'Push it.'],
  );
  expect(worthOf(lines, 'How old may')).toBeGreaterThan(0);
  expect(worthOf(lines, 'the clock?')).toBeLessThan(0);
  expect(worthOf(lines, 'the beep?')).toBeLessThan(0);
});

test.each([
  ['Where should the jobs live, Redis or PostgreSQL?', 'PostgreSQL'],
  ['How loud?', 'louder'],
  ['a) drop it\nb) keep it', 'b'],
])('an answer of a word stands beside what it answers: %s', (agent, user) => {
  const lines = talk(['', 'fix the scanner'], [agent, user], ['Done.', 'Push it.']);
  expect(lines.find(({ text, voice }) => voice === 'user' && text === user)?.worth).toBeGreaterThan(0);
});

test('what leads to code that is not kept is worth nothing', () => {
  const lines = talk(['', 'fix the totals'], ['In `enqueue()`, never twice:', 'yes'], ['Done.', 'Push it.']);
  expect(worthOf(lines, 'enqueue')).toBeLessThanOrEqual(0);
});

test('what a user says counts more than what an agent says that nobody confirmed, and more than a yes', () => {
  const lines = talk(
    ['', 'fix the retries'],
    ['I will put the jitter into the config file.', 'The jitter stays in code. Merge it'],
    ['Done.', 'Push it.'],
  );
  expect(worthOf(lines, 'The jitter stays')).toBeGreaterThan(worthOf(lines, 'I will put') + 4);
  expect(worthOf(lines, 'Merge it')).toBe(0);
});

test('of a talk that is a report and nothing else, nothing is worth showing', () => {
  const [line] = talk(['', 'Fix the session header of a guest request']);
  expect(line?.worth).toBeLessThanOrEqual(0);
});

test('nor is the report of a talk that only its answer follows', () => {
  const [line] = talk(['', 'Fix the session header of a guest request'], ['The header is fixed.', '']);
  expect(line?.worth).toBeLessThanOrEqual(0);
});

describe('what decides more', () => {
  const lines = talk(
    ['', 'The upstream blocks us with 429s. Can you look at the retrier?'],
    ["I'll look at the code first.", 'Only 429 and 408 are retried, never 500.'],
    ['Should I log each attempt?', 'one line per run, and nothing when the first attempt went through'],
    ['Final rule: only 429 and 408 are retried, at most 7 times. Tests pass.', ''],
  );

  test('a rule more than a symptom, a question or a report of work', () => {
    expect(worthOf(lines, 'never 500')).toBeGreaterThan(worthOf(lines, 'blocks us'));
    expect(worthOf(lines, 'Should I log')).toBeLessThanOrEqual(0);
    expect(worthOf(lines, "I'll look")).toBeLessThanOrEqual(0);
  });

  test('the recap most of all', () => {
    const best = lines.toSorted((a, b) => b.worth - a.worth)[0];
    expect(best?.text).toBe('Final rule: only 429 and 408 are retried, at most 7 times.');
    expect(best?.voice).toBe('agreed');
  });

  test('thanks are worth nothing', () => {
    expect(worthOf(talk(['Done.', 'Thanks!']), 'Thanks')).toBe(0);
  });

  test.each(['commit this', 'ok, push it', 'Squash the commits and push to main!'])(
    'what git shall do is worth nothing: %s',
    (order) => {
      const worth = (said: string): number =>
        worthOf(talk(['Hi', 'Cap it'], ['The cap is 7 now.', said], ['', 'ok']), said);
      expect(worth(order)).toBe(0);
      expect(worth('commit offsets once a batch')).toBeGreaterThan(0);
    },
  );

  test('that git did it is told, not settled', () => {
    const worth = (said: string): number => worthOf(talk(['Hi', 'Cap it'], [said, 'fine']), said);
    expect(worth('Committed as 12ab34c.')).toBeLessThan(worth('Commits are 12ab34c.'));
  });

  test('places rise through the talk', () => {
    expect(lines.map(({ place }) => place)).toEqual(lines.map((_line, at) => at));
  });
});

test.each([
  ['Recap: tier first, then name.', true],
  ['So the policy is: only years stay.', true],
  ['Settled then: merge_tags takes sources.', true],
  ['To summarise, seven attempts.', true],
  ['The amended rule in full: lower precedence only.', true],
  ['I will summarise the file later.', false],
  ['The final boss is hard.', false],
  ['We recapitalised in May.', false],
])('"%s" sums up: %s', (sentence, expected) => {
  expect(isRecap(sentence)).toBe(expected);
});

describe('a talk that is not in English', () => {
  const lines = talk(
    ['', '导出对账单的接口太慢了'],
    ['我建议在最后汇总之后统一取整一次。', '不要 每行先取两位再加'],
    ['好的，每行先取两位小数，然后再求和。', '嗯 就这样'],
    ['已部署。', '谢谢'],
  );

  test('what was refused is left out, what was confirmed is agreed', () => {
    expect(lines.some(({ text }) => text.includes('统一取整'))).toBe(false);
    expect(lines.find(({ text }) => text.includes('然后再求和'))?.voice).toBe('agreed');
  });

  test('a yes and thanks are worth nothing', () => {
    expect(worthOf(lines, '嗯 就这样')).toBe(0);
    expect(worthOf(lines, '谢谢')).toBe(0);
  });

  test('a question needs no mark', () => {
    const asked = talk(['', 'проверь логи'], ['Логи в порядке, ошибок не видно.', 'почему линтер ругается на utils']);
    expect(worthOf(asked, 'почему')).toBeLessThan(worthOf(lines, '每行先取两位再加'));
    expect(worthOf(asked, 'почему')).toBeLessThan(4);
  });

  test.each(['Итого: одна строка, два знака.', '总结：每行先取两位', '정리하면 포인트 먼저', 'Özetle önce indirim'])(
    '%s sums up',
    (text) => expect(isRecap(text)).toBe(true),
  );
});
