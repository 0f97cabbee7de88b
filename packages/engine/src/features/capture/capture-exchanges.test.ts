import { describe, expect, test } from 'vitest';
import type { CaptureEvent } from './capture-event.ts';
import { captureExchanges } from './capture-exchanges.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 3, 1, 9, minute)).toISOString();
const prompt = (minute: number, text: string): CaptureEvent => ({ type: 'prompt', text, at: at(minute), seq: minute });
const answer = (minute: number, text: string): CaptureEvent => ({ type: 'answer', text, at: at(minute), seq: null });
const edit = (minute: number, path: string): CaptureEvent => ({ type: 'edit', path, at: at(minute), seq: null });
/** What is kept of a prompt that was answered. */
const keptOf = (text: string, given: readonly string[] = []): string | undefined =>
  captureExchanges([prompt(0, text), answer(1, 'I had a look at the module.')], given).find(({ turn }) => turn === 0)
    ?.content;

describe('where the talk changes hands', () => {
  const exchanges = captureExchanges([
    prompt(0, 'The upstream blocks us. Look at the retrier.'),
    edit(1, 'src/retry.ts'),
    answer(2, 'I lowered it to 5 attempts.'),
    prompt(3, 'No, exactly 7: eight trips the window.'),
    edit(4, 'src/backoff.ts'),
    answer(5, 'Recap: exactly 7 attempts.'),
  ]);

  test('a proposal stands with its answer, the last word alone', () => {
    expect(exchanges.map(({ content }) => content)).toEqual([
      'User: The upstream blocks us. Look at the retrier.',
      'Agent: I lowered it to 5 attempts.\n\nUser: No, exactly 7: eight trips the window.',
      'Agent: Recap: exactly 7 attempts.',
    ]);
  });

  test('files of the turns around it, the time of the answer, its place', () => {
    expect(exchanges.map(({ paths }) => paths)).toEqual([
      ['src/retry.ts'],
      ['src/retry.ts', 'src/backoff.ts'],
      ['src/backoff.ts'],
    ]);
    expect(exchanges.map(({ turn, seq, at: when }) => [turn, seq, when])).toEqual([
      [0, 0, at(0)],
      [1, 3, at(3)],
      [2, null, at(5)],
    ]);
  });
});

describe('what is kept of it', () => {
  test('of several messages in a turn the last, and one that sums up', () => {
    const [, exchange] = captureExchanges([
      prompt(0, 'Make the order stable please.'),
      answer(1, 'Let me read the planner.'),
      answer(2, 'So the rule is: tier first, then name.'),
      answer(3, 'Tests pass now.'),
      prompt(4, 'Right.'),
    ]);
    expect(exchange?.content).toBe('Agent: So the rule is: tier first, then name.\nTests pass now.\n\nUser: Right.');
  });

  test('what says nothing is not kept', () => {
    expect(captureExchanges([prompt(0, 'ok'), answer(1, 'Done.'), prompt(2, 'thanks')])).toEqual([]);
  });

  test('what was asked and never answered is no knowledge; what was decided or remembered is', () => {
    const request = prompt(0, 'Please bump typescript to 5.9.');
    expect(captureExchanges([request])).toEqual([]);
    expect(captureExchanges([request, answer(1, 'Done.'), prompt(2, 'commit and push please')])).toEqual([]);
    expect(captureExchanges([request, prompt(1, 'and run all the tests')])).toEqual([]);
    const decided = ['We decided to use zod for schemas.', 'Amendment: refunds over 1000 need a second approval.'];
    for (const text of decided) {
      expect(captureExchanges([prompt(0, text)]).map(({ content }) => content)).toEqual([`User: ${text}`]);
    }
  });

  test('an answer that only repeats what the session was given answers all the same', () => {
    const words = 'Per our notes, typescript is at 5.8 in all packages.';
    const exchanges = captureExchanges([prompt(0, 'Please bump typescript to 5.9.'), answer(1, words)], [`- ${words}`]);
    expect(exchanges.map(({ content }) => content)).toEqual(['User: Please bump typescript to 5.9.']);
  });

  test('escapes that the user wrote stay as they are', () => {
    const text = String.raw`rows must end with \r\n, the parser rejects others`;
    expect(keptOf(text)).toBe(`User: ${text}`);
  });

  test('no side grows over its share, both ends stay', () => {
    const lines = Array.from({ length: 400 }, (_value, line) => `Sentence number ${line} of a long report.`);
    const kept = keptOf(lines.join('\n'));
    expect(Buffer.byteLength(kept ?? '')).toBeLessThan(3_100);
    expect(kept).toContain('number 0 of');
    expect(kept).toContain('number 399 of');
  });

  test('a line without an end is cut', () => {
    const kept = keptOf(`${'ü'.repeat(9)} `.repeat(900));
    expect(Buffer.byteLength(kept ?? '')).toBeLessThan(3_100);
    expect(kept).not.toContain('\uFFFD');
  });
});

describe('nothing comes back that we put there', () => {
  const given = [
    '- [01890a5d-ac96-774b-bcce-b302099a8057] The retry cap is exactly 7 attempts, eight trips the window (weight: 1.00)',
  ];

  test('a block in a prompt', () => {
    const block = `[Context from memory]\n## Relevant Past Observations\n${given[0]}\n[End of context from memory]`;
    expect(keptOf(block, given)).toBeUndefined();
  });

  test('an agent that repeats it, word for word or in its own words', () => {
    for (const words of [
      'The retry cap is exactly 7 attempts.',
      'Per our notes the cap for retry is 7 attempts, since eight trips the window.',
    ]) {
      const exchanges = captureExchanges([prompt(0, 'go'), answer(1, words), prompt(2, 'ok')], given);
      expect(exchanges).toEqual([]);
    }
  });

  test('a user who retypes it says nothing new, one who turns it round does', () => {
    expect(keptOf('The retry cap is exactly 7 attempts.', given)).toBeUndefined();
    const turned = 'The retry cap is never exactly 7 attempts.';
    expect(keptOf(turned, given)).toBe(`User: ${turned}`);
  });

  test('one word for another is another rule', () => {
    const changed = 'The retry cap is exactly nine attempts.';
    expect(keptOf(changed, given)).toBe(`User: ${changed}`);
  });

  test('a refusal in words that a block had stands by the proposal that it refuses', () => {
    const proposal = answer(1, 'I suggest that we raise it to nine and add jitter. Should I do that?');
    const words = 'The retry cap is exactly 7 attempts.';
    const [exchange] = captureExchanges([prompt(0, 'go'), proposal, prompt(2, words)], given);
    expect(exchange?.content).toContain('add jitter');
    expect(exchange?.content).toContain(`User: ${words}`);
  });

  test('a recap of what the user changed is news, though it repeats most of the old rule', () => {
    const exchanges = captureExchanges(
      [
        prompt(0, 'After the audit: nine attempts, and the last one is flagged as brief.'),
        answer(1, 'Amended rule: the retry cap is 9 attempts, eight trips no window, the last is flagged as brief.'),
        prompt(2, 'Exactly.'),
      ],
      given,
    );
    expect(exchanges.at(-1)?.content).toContain('Amended rule');
  });
});

test.each(['把这个接口改成异步', '자동완성 붙여줘', 'подсказки адресов тормозят', 'sepet hesaplamasını yaz'])(
  'what a talk begins with is kept where few blanks part words: %s',
  (text) => expect(keptOf(text)).toBe(`User: ${text}`),
);

test.each(['fix it now', '继续', 'ㄱㄱ'])('and what says nothing is not: %s', (text) => {
  expect(keptOf(text)).toBeUndefined();
});
