import { describe, expect, test } from 'vitest';
import type { IndexHost } from '../../src/memory/search/host/index-host.ts';
import { writeScopeRows } from '../write-scope-rows.ts';
import type { SearchDocument } from '../../src/memory/search/search-document.ts';
import type { SearchQuery } from '../../src/memory/search/search.ts';

const query: SearchQuery = { text: 'deploy', now: 10, limit: 5 };

function document(id: string, text: string): SearchDocument {
  return { id, text, paths: [], createdAt: 1, projectId: null, conversational: false };
}

/** Rows as the store writes them, older than any {@link document}: "old" and their id. */
function page(...ids: string[]): string {
  const rest = { projectId: null, sessionId: null, kind: 'decision' as const, validTo: null, metadata: {} };
  const createdAt = new Date(0).toISOString();
  return writeScopeRows(ids.map((id) => ({ ...rest, id, content: `deploy old ${id}`, createdAt })));
}

/** What every index host must do, wherever its indexes live. */
export function describeIndexHost(name: string, createHost: () => IndexHost): void {
  describe(`index host: ${name}`, () => {
    const withHost = async (work: (host: IndexHost) => Promise<void>): Promise<void> => {
      const host = createHost();
      try {
        await work(host);
      } finally {
        await host.close();
      }
    };

    test('finds what was put, and not what was replaced or removed', () =>
      withHost(async (host) => {
        await host.open('s');
        expect(await host.put('s', [document('a', 'deploy'), document('b', 'deploy'), document('c', 'deploy')])).toBe(
          true,
        );
        expect(await host.put('s', [document('a', 'other')])).toBe(true);
        expect(await host.remove('s', ['b', 'nobody'])).toBe(true);
        expect((await host.search('s', query))!.map(({ id }) => id)).toEqual(['c']);
      }));

    test('puts of many documents arrive whole', () =>
      withHost(async (host) => {
        await host.open('s');
        await host.put(
          's',
          Array.from({ length: 1001 }, (_, at) => document(`d${at}`, `word${at}`)),
        );
        expect(await host.stats()).toMatchObject([{ scopeKey: 's', documents: 1001 }]);
        expect((await host.search('s', { ...query, text: 'word1000' }))!.map(({ id }) => id)).toEqual(['d1000']);
      }));

    test('filling adds what the pages hold, but nothing that was put or removed since the scope was opened', () =>
      withHost(async (host) => {
        await host.open('s');
        await host.put('s', [document('a', 'deploy')]);
        await host.remove('s', ['b']);
        expect(await host.fill('s', { rows: page('a', 'b', 'c'), isLast: false })).toBe(true);
        expect((await host.search('s', { ...query, text: 'deploy old' }))!.map(({ id }) => id)).toEqual(['c', 'a']);
        await host.remove('s', ['d']);
        await host.fill('s', { rows: page('d'), isLast: true });
        expect(await host.search('s', { ...query, text: 'd' })).toEqual([]);
        expect(await host.stats()).toMatchObject([{ documents: 2 }]);
        expect(await host.fill('closed', { rows: page('a'), isLast: true })).toBe(false);
      }));

    test('a search does not wait for the pages that are being added, and a removal reaches them', () =>
      withHost(async (host) => {
        await host.open('s');
        const many = Array.from({ length: 1000 }, (_, at) => `d${at}`);
        const ended: string[] = [];
        const filling = [
          host.fill('s', { rows: page(...many), isLast: false }).then(() => ended.push('first page')),
          host.fill('s', { rows: page('z'), isLast: true }).then(() => ended.push('last page')),
        ];
        await host.search('s', query).then(() => ended.push('search'));
        await host.remove('s', ['d999', 'z']);
        await Promise.all(filling);
        expect(ended).toEqual(['search', 'first page', 'last page']);
        expect(await host.stats()).toMatchObject([{ documents: 999 }]);
        expect(await host.search('s', { ...query, text: 'd999 z' })).toEqual([]);
      }));

    test('a page that is being added ends with its scope', () =>
      withHost(async (host) => {
        await host.open('s');
        const filling = host.fill('s', { rows: page('a', 'b'), isLast: true });
        await host.open('s');
        await filling;
        expect(await host.stats()).toMatchObject([{ documents: 0 }]);
      }));

    test('scopes do not see each other', () =>
      withHost(async (host) => {
        await host.open('one');
        await host.open('two');
        await host.put('one', [document('a', 'deploy')]);
        expect(await host.search('two', query)).toEqual([]);
      }));

    test('a scope that is not open says so to every call, and opening starts empty', () =>
      withHost(async (host) => {
        expect(await host.search('s', query)).toBeNull();
        expect(host.has('s')).toBe(false);
        expect(await host.put('s', [document('a', 'deploy')])).toBe(false);
        expect(await host.put('s', [])).toBe(false);
        expect(await host.remove('s', ['a'])).toBe(false);
        await host.open('s');
        expect(host.has('s')).toBe(true);
        await host.put('s', [document('a', 'deploy')]);
        await host.open('s');
        expect(await host.search('s', query)).toEqual([]);
        await host.drop('s');
        expect(host.has('s')).toBe(false);
        expect(await host.search('s', query)).toBeNull();
        expect(await host.stats()).toEqual([]);
      }));

    test('an aborted signal rejects with its reason', () =>
      withHost(async (host) => {
        await host.open('s');
        const reason = new Error('too late');
        await expect(host.search('s', query, AbortSignal.abort(reason))).rejects.toBe(reason);
      }));

    test('explanations arrive with the hits', () =>
      withHost(async (host) => {
        await host.open('s');
        await host.put('s', [document('a', 'deploy')]);
        const [hit] = (await host.search('s', { ...query, explain: true }))!;
        expect(hit!.explanation).toMatchObject({ fields: ['text'], terms: ['deploi'] });
      }));

    test('after close every call rejects, and closing again is fine', async () => {
      const host = createHost();
      await host.open('s');
      await host.close();
      await host.close();
      await expect(host.search('s', query)).rejects.toMatchObject({ code: 'closed' });
      await expect(host.open('s')).rejects.toMatchObject({ code: 'closed' });
    });
  });
}
