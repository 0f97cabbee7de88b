import { appendFileSync, copyFileSync, cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock, type ObservationInput, type RememberResult } from '@inkling/engine';
import { InklingError } from '@inkling/engine/errors';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../../../test/git-fixture.ts';
import { findTranscripts, transcriptDirectories } from './find-transcripts.ts';
import { importTranscripts, type TranscriptImportReport, type TranscriptTarget } from './import-transcripts.ts';
import { TRANSCRIPT_AGENTS, type TranscriptAgent } from './transcript.ts';

const FIXTURES = fileURLToPath(new URL('../../../test/transcripts', import.meta.url));
const FIRST = '2ff46cd5-f4e7-4724-bb20-579dae7956ea';
let given: ObservationInput[];
let cursors: Map<string, Readonly<Record<string, unknown>>>;
let directory: string;
let forgottenSession: string | null;
let isAway: boolean;
/** How often a directory is asked for before it goes away. */
let leavesAfter: number;
let now: number;
/** Blocks by the session that was given them. */
let blocks: Record<string, string>;
let summedUp: string;
/** Exchanges that were captured while the session ran. */
let saidLive: never[];
let target: TranscriptTarget;
beforeEach(() => {
  given = [];
  forgottenSession = null;
  isAway = false;
  leavesAfter = Infinity;
  now = Date.UTC(2026, 10, 27);
  blocks = {};
  summedUp = '';
  saidLive = [];
  cursors = new Map();
  directory = temporaryDirectory();
  cpSync(FIXTURES, directory, { recursive: true });
  const remember = (input: ObservationInput): Promise<RememberResult> => {
    if (input.sessionId === forgottenSession) {
      return Promise.resolve({ id: '', created: false, contentHash: '', status: 'forgotten', redacted: [] });
    }
    const created = !given.some(({ content }) => content === input.content);
    if (created) given.push(input);
    return Promise.resolve({ id: '', created, contentHash: '', status: 'active', redacted: [] });
  };
  target = {
    capture: { remember, linkAmendments: () => Promise.resolve([]) },
    observations: {
      rememberMany: (inputs) => Promise.all(inputs.map(remember)),
      list: ({ sessionId, kind } = {}) =>
        Promise.resolve({
          rows: kind === 'exchange' ? saidLive : sessionId === summedUp ? [{ source: 'auto-capture' } as never] : [],
          nextCursor: null,
        }),
    },
    listMemoryInjects: (id) => Promise.resolve(id in blocks ? [{ text: blocks[id] } as never] : []),
    importCursors: {
      get: (_project, source) => Promise.resolve(cursors.get(source) ?? null),
      set: (_project, source, cursor) => Promise.resolve(void cursors.set(source, cursor)),
    },
  };
});
afterEach(() => removeDirectory(directory));

async function run(agents: readonly TranscriptAgent[] = TRANSCRIPT_AGENTS): Promise<TranscriptImportReport> {
  const files = await Promise.all(agents.map((agent) => findTranscripts(agent, path.join(directory, agent))));
  return importTranscripts(target, {
    files: files.flat(),
    projectId: 'api',
    projectOf: (place) => {
      const project = isAway || leavesAfter-- <= 0 ? 'away' : { projectId: 'api', root: '/repo/api' };
      return Promise.resolve(place === '/repo/api' ? project : null);
    },
    clock: { ...systemClock, now: () => now },
  });
}

/** Statements; what was said stands beside them as it was said. */
const statements = (): ObservationInput[] => given.filter(({ kind }) => kind !== 'exchange');
const rows = (): unknown[] => statements().map(({ kind, content, metadata }) => [kind, content, metadata?.paths ?? []]);

test('Claude Code: what the user said and what fixed the failure, and nothing that the client said', async () => {
  const report = await run(['claude-code']);
  expect(report).toMatchObject({ sessions: 1, prompts: 2, imported: 6, unreadableLines: 1, refused: [] });
  expect(report).toMatchObject({
    kinds: { exchange: 2, explicit: 1, convention: 1, error: 1, session_summary: 1 },
    amendments: 0,
  });
  expect(rows()).toEqual([
    ['explicit', 'The staging database is wiped every night.', []],
    ['convention', 'Use pnpm instead of npm.', []],
    [
      'error',
      '`npm test -- session` failed with: TypeError: expiresAt is not a number It passed after `900` became `3600` in src/session.ts.',
      ['src/session.ts'],
    ],
    [
      'session_summary',
      'Session on Session tokens expire too early: fix the failing session test. Settled: The staging database is wiped every night. Use pnpm instead of npm. Tests passed last.',
      ['src/session.ts'],
    ],
  ]);
  expect(given[1]).toMatchObject({
    kind: 'exchange',
    content: 'Agent: We decided to use yarn instead of npm.\n\nUser: no, use pnpm instead of npm',
    sessionId: FIRST,
    createdAt: '2026-03-01T22:38:30.000Z',
    metadata: {
      paths: ['src/session.ts'],
      exchange: { turn: 1 },
      capture: { detector: 'exchange', transcript: 'claude-code' },
    },
  });
  expect(statements()[0]).toMatchObject({
    projectId: 'api',
    agentId: 'claude-code',
    sessionId: FIRST,
    source: 'import',
    createdAt: '2026-03-01T22:38:00.000Z',
    metadata: { capture: { detector: 'explicit', transcript: 'claude-code' } },
  });
});

