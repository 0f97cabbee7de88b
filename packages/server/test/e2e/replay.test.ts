import path from 'node:path';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gitFixture, removeDirectory, temporaryDirectory, type GitFixture } from '../git-fixture.ts';
import { inkling, inklingAlone, inklingJson, type InklingOptions } from './inkling-process.ts';

// One word and one file each. A subject has one of them, and says nothing else that another commit does not say too.
const TOPICS = [
  'otter',
  'badger',
  'heron',
  'lynx',
  'marten',
  'osprey',
  'beaver',
  'stoat',
  'curlew',
  'dormouse',
  'adder',
  'newt',
];
const VERBS = ['Add', 'Extend', 'Repair', 'Simplify'];

// Each replay starts a database of its own, which takes 2 s on a free core and ten times that on a busy machine.
const SLOW = { timeout: 240_000 };

let home: string;
let repository: GitFixture;
let options: InklingOptions;

beforeAll(() => {
  home = temporaryDirectory();
  repository = gitFixture(path.join(home, 'repo'));
  for (const verb of VERBS) {
    for (const topic of TOPICS) {
      repository.commit({
        message: `${verb} the ${topic} counting`,
        files: { [`src/${topic}.ts`]: `${topic} counting ${verb}` },
      });
    }
  }
  options = { cwd: repository.directory };
});
afterAll(() => removeDirectory(home));

interface Figures {
  readonly surface: string;
  readonly method: string;
  readonly tokens: number;
}

interface Report {
  readonly plan: unknown;
  readonly figures: readonly Figures[];
  readonly toolCalls: { readonly edits: number; readonly reads: number };
  readonly suggestion: { readonly settings: readonly unknown[]; readonly best: unknown } | null;
  readonly warnings: readonly string[];
  readonly conclusion: readonly string[];
}

const rowOf = ({ figures }: Report, surface: string, method: string): Figures | undefined =>
  figures.find((row) => row.surface === surface && row.method === method);

test('on a history whose right answers are known, the figures are those', SLOW, async () => {
  const report = await inklingJson<Report>(['replay', '--budget', '300'], options);
  // 48 commits, 33 of them memory; each later one changes the one line of its file, which the commit 12 before it wrote.
  expect(report).toMatchObject({
    history: { read: 48, used: 48, bots: 0, empty: 0, repeated: 0 },
    plan: { remembered: 33, eligible: 15, asked: 15, tasks: 15 },
    settings: { workType: 'unknown', budgetTokens: 300, minRelevance: 0.25 },
    toolCalls: { edits: 15, reads: 45 },
    suggestion: null,
  });
  const perfect = { tasks: 15, blameHitRate: 1, sameFileRate: 1 };
  expect(rowOf(report, 'start', 'inkling')).toMatchObject(perfect);
  expect(rowOf(report, 'tool-call', 'inkling')).toMatchObject(perfect);
  expect(rowOf(report, 'tool-call', 'latest')).toMatchObject(perfect);
  // The ten latest are of ten other topics.
  expect(rowOf(report, 'start', 'latest')).toMatchObject({ blameHitRate: 0, sameFileRate: 0, lines: 10 });
  for (const { method, tokens } of report.figures.filter((row) => row.method !== 'latest')) {
    expect({ method, fits: tokens <= 300 }).toEqual({ method, fits: true });
  }
  expect(report.conclusion[0]).toMatch(
    / of 15 tasks in 100 % with \d+ tokens \(ten latest commits: 0 % with .* full text: \d+ % with /,
  );
});

test('the same history gives the same report', SLOW, async () => {
  const args = ['replay', '--queries', '3', '--suggest'];
  const [one, other] = [await inklingJson<Report>(args, options), await inklingJson<Report>(args, options)];
  expect(one).toEqual(other);
  expect(one.plan).toEqual({ remembered: 33, eligible: 15, asked: 3, tasks: 3 });
  expect(one.suggestion?.settings).toHaveLength(81);
  // What is right stands first and fits the smallest budget: more would be wasted.
  expect(one.suggestion?.best).toMatchObject({ budgetTokens: 200, hitRate: 1 });
});

test(
  'in a terminal, with a page; nothing else is written anywhere, and a store that is named stays as it is',
  SLOW,
  async () => {
    const place = path.join(home, 'place');
    mkdirSync(place);
    const page = path.join(place, 'replay.html');
    // To try each setting on a task takes a second.
    const asked = ['--queries', '2', '--suggest', '--show', '2'];
    const args = ['replay', repository.directory, ...asked, '--html', page, '--work-type', 'chore'];
    const result = await inklingAlone(args, { cwd: place, dataDir: path.join(place, 'data') });
    expect(result).toMatchObject({ code: 0, stderr: expect.stringContaining('the given one is not touched') });
    expect(result.stdout).toContain('chore, 300 tokens, relevance from 0.25');
    expect(result.stdout).toMatch(/^Inkling +100\.0 /m);
    expect(result.stdout).toMatch(/^ {2}inkling block --work-type chore --budget \d+ --min-relevance [\d.]+ --title/m);
    expect(result.stdout).toContain('warning: Only 2 tasks were judged');
    expect(readdirSync(place)).toEqual(['replay.html']);
    // A star at the one commit that wrote the line, at the start and on the edit.
    expect(result.stdout.match(/^ {2}\* - \[[0-9a-f]{8}\] .* the \w+ counting/gm)).toHaveLength(4);
    expect(readFileSync(page, 'utf8').match(/<mark>/g)).toHaveLength(4);
    expect(result.stdout).toMatch(
      /\nOn this history the start block names .*\n.* first edit .*\n.* of tool calls get a block.*\n.*\n$/,
    );
    expect(readFileSync(page, 'utf8')).toMatch(/On this history [^]*<svg [^]*<pre>/);
  },
);

describe('bad input', () => {
  test('too few commits: how many there are and how many it takes', async () => {
    const small = gitFixture(path.join(home, 'small'));
    small.commit({ message: 'one', files: { a: '1' } });
    const { code, stdout, stderr } = await inkling(['replay', small.directory, '--json'], options);
    expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
    expect(JSON.parse(stderr)).toMatchObject({
      error: { code: 'import-source-invalid', details: { commits: 1, needed: 20 } },
    });
  });

  test('no commits at all, and no repository', async () => {
    const empty = gitFixture(path.join(home, 'empty'));
    for (const place of [empty.directory, home, path.join(home, 'nowhere')]) {
      const { code, stderr } = await inkling(['replay', place], options);
      expect(code).toBe(5);
      expect(stderr).toMatch(/^error import-source-invalid: /);
    }
  });

  test('a shallow clone is replayed as far as it goes, and says so', SLOW, async () => {
    const clone = path.join(home, 'clone');
    repository.git('clone', '--quiet', '--depth', '40', `file://${repository.directory}`, clone);
    const report = await inklingJson<Report>(['replay', clone, '--queries', '2'], options);
    expect(report).toMatchObject({
      history: { used: 39 },
      warnings: [
        expect.stringContaining('shallow'),
        'Only 2 tasks were judged: name more with --queries, or read the figures with their intervals.',
      ],
    });
  });

  test('values out of range, and a page that cannot be written, are refused before anything is measured', async () => {
    for (const args of [
      ['--split', '2'],
      ['--queries', '0'],
      ['--commits', '5'],
      ['--html', 'no/such/place.html'],
      ['--html', repository.directory],
      ['--html', ''],
    ]) {
      expect(await inkling(['replay', ...args], options)).toMatchObject({ code: 2, stdout: '' });
    }
  });
});
