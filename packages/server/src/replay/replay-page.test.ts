import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeReplay } from './describe-replay.ts';
import { escapeMarkup, replayPage } from './replay-page.ts';
import { createReplayReport, type ReplayReport } from './replay-report.ts';
import type { TaskVerdict } from './run-replay.ts';
import { SWEPT_SETTINGS } from './suggest-setting.ts';

const verdict = (surface: TaskVerdict['surface'], method: TaskVerdict['method'], hit: boolean): TaskVerdict => ({
  surface,
  method,
  hit,
  sameFile: true,
  lines: 4,
  linesBehind: 1,
  tokens: 321,
  answered: true,
});

function reportOf(
  changes: { project?: string; workType?: string; shallow?: boolean; show?: number; said?: string } = {},
): ReplayReport {
  const { project = 'example.org/a/b', workType = 'unknown', shallow = false, show = 0, said = 'Count once' } = changes;
  const commits = [0, 1, 2].map((position) => ({
    position,
    hash: `${position}abcdef0123456789`,
    subject: said,
    paths: ['a'],
    observation: { content: 'x', createdAt: new Date(Date.UTC(2024, position, 1)) },
  }));
  const behind = { all: new Set([1]), files: [{ path: 'a', behind: new Set([1]) }] };
  const tasks = commits.slice(2).map((commit) => ({ commit, behind, unchanged: [] }));
  return createReplayReport({
    project,
    shallow,
    history: { commits, read: 6, bots: 1, empty: 1, repeated: 1 },
    plan: { remembered: 2, eligible: 1, queries: commits.slice(2) },
    tasks,
    settings: { workType, budgetTokens: 500, minRelevance: 0.25 },
    outcomes: [
      {
        verdicts: [
          verdict('start', 'inkling', true),
          verdict('start', 'latest', false),
          verdict('tool-call', 'inkling', false),
          verdict('tool-call', 'latest', true),
        ],
        startBlock: `## Memory\n- [0abcdef0] 2024-01-01 Begin\n- [1abcdef0] 2024-02-01 ${said}\n`,
        calls: [
          { tool: 'Read', path: 'b', block: '', named: [], tokens: 0, answered: true },
          {
            tool: 'Edit',
            path: 'a',
            block: '## Memory\n- [1abcdef0] Once (line 3)',
            named: [1],
            tokens: 60,
            answered: true,
          },
        ],
        swept: SWEPT_SETTINGS.map(({ budgetTokens }) => ({
          hit: budgetTokens >= 300,
          sameFile: true,
          tokens: budgetTokens,
          lines: 4,
          linesBehind: 1,
          answered: true,
        })),
      },
    ],
    show,
  });
}

test('the report counts what was left out, and says how to apply its suggestion', () => {
  const report = reportOf({ shallow: true });
  expect(report).toMatchObject({
    history: { head: '2abcdef0123456789', from: '2024-01-01', to: '2024-03-01', read: 6, used: 3, repeated: 1 },
    plan: { remembered: 2, eligible: 1, asked: 1, tasks: 1 },
    settings: { workType: 'unknown', budgetTokens: 500, minRelevance: 0.25 },
    suggestion: {
      best: { budgetTokens: 300, minRelevance: 0.5, hitRate: 1, tokens: 300, linesBehindShare: 0.25 },
      apply: 'inkling block --work-type unknown --budget 300 --min-relevance 0.5 --title "…"',
    },
  });
  expect(report.warnings.map((warning) => warning.split(':')[0])).toEqual([
    'The clone is shallow',
    'Only 1 tasks were judged',
  ]);
});

test('a work type that a shell would read is quoted', () => {
  expect(reportOf({ workType: "a'; rm b" }).suggestion?.apply).toContain(
    String.raw`--work-type 'a'\''; rm b' --budget`,
  );
});

test('in a terminal: the figures, what they mean, the table with its best, the setting to apply, the conclusion last', () => {
  const report = reportOf();
  const text = describeReplay(report);
  expect(text).toContain('Replay of example.org/a/b, 2024-01-01 to 2024-03-01, up to 2abcdef012\n');
  expect(text).toMatch(/^at the start +blame-hit +95 % +same file +answers +lines +behind +tokens$/m);
  expect(text).toMatch(/^Inkling +100\.0 +20\.7–100\.0 +100\.0 +100\.0 +4\.0 +25\.0 +321$/m);
  expect(text).toMatch(/^git log -n 10 +0\.0 /m);
  expect(text).toMatch(/^Inkling +0\.0 +0\.0–79\.3 +100\.0 +4\.0 /m);
  expect(text).toMatch(/^git log -n 3 -- file +100\.0/m);
  expect(text).toContain('All tool calls: 50.0 % get a block (100.0 % of 1 edits, 0.0 % of 1 reads');
  expect(text.match(/\*/g)).toHaveLength(2); // the legend's and the best's
  expect(text).toContain('*100.0/300');
  expect(text).toContain(
    'Best: 300 tokens from 0.5: blame-hit 100.0, 300 tokens a block, 25.0 % of the lines name one.',
  );
  expect(text).toContain('This replay: 500 tokens from 0.25: blame-hit 100.0, 321 tokens a block');
  expect(text).toContain('  inkling block --work-type unknown --budget 300 --min-relevance 0.5');
  expect(text).toContain('{ "unknown": 300 } }, minRelevance: 0.5');
  expect(text.endsWith(`\n\n${report.conclusion.join('\n')}`)).toBe(true);
});

test('blocks to read: those of a task, with a star before what names a commit behind its lines', () => {
  expect(reportOf().shown).toEqual([]);
  const report = reportOf({ show: 20 });
  expect(report.shown).toMatchObject([
    { commit: '2abcdef0', files: ['a'], behind: ['1abcdef0'], call: { tool: 'Edit' } },
  ]);
  expect(describeReplay(report)).toContain(`
2abcdef0 Count once (a)
  at the start
    - [0abcdef0] 2024-01-01 Begin
  * - [1abcdef0] 2024-02-01 Count once
  Edit a
  * - [1abcdef0] Once (line 3)
`);
});

describe('the page', () => {
  test('has blocks to read when they are asked for', () => {
    const said = '<img src=x onerror=1>';
    const page = replayPage(reportOf({ show: 1, said }));
    expect(page).toContain('<mark>  * - [1abcdef0] 2024-02-01 &lt;img src=x onerror=1&gt;</mark>');
    expect(page).not.toContain(said);
    expect(tagsOf(page)).toEqual([]);
    expect(replayPage(reportOf())).not.toContain('What an agent would get');
  });

  test('has a plot, the figures, the conclusion and the suggestion, and takes nothing from anywhere', () => {
    const page = replayPage(reportOf());
    expect(page.match(/<svg /g)).toHaveLength(1);
    const [, shown] = /<pre>(.*)<\/pre>/s.exec(page) ?? [];
    expect(shown).toMatch(/^Inkling +100\.0 +20\.7–100\.0 /m);
    expect(shown).toContain('*100.0/300');
    expect(page).toContain('<p class="conclusion">On this history the start block names');
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