test('what a session was given while it was captured live does not come back by its transcript', async () => {
  blocks = {
    [FIRST]: 'Memory:\n- We decided to use yarn instead of npm. [0a1b2c3d]',
    [`${FIRST}~2`]: '- The staging database is wiped every night. [1a2b3c4d]',
  };
  expect((await run(['claude-code'])).kinds).toEqual({ exchange: 2, convention: 1, error: 1, session_summary: 1 });
  expect(given[1]?.content).toBe('User: no, use pnpm instead of npm');
});

test('an exchange that was captured while its session ran stands as it was captured; one an hour apart is another', async () => {
  const content = 'Agent: We decided to use yarn.\n\nUser: no, use pnpm instead of npm';
  const captured = { source: 'auto-capture', content } as const;
  saidLive = [{ ...captured, createdAt: '2026-03-01T22:38:10.000Z' } as never];
  expect(await run(['claude-code'])).toMatchObject({ known: 1, kinds: { exchange: 1 } });
  expect(given.map((input) => input.content)).not.toContainEqual(expect.stringContaining('User: no, use pnpm'));
  cursors.clear();
  saidLive = [{ ...captured, createdAt: '2026-03-01T21:38:10.000Z' } as never];
  await run(['claude-code']);
  expect(given.map((input) => input.content)).toContainEqual(expect.stringContaining('User: no, use pnpm'));
});

test('a session that was summed up at its end has no second summary, also with a bound key', async () => {
  summedUp = FIRST;
  // A key that is bound to projects is shown no blocks, and imports all the same.
  target = {
    ...target,
    listMemoryInjects: () => Promise.reject(new InklingError('forbidden', 'Bound.', { hint: '' })),
  };
  expect((await run(['claude-code'])).kinds).toEqual({ exchange: 2, explicit: 1, convention: 1, error: 1 });
});

test('Codex: prompts once, exit codes of three kinds of output, files of a patch', async () => {
  await run(['codex']);
  expect(rows()).toEqual([
    ['decision', 'We decided to keep the queue in PostgreSQL.', []],
    [
      'error',
      '`cargo test queue` failed with: error[E0308]: mismatched types in claim_next It passed after edits to src/queue.rs.',
      ['src/queue.rs'],
    ],
    ['session_summary', 'Settled: We decided to keep the queue in PostgreSQL. Tests passed last.', ['src/queue.rs']],
  ]);
});

test('Gemini CLI: a log of changes, and the older single recording', async () => {
  await run(['gemini']);
  const expected = [
    ['convention', 'In this repo we never mock the database.', []],
    [
      'error',
      '`pytest tests/test_db.py` failed with: E ConnectionError: no server on 5432 It passed after `a` became `b` in tests/conftest.py.',
      ['tests/conftest.py'],
    ],
    [
      'session_summary',
      'Session on Database tests run again: Settled: In this repo we never mock the database. Tests passed last.',
      ['tests/conftest.py'],
    ],
    ['convention', 'Prefer composition over inheritance in the domain layer.', []],
  ];
  expect(new Set(rows().map((row) => JSON.stringify(row)))).toEqual(
    new Set(expected.map((row) => JSON.stringify(row))),
  );
});

test('a session that somebody forgot is left out, and what it would have brought is counted', async () => {
  forgottenSession = '2ff46cd5-f4e7-4724-bb20-579dae7956ea';
  expect(await run(['claude-code'])).toMatchObject({ sessions: 1, imported: 0, known: 0, forgotten: 6, kinds: {} });
  expect(given).toEqual([]);
});

