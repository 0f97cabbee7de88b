import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeReplay } from './describe-replay.ts';
import { escapeMarkup } from './escape-markup.ts';
import type { QueryOutcome } from './query-outcome.ts';
import { replayPage } from './replay-page.ts';
import { createReplayReport, type ReplayReport } from './replay-report.ts';
import { SWEPT_SETTINGS } from './swept-settings.ts';

const outcome = (method: QueryOutcome['method'], variant: QueryOutcome['variant'], hit: boolean): QueryOutcome => ({
  method,
  variant,
  hit,
  relevantHit: hit,
  ranking: { recallAt5: 0.5, recallAt10: 0.75, reciprocalRank: 1 },
  lines: 4,
  linesOnTarget: 1,
  tokens: 321,
  budgetTokens: 500,
  answered: true,
  hitAtBudget: SWEPT_SETTINGS.slice(0, 9).map(() => hit),
  latencyMs: 4.2,
});

function reportOf(changes: { project?: string; workType?: string; shallow?: boolean } = {}): ReplayReport {
  const { project = 'example.org/a/b', workType = 'unknown', shallow = false } = changes;
  const commits = [0, 1, 2].map((position) => ({
    position,
    hash: `${position}abcdef0123456789`,
    subject: '',
    paths: ['a'],
    observation: { content: 'x', createdAt: new Date(Date.UTC(2024, position, 1)) },
  }));
  return createReplayReport({
    project,
    shallow,
    history: { commits, read: 6, bots: 1, empty: 1, repeated: 1 },
    plan: { remembered: 2, eligible: 1, queries: commits.slice(2) },
    settings: { workType, budgetTokens: null, minRelevance: 0.25 },
    outcomes: {
      outcomes: [
        outcome('inkling', 'subject', true),
        outcome('full-text', 'subject', false),
        outcome('path-log', 'subject-and-path', true),
      ],
      swept: [
        SWEPT_SETTINGS.map(({ budgetTokens }) => ({
          hit: budgetTokens >= 300,
          tokens: budgetTokens,
          lines: 4,
          linesOnTarget: 1,
        })),
      ],
    },
  });
}

test('the report counts what was left out, and says how to apply its suggestion', () => {
  const report = reportOf({ shallow: true });
  expect(report).toMatchObject({
    history: { head: '2abcdef0123456789', from: '2024-01-01', to: '2024-03-01', read: 6, used: 3, repeated: 1 },
    plan: { remembered: 2, eligible: 1, asked: 1 },
    settings: { workType: 'unknown', budgetTokens: 500, minRelevance: 0.25 },
    suggestion: {
      best: { budgetTokens: 300, minRelevance: 0.5, hitRate: 1, tokens: 300, onTargetShare: 0.25 },
      apply: 'inkling block --work-type unknown --budget 300 --min-relevance 0.5 --title "…"',
    },
  });
  expect(report.warnings.map((warning) => warning.split(':')[0])).toEqual([
    'The clone is shallow',
    'Only 1 commits could be asked about',
  ]);
});

test('a work type that a shell would read is quoted', () => {
  expect(reportOf({ workType: "a'; rm b" }).suggestion?.apply).toContain(
    String.raw`--work-type 'a'\''; rm b' --budget`,
  );
});

test('in a terminal: the figures, what they mean, the table with its best, the setting to apply', () => {
  const text = describeReplay(reportOf());
  expect(text).toContain('Replay of example.org/a/b, 2024-01-01 to 2024-03-01');
  expect(text).toMatch(/^subject alone +hit +95 % +relevant +R@5 .* p99 ms$/m);
  expect(text).toMatch(/^Inkling +100\.0 +20\.7–100\.0 +100\.0 +50\.0 +75\.0 +100\.0 +25\.0 +4\.0 +321 +4\.2 +4\.2$/m);
  expect(text).toMatch(/^git log -- path +100\.0/m);
  expect(text.match(/\*/g)).toHaveLength(2); // the legend's and the best's
  expect(text).toContain('*100.0/300');
  expect(text).toContain(
    'Best: 300 tokens from 0.5: hit rate 100.0, 300 tokens a block, 25.0 % of the lines on target.',
  );
  expect(text).toContain('This replay: 500 tokens from 0.25: hit rate 100.0, 321 tokens a block');
  expect(text).toContain('  inkling block --work-type unknown --budget 300 --min-relevance 0.5');
  expect(text).toContain('{ "unknown": 300 } }, minRelevance: 0.5');
});

describe('the page', () => {
  test('has two kinds of plots, tables and the suggestion, and takes nothing from anywhere', () => {
    const page = replayPage(reportOf());
    expect(page.match(/<svg /g)).toHaveLength(3);
    expect(page.match(/<table>/g)).toHaveLength(3);
    expect(page).toContain('<td class="best">100.0 / 300</td>');
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(page).not.toMatch(/<script|<link|<img|<iframe|\bsrc=|\bhref=|url\(|@import|https?:/i);
    expect(tagsOf(page)).toEqual([]);
  });

  test('text from outside is text, whatever it is', () => {
    const hostile = `</title><script>alert(1)</script>"'><img src=x onerror=1>&amp;`;
    const page = replayPage(reportOf({ project: hostile, workType: hostile }));
    expect(page).not.toMatch(/<script|<img/);
    expect(tagsOf(page)).toEqual([]);
    const tagged = (html: string): number => html.match(/<[a-z!/]/gi)?.length ?? 0;
    expect(tagged(page)).toBe(tagged(replayPage(reportOf())));
  });
});

/** Names of the elements that are opened and not closed, or closed and not opened. */
function tagsOf(page: string): string[] {
  const open: string[] = [];
  for (const [, closing, name = '', selfClosing] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*?(\/?)>/gi)) {
    if (name === 'meta' || selfClosing) continue;
    if (!closing) open.push(name);
    else if (open.at(-1) === name) open.pop();
    else open.push(`/${name}`);
  }
  return open;
}

test('escaped text reads back the same, less what no document may hold', () => {
  const entity: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  const unit = fc.constantFrom('&', '<', '>', '"', "'", ';', 'a', 'amp', '\n', '漢', '😀');
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      const escaped = escapeMarkup(text);
      expect(escaped).not.toMatch(/[<>"']/);
      expect(escaped.replace(/&([a-z#0-9]+);/g, (_whole, name: string) => entity[name] ?? '?')).toBe(text);
    }),
  );
  expect(escapeMarkup('a\0\u001B[31m\u202Eb\uD800\t')).toBe('a[31mb\t');
});
