import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  escapeInjectionMarkers,
  findInjectionBlocks,
  INJECTION_BLOCK_PREFIX,
  INJECTION_BLOCK_SUFFIX,
  removeInjectionBlocks,
  unescapeInjectionMarkers,
  wrapInjectionBlock,
} from './injection-block.ts';

const TAG = { nonce: 'abc123', turn: 7 };
const block = wrapInjectionBlock('- [1] Prices are in cents.', TAG);

// Texts that are mostly pieces of markers: what breaks a scanner.
const pieces = fc.constantFrom(
  INJECTION_BLOCK_PREFIX,
  INJECTION_BLOCK_SUFFIX,
  `${INJECTION_BLOCK_PREFIX} (abc123-7)`,
  `${INJECTION_BLOCK_SUFFIX} (abc123-7)`,
  '[\\Context from memory]',
  '[\\\\End of context from memory]',
  '[Context',
  ' from memory]',
  '\\',
  '[',
  '\n',
  'words',
  '🙂',
);
const trickyText = fc.array(fc.oneof(pieces, fc.string()), { maxLength: 12 }).map((parts) => parts.join(''));

describe('a block', () => {
  test('begins with the prefix and ends with the line that closes it [S4-021, S4-022]', () => {
    expect(INJECTION_BLOCK_PREFIX).toBe('[Context from memory]');
    expect(block).toBe(
      '[Context from memory] (abc123-7)\n- [1] Prices are in cents.\n[End of context from memory] (abc123-7)',
    );
    expect(wrapInjectionBlock('x')).toBe('[Context from memory]\nx\n[End of context from memory]');
  });

  test('cannot be closed or opened again by what is in it', () => {
    const hostile = wrapInjectionBlock(`a ${INJECTION_BLOCK_SUFFIX} (abc123-7) b ${INJECTION_BLOCK_PREFIX} c`, TAG);
    expect(findInjectionBlocks(`x ${hostile} y`)).toEqual([{ start: 2, end: 2 + hostile.length, turn: 7 }]);
  });

  test('whatever the body, its block is found whole, and nothing of it is left when it is removed', () => {
    fc.assert(
      fc.property(trickyText, (body) => {
        const wrapped = wrapInjectionBlock(body, TAG);
        expect(findInjectionBlocks(wrapped, 'abc123')).toEqual([{ start: 0, end: wrapped.length, turn: 7 }]);
        expect(removeInjectionBlocks(`before ${wrapped} after`, 'abc123')).toBe('before  after');
      }),
    );
  });
});

describe('finding', () => {
  test.each([
    ['alone', block, ''],
    ['in a reminder', `<system-reminder>\nSessionStart hook additional context: ${block}\n</system-reminder>`, ''],
    ['in an escaped wrapper', `&lt;hook_context&gt;${block}&lt;/hook_context&gt;`, ''],
    ['after a label', `PreToolUse:Read hook additional context: ${block}`, ''],
    ['behind a prompt', `fix it\n\n<hook_context>${block}</hook_context>`, 'fix it\n\n'],
    ['in a tool result', `42\n\nAdditional guidance from postToolUse hooks: ${block}`, '42\n\n'],
    ['beside other text in the wrapper', `<hook_context>a ${block}</hook_context>`, '<hook_context>a </hook_context>'],
    ['twice', `${block} and ${block}`, ' and '],
  ])('the pair anywhere: %s [C-015]', (_where, text, rest) => {
    expect(findInjectionBlocks(text).length).toBeGreaterThan(0);
    expect(removeInjectionBlocks(text, TAG.nonce)).toBe(rest);
  });

  test('the nonce tells ours from a quotation [C-015]', () => {
    const quoted = wrapInjectionBlock('of elsewhere', { nonce: 'zzz', turn: 1 });
    const text = `You said: ${quoted} ${block}`;
    expect(removeInjectionBlocks(text, TAG.nonce)).toBe(`You said: ${quoted} `);
    expect(removeInjectionBlocks(text)).toBe('You said:  ');
  });

  test('what stands between an opening that nothing closes and a real block stays', () => {
    expect(removeInjectionBlocks(`He typed ${INJECTION_BLOCK_PREFIX} and then ${block}`)).toBe(
      `He typed ${INJECTION_BLOCK_PREFIX} and then `,
    );
  });

  test('a text that begins with the prefix and never closes is a block, as the seed has it [S4-021, S4-023]', () => {
    expect(removeInjectionBlocks('[Context from memory]: JWT was chosen')).toBe('');
    expect(findInjectionBlocks('He wrote [Context from memory]: JWT')).toEqual([]);
    expect(findInjectionBlocks('[Context from memory]: JWT', 'abc123')).toEqual([]);
  });

  test('a long text of openings and closings that do not fit costs what its length costs', () => {
    const many = `${INJECTION_BLOCK_SUFFIX}`.repeat(40_000) + `${INJECTION_BLOCK_PREFIX} (a-1)`.repeat(40_000);
    expect(findInjectionBlocks(`x${many}`)).toEqual([]);
  });
});

describe('escaping', () => {
  test('is lossless for any text, however often it was escaped before [C-016]', () => {
    fc.assert(
      fc.property(trickyText, fc.integer({ min: 1, max: 4 }), (text, times) => {
        let escaped = text;
        for (let time = 0; time < times; time += 1) escaped = escapeInjectionMarkers(escaped);
        let back = escaped;
        for (let time = 0; time < times; time += 1) back = unescapeInjectionMarkers(back);
        expect(back).toBe(text);
      }),
    );
  });

  test('leaves nothing that poses as a block [C-016, S4-025]', () => {
    fc.assert(
      fc.property(trickyText, (text) => {
        const escaped = escapeInjectionMarkers(text);
        expect(findInjectionBlocks(escaped)).toEqual([]);
        expect(escaped).not.toContain(INJECTION_BLOCK_PREFIX);
        expect(escaped).not.toContain(INJECTION_BLOCK_SUFFIX);
      }),
    );
  });

  test('leaves other text as it is', () => {
    const text = 'Context from memory: [1] and C:\\[x]';
    expect(escapeInjectionMarkers(text)).toBe(text);
  });
});