describe('again', () => {
  test('only files that changed are read, and what they said before is known', async () => {
    const first = await run();
    expect(await run()).toMatchObject({ files: 4, unchanged: 4, sessions: 0, imported: 0 });
    const [session] = await findTranscripts('codex', path.join(directory, 'codex'));
    const more = {
      timestamp: '2026-03-04T01:00:00.000Z',
      type: 'event_msg',
      payload: { type: 'user_message', message: 'Never commit to main.' },
    };
    appendFileSync(session!.file, `${JSON.stringify(more)}\n`);
    const second = await run();
    expect(second).toMatchObject({ unchanged: 3, sessions: 1, imported: 3 });
    expect(second.known).toBeGreaterThan(0);
    expect(given).toHaveLength(first.imported + 3);
  });

  test('sessions whose directory was away are read when it is back', async () => {
    isAway = true;
    expect(await run()).toMatchObject({ files: 4, elsewhere: 4, sessions: 0 });
    expect(await run()).toMatchObject({ unchanged: 0, elsewhere: 4 });
    isAway = false;
    expect(await run()).toMatchObject({ unchanged: 0, elsewhere: 0, sessions: 4 });
  });

  test('also when the file tells its directory late, or that goes while the file is read', async () => {
    const [session] = await findTranscripts('claude-code', path.join(directory, 'claude-code'));
    writeFileSync(session!.file, '{"type":"summary"}\n'.repeat(25) + readFileSync(session!.file, 'utf8'));
    isAway = true;
    expect(await run(['claude-code'])).toMatchObject({ elsewhere: 1, sessions: 0 });
    isAway = false;
    expect(await run(['claude-code'])).toMatchObject({ unchanged: 0, sessions: 1 });
    leavesAfter = 1;
    expect(await run(['codex'])).toMatchObject({ elsewhere: 1, sessions: 0 });
    leavesAfter = Infinity;
    expect(await run(['codex'])).toMatchObject({ unchanged: 0, sessions: 1 });
  });

  test('an import that was stopped goes on behind the last file that it finished', async () => {
    const { capture } = target;
    let calls = 0;
    target = {
      ...target,
      capture: {
        ...capture,
        remember: (input) => ((calls += 1) > 4 ? Promise.reject(new Error('gone')) : capture.remember(input)),
      },
    };
    await expect(run()).rejects.toThrow('gone');
    target = { ...target, capture };
    const report = await run();
    expect(report.unchanged).toBeGreaterThan(0);
    expect(report.unchanged + report.sessions).toBe(4);
  });
});

test('sessions of other directories are left, and so are files of sub-agents', async () => {
  const claude = path.join(directory, 'claude-code', '-repo-api');
  const [session] = await findTranscripts('claude-code', claude);
  copyFileSync(session!.file, path.join(claude, 'agent-a1.jsonl'));
  const report = await importTranscripts(target, {
    files: await findTranscripts('claude-code', claude),
    projectId: 'other',
    projectOf: () => Promise.resolve(null),
    clock: systemClock,
  });
  expect(report).toMatchObject({ files: 1, elsewhere: 1, sessions: 0 });
});

test('what a clock that ran ahead dated into the future was said when it is read', async () => {
  now = Date.parse('2026-03-01T22:38:10.000Z');
  await run(['claude-code']);
  const moments = given.map(({ createdAt }) => Number(new Date(createdAt ?? 0)));
  expect(Math.max(...moments)).toBe(now);
});

test('sessions that Codex archived are found among the others, and read once', async () => {
  const home = temporaryDirectory();
  const [active, archived] = [path.join(home, 'sessions/2026/03/04'), path.join(home, 'archived_sessions')];
  for (const folder of [active, archived]) mkdirSync(folder, { recursive: true });
  const [session] = await findTranscripts('codex', path.join(directory, 'codex'));
  const name = 'rollout-2026-03-04T10-00-00-a.jsonl';
  copyFileSync(session!.file, path.join(active, name));
  const importAll = async (): Promise<TranscriptImportReport> =>
    importTranscripts(target, {
      files: await findTranscripts('codex', ...transcriptDirectories('codex', '/h', { CODEX_HOME: home })),
      projectId: 'api',
      projectOf: () => Promise.resolve({ projectId: 'api', root: '/repo/api' }),
      clock: systemClock,
    });
  expect(await importAll()).toMatchObject({ files: 1, sessions: 1, unchanged: 0 });
  renameSync(path.join(active, name), path.join(archived, name));
  expect(await importAll()).toMatchObject({ files: 1, sessions: 0, unchanged: 1 });
  copyFileSync(session!.file, path.join(archived, 'rollout-2026-03-05T10-00-00-b.jsonl'));
  expect(await importAll()).toMatchObject({ files: 2, sessions: 1, unchanged: 1 });
  removeDirectory(home);
});
