import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentHash } from '../../../src/base/text/stored-text.ts';
import { HOSTILE } from './hostile-contents.ts';
import type { OpenRoom } from './room.ts';

/** Texts that break stores which are careless with them. */
export function hostileText(room: OpenRoom): void {
  test.each(HOSTILE)('%s comes back unchanged', async (_, content) => {
    const { store } = room();
    const { id, contentHash: hash } = await store.remember({ content, metadata: { copy: content } });
    const stored = await store.get(id);
    expect(stored?.content).toBe(content);
    expect(stored?.metadata).toEqual({ copy: content });
    expect(hash).toBe(contentHash(content));
    expect((await store.remember({ content })).created).toBe(false);
  });

  test('NUL and lone surrogates are replaced, everywhere', async () => {
    const { store } = room();
    const { id } = await store.remember({
      content: 'a\u0000b\uD800c',
      metadata: { 'x\u0000': '\uDFFF', paths: ['d\u0000.ts'] },
    });
    const stored = await store.get(id);
    expect(stored?.content).toBe('a\uFFFDb\uFFFDc');
    expect(stored?.metadata).toEqual({ 'x\uFFFD': '\uFFFD', paths: ['d\uFFFD.ts'] });
  });

  test('any text is stored or refused with a code, and comes back as it was hashed', async () => {
    const { store } = room();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (content) => {
        const result = await store.remember({ content }).catch((error: { code: string }) => error.code);
        if (typeof result === 'string') {
          expect(result).toBe('observation-empty');
        } else {
          const stored = await store.get(result.id);
          expect(contentHash(stored?.content ?? '')).toBe(result.contentHash);
        }
      }),
      { numRuns: 40 },
    );
  });
}
