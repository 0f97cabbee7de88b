import { describe, expect, test } from 'vitest';
import type { Observation } from '../memory/observations/observation.ts';
import { decidingLines } from '../memory/talk/deciding-lines.ts';
import { excerptOfTalk } from './excerpt-of-talk.ts';
import type { RecalledTalk } from './memory-store.ts';

const EXCHANGES = [
  'User: The incident report counts 40 incidents for one outage of the checkout gateway.',
  "Agent: I'd drop raw incidents under 60 s first, then merge what is left.\n\nUser: No, merge gaps up to 90 s first, then drop what is shorter than 60 s.",
  'Agent: Recap: gaps of at most 90 s are merged first; a merged window shorter than 60 s is dropped.\n\nUser: Right.',
].map((content, at) => ({ id: `x${at}`, content }));

const talk: RecalledTalk = {
  title: 'The incident report counts 40 incidents for one outage of the checkout gateway.',
  replaces: null,
  revisits: null,
  exchangeIds: EXCHANGES.map(({ id }) => id),
  lines: decidingLines(EXCHANGES),
};
const rowOf = (content: string, kind = 'exchange') => ({ observation: { kind, content } as Observation });

describe('a talk in a list of hits', () => {
  test('is shown by what was settled, whichever exchange was found', () => {
    for (const { content } of EXCHANGES) {
      expect(excerptOfTalk({ ...rowOf(content), talk }, 200)).toBe(
        [
          'talk about "The incident report counts 40 incidents for one outage of …":',
          '  - user: No, merge gaps up to 90 s first, then drop what is shorter than 60 s.',
          '  - agreed: Recap: gaps of at most 90 s are merged first; a merged window shorter than 60 s is dropped.',
        ].join('\n'),
      );
    }
  });

  test('says what it replaces', () => {
    const later = { ...talk, replaces: '2026-03-01T00:00:00.000Z' };
    expect(excerptOfTalk({ ...rowOf(''), talk: later }, 300)).toContain('(replaces what was settled on 2026-03-01):');
  });

  test('keeps to the room: a sentence that is longer is cut, and without one the title stands', () => {
    const text = `Merge ${'gaps '.repeat(100)}first.`;
    const lines = [{ exchangeId: 'x1', place: 0, voice: 'user' as const, text, worth: 4 }];
    const excerpt = excerptOfTalk({ ...rowOf(''), talk: { ...talk, lines } }, 300)!;
    expect(excerpt.split('\n')[1]).toBe(`  - user: ${text.slice(0, 300).trimEnd()}`);
    expect(excerptOfTalk({ ...rowOf(''), talk: { ...talk, lines: [] } }, 300)).toBe(
      'talk about "The incident report counts 40 incidents for one outage of …"',
    );
  });

  test('an exchange without its talk shows no proposal that nobody confirmed', () => {
    expect(excerptOfTalk(rowOf(EXCHANGES[1]!.content), 300)).toBe(
      'user: No, merge gaps up to 90 s first, then drop what is shorter than 60 s.',
    );
    expect(excerptOfTalk(rowOf(EXCHANGES[2]!.content), 300)).toMatch(/^user: Right\. agreed: Recap: gaps/);
    expect(excerptOfTalk(rowOf('Agent: Shall I merge?'), 300)).toBe('agent, unanswered: Shall I merge?');
  });

  test('what is no talk is none', () => {
    expect(excerptOfTalk(rowOf('Use pnpm.', 'decision'), 300)).toBeNull();
  });
});
