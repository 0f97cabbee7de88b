import { describe, expect, test } from 'vitest';
import { injectorOf, settled, verbEvent } from '../../../../test/in-session-fixtures.ts';
import { recalledRow, storeOf, uuid } from '../../../../test/session-start-fixtures.ts';
import type { Observation } from '../../../memory/observations/observation.ts';
import type { RecallRequest } from '../../../recall/memory-store.ts';
import type { InSessionInjectorOptions } from '../injector-options.ts';
import type { BlamedLine } from '../../../recall/evidence/lines-behind.ts';
import type { VerbBusEvent } from '../events/verb-bus-event.ts';

const SUBJECT = 'Expired tokens are accepted after a refresh';

const LINES: readonly BlamedLine[] = [
  { commit: 'a1', text: 'def load(path):' },
  { commit: 'b2', text: 'def refresh(token):' },
  { commit: 'b2', text: '    if token.expired: return None' },
  { commit: 'a1', text: 'def save(path):' },
];

const commitRow = (n: number, commit: string, content: string, changes: Partial<Observation> = {}) =>
  recalledRow(n, { content, metadata: { commit, paths: ['src/auth.ts'] }, ...changes });

/** An injector of a session about {@link SUBJECT}; the store answers with these rows. */
function inSession(rows: readonly ReturnType<typeof recalledRow>[], options: Partial<InSessionInjectorOptions> = {}) {
  const asked: RecallRequest[] = [];
  const made = injectorOf(storeOf(rows, asked), {
    subject: () => Promise.resolve(SUBJECT),
    blame: () => Promise.resolve(LINES),
    ...options,
  });
  return {
    ...made,
    asked,
    handle: (changes: Partial<VerbBusEvent> = {}) =>
      made.injector.handleVerbEvent(verbEvent({ tool: 'Read', query: '', ...changes })),
  };
}

describe('what is asked', () => {
  test('one question: the subject with the words of the call, and the commits behind the lines', async () => {
    const { handle, asked } = inSession([]);
    await handle({ query: 'grep me' });
    expect(asked).toMatchObject([
      { queryText: `${SUBJECT}\ngrep me`, paths: ['src/auth.ts'], commits: [{ commit: 'b2' }] },
    ]);
    expect(asked[0]).not.toHaveProperty('moreQueries');
  });

  test('a file whose lines share nothing with the subject names no commit', async () => {
    const { handle, asked } = inSession([], { blame: () => Promise.resolve([{ commit: 'a1', text: 'import os' }]) });
    await handle();
    expect(asked[0]).not.toHaveProperty('commits');
  });

  test('a prompt is a question of its own, and part of the subject from then on', async () => {
    const { handle, asked } = inSession([]);
    await handle({ tool: 'prompt', paths: [], query: 'Now the cookies' });
    await handle();
    expect(asked.map(({ queryText }) => queryText)).toEqual(['Now the cookies', `${SUBJECT}\nNow the cookies`]);
    // Of a tool call the files and lines at hand tell what belongs to it.
    const kinds = ['exchange', 'message', 'commit', 'document', 'decision', 'error', 'runbook'];
    const needed = kinds.map((kind) => asked[0]?.minInformation?.(recalledRow(1, { kind }).observation));
    expect(needed).toEqual([20, 20, 12, 12, 0, 0, 0]);
    expect(asked[1]?.minInformation).toBeUndefined();
  });

  test.each<[string, NonNullable<InSessionInjectorOptions['subject']>]>([
    ['is not known', () => Promise.resolve(null)],
    ['is blank', () => Promise.resolve(' ')],
    ['cannot be read', () => Promise.reject(new Error('locked'))],
  ])('a subject that %s: the two queries of the seed', async (_what, subject) => {
    const { handle, asked } = inSession([], { subject });
    await handle({ query: 'token expiry' });
    expect(asked).toMatchObject([{ queryText: 'src/auth.ts', moreQueries: ['token expiry'] }]);
  });
});

describe('what is shown', () => {
  const shown = async (rows: Parameters<typeof inSession>[0], changes = {}, options = {}) => {
    const { observationIds } = await inSession(rows, options).handle(changes);
    return observationIds;
  };

  test('commits behind the lines; other commits of the file are not', async () => {
    const rows = [commitRow(1, 'b2', 'Check the expiry of tokens'), commitRow(2, 'c3', 'Move token files')];
    expect(await shown(rows)).toEqual([uuid(1)]);
  });

  test('commits that teach nothing never come, whatever lines they are behind', async () => {
    expect(await shown([commitRow(1, 'b2', 'Fix typo')])).toEqual([]);
  });

  test('of commits behind the lines those that speak of the subject; of an edit or lines in hand also the one whose lines say most', async () => {
    const lines = [
      { commit: 'b2', text: 'expired tokens are never accepted after a refresh' },
      { commit: 'c3', text: 'def refresh(path): expired' },
      { commit: 'd4', text: 'token = None' },
    ];
    const first = (content: string) => commitRow(1, 'b2', content);
    const speaks = commitRow(2, 'c3', 'Refresh by path');
    const other = commitRow(3, 'd4', 'Read the settings');
    const blame = () => Promise.resolve(lines);
    const silent = first('Warn of the clock');
    expect(await shown([silent, speaks, other], {}, { blame })).toEqual([uuid(2)]);
    expect(await shown([silent, speaks, other], { tool: 'Edit' }, { blame })).toEqual([uuid(1), uuid(2)]);
    const inHand = { lines: { from: 1, count: 2 } };
    expect(await shown([silent, speaks, other], inHand, { blame })).toEqual([uuid(1), uuid(2)]);
    expect(await shown([first('Run prettier'), other], { tool: 'Edit' }, { blame })).toEqual([uuid(3)]);
    const alike = [lines[0]!, { commit: 'c3', text: lines[0]!.text }];
    const two = [silent, commitRow(2, 'c3', 'Tell the time')];
    expect(await shown(two, { tool: 'Edit' }, { blame: () => Promise.resolve(alike) })).toEqual([uuid(1)]);
    const late = first(`Warn of the clock. ${'It goes wrong. '.repeat(30)} Expired tokens`);
    expect(await shown([late], {}, { blame })).toEqual([]);
  });

  test('what was stated of a file comes when that is edited, and else when it shares words with the subject', async () => {
    const rows = [
      recalledRow(3, { kind: 'decision', content: 'Tokens last an hour', metadata: { paths: ['src/auth.ts'] } }),
    ];
    expect(await shown(rows, { tool: 'Edit' })).toEqual([uuid(3)]);
    expect(await shown(rows)).toEqual([]);
    const telling = [
      recalledRow(3, {
        kind: 'decision',
        content: 'A refresh keeps expired tokens out',
        metadata: { paths: ['src/auth.ts'] },
      }),
    ];
    expect(await shown(telling)).toEqual([uuid(3)]);
  });

  test('no commit in a session about a typo, until more is asked for; what was decided comes', async () => {
    const subject = () => Promise.resolve('Fix typo in the docs of refresh');
    const rows = [
      commitRow(1, 'b2', 'Check the expiry of tokens'),
      recalledRow(2, {
        kind: 'decision',
        content: 'Texts stay in British English',
        metadata: { paths: ['src/auth.ts'] },
      }),
    ];
    const edit = { tool: 'Edit', lines: { text: 'if token.expired: return None' } };
    expect(await shown(rows, edit, { subject })).toEqual([uuid(2)]);
    const { handle, asked } = inSession(rows.slice(0, 1), { subject });
    expect(await handle(edit)).toMatchObject({ outcome: 'no-match' });
    await handle({ tool: 'prompt', paths: [], query: 'Then refuse what has expired' });
    await handle(edit);
    expect(asked.map(({ commits }) => commits?.map(({ commit }) => commit))).toEqual([undefined, undefined, ['b2']]);
  });

  test('no commit for a prompt that only says what git shall do', async () => {
    const rows = [
      commitRow(1, 'b2', 'Commit offsets once a batch is written'),
      recalledRow(2, { kind: 'convention', content: 'Commit messages are in English' }),
    ];
    const prompt = (query: string) => ({ tool: 'prompt', paths: [], query });
    expect(await shown(rows, prompt('good, commit this and push'))).toEqual([uuid(2)]);
    expect(await shown(rows, prompt('commit offsets of a batch'))).toEqual([uuid(1), uuid(2)]);
  });

  test('a row of another file needs words of the call and of the subject', async () => {
    const row = recalledRow(4, { kind: 'decision', content: 'Expired tokens: clock skew of a minute', metadata: {} });
    expect(await shown([row], { paths: [], query: 'clock skew' })).toEqual([uuid(4)]);
    expect(await shown([row], { paths: [], query: 'npm test' })).toEqual([]);
    const other = recalledRow(5, { kind: 'decision', content: 'The clock skew of the cluster', metadata: {} });
    expect(await shown([other], { paths: [], query: 'clock skew' })).toEqual([]);
  });

  test.each<[string, NonNullable<InSessionInjectorOptions['blame']>]>([
    ['has no history', () => Promise.resolve(null)],
    ['has one that cannot be read', () => Promise.reject(new Error('git'))],
  ])('of a file that %s, commits that concern it come by their words', async (_what, blame) => {
    expect(
      await shown([commitRow(2, 'c3', 'Refresh tokens twice'), commitRow(3, 'd4', 'Move files')], {}, { blame }),
    ).toEqual([uuid(2)]);
  });

  test('the very lines that are edited need no shared word', async () => {
    const rows = [commitRow(1, 'b2', 'Check the expiry')];
    const lines = { text: 'if token.expired: return None' };
    const options = { subject: () => Promise.resolve('Something else entirely') };
    expect(await shown(rows, { tool: 'Edit', lines }, options)).toEqual([uuid(1)]);
    expect(await shown(rows, { tool: 'Edit' }, options)).toEqual([]);
  });
});

describe('what was stated of a file', () => {
  const stated = (n: number, changes: Partial<Observation> = {}) =>
    recalledRow(n, {
      source: 'api',
      kind: 'explicit',
      content: 'Counters are reset',
      metadata: { paths: ['src/auth.ts'] },
      ...changes,
    });
  const commits = [commitRow(1, 'b2', 'Check the expiry of tokens'), commitRow(2, 'a1', 'Load the refresh of tokens')];
  const lines = { text: 'if token.expired: return None' };

  test('comes at the edit though a read was just answered, without the commits, and once', async () => {
    const { handle } = inSession([...commits, stated(3)]);
    expect((await handle()).observationIds).toEqual([uuid(1)]);
    expect((await handle({ tool: 'Edit' })).observationIds).toEqual([uuid(3)]);
    expect(await handle({ tool: 'Edit' })).toMatchObject({ outcome: 'no-match', observationIds: [] });
  });

  test('stands before the commits behind the very lines that are edited', async () => {
    const { handle } = inSession([...commits, stated(3, { kind: 'convention' })]);
    const { observationIds } = await handle({ tool: 'Edit', lines });
    expect(observationIds).toEqual([uuid(3), uuid(1)]);
  });

  test.each<[string, Partial<Observation>]>([
    ['a section of a document', { kind: 'convention', source: 'import' }],
    ['an error that was seen', { kind: 'error' }],
    ['of another file that its words name', { content: 'See src/auth.ts', metadata: {} }],
  ])('%s keeps to the pace', async (_what, changes) => {
    const { handle } = inSession([...commits, stated(3, changes)]);
    await handle();
    expect(await handle({ tool: 'Edit' })).toMatchObject({ outcome: 'no-match' });
  });

  test('a session that was held back asks the history of a file for its names, when it is edited, and for nothing else', async () => {
    let blamed = 0;
    const { handle, asked } = inSession([...commits, stated(3)], { blame: async () => (blamed++, LINES) });
    await handle();
    await handle();
    expect(blamed).toBe(1);
    await handle({ tool: 'Edit' });
    expect(blamed).toBe(2);
    expect(asked.at(-1)).not.toHaveProperty('commits');
  });
});

describe('why a row is shown', () => {
  test('where the reason is the file in hand, a line names no files of its commit', async () => {
    const paths = ['src/auth.ts', 'src/session.ts'];
    const row = commitRow(1, 'b2', 'Check the tokens', { metadata: { commit: 'b2', paths } });
    const { handle, sent } = inSession([row]);
    await handle();
    expect(sent[0]?.text).toContain('Check the tokens (line 2)');
  });

  test.each<[string, ReturnType<typeof recalledRow>, Partial<VerbBusEvent>]>([
    ['line 2', commitRow(1, 'b2', 'Check the tokens'), {}],
    [
      'same file and words',
      recalledRow(3, { kind: 'decision', content: 'A refresh expires tokens', metadata: { paths: ['src/auth.ts'] } }),
      {},
    ],
    [
      'same lines',
      commitRow(1, 'b2', 'Check the expiry'),
      { tool: 'Edit', lines: { text: 'if token.expired: return None' } },
    ],
    [
      'said of this file',
      recalledRow(3, { kind: 'decision', content: 'Sessions last an hour', metadata: { paths: ['src/auth.ts'] } }),
      { tool: 'Edit' },
    ],
    [
      'same words',
      recalledRow(4, { kind: 'decision', content: 'Expired tokens: clock skew of a minute' }),
      { paths: [], query: 'clock skew' },
    ],
  ])('%s', async (reason, row, changes) => {
    const { handle, sent } = inSession([row]);
    await handle(changes);
    expect(sent.map(({ text }) => text).join('')).toContain(`(${reason})`);
  });
});

describe('silence', () => {
  test.each<[string, Partial<VerbBusEvent>]>([
    ['names no file', { paths: [] }],
    ['is about another file', { paths: ['src/cookies.ts'] }],
  ])('a commit that only shares words with a call comes with none that %s', async (_what, changes) => {
    const content = 'Expired tokens: clock skew of a minute';
    const { handle } = inSession([recalledRow(1, { kind: 'commit', content })], { blame: () => Promise.resolve(null) });
    expect((await handle({ tool: 'Grep', query: 'clock skew', ...changes })).outcome).toBe('no-match');
  });

  const rows = [1, 2, 3, 4].map((n) => commitRow(n, 'b2', `Check the expiry of tokens ${n}`));

  test('a file gets one block in an epoch', async () => {
    const { handle, injector } = inSession(rows, { config: { maxSuggestionsPerEvent: 1 } });
    expect((await handle()).outcome).toBe('injected');
    for (let call = 0; call < 5; call++) expect((await handle()).outcome).toBe('no-match');
    injector.startEpoch('ses_abc', 1);
    expect((await handle()).outcome).toBe('injected');
  });

  test('at most a third of the calls get a block', async () => {
    const many = Array.from({ length: 30 }, (_, n) => commitRow(n, 'b2', `Check the expiry of tokens ${n}`));
    const { handle } = inSession(many, { config: { maxSuggestionsPerEvent: 1 } });
    const outcomes = [];
    for (let call = 0; call < 9; call++) outcomes.push((await handle({ paths: [`src/${call}/auth.ts`] })).outcome);
    expect(outcomes.filter((outcome) => outcome === 'injected')).toHaveLength(3);
  });

  test('a history that is read too slowly is not waited for; the next call on the file has it', async () => {
    let answer = (_lines: readonly BlamedLine[]): void => undefined;
    const blame = () => new Promise<readonly BlamedLine[]>((resolve) => (answer = resolve));
    const { handle, clock, asked } = inSession(rows, { blame });
    const first = handle();
    await settled();
    clock.advance(30);
    expect((await first).outcome).toBe('no-match');
    expect(asked[0]).not.toHaveProperty('commits');
    const second = handle();
    await settled();
    answer(LINES);
    expect((await second).outcome).toBe('injected');
  });

  test('what is looked up while the tool runs waits for it no longer than an event', async () => {
    const { handle, clock, asked } = inSession(rows, { blame: () => new Promise(() => undefined), prefetch: true });
    await handle({ phase: 'pre-verb', callId: 'c1' });
    await settled();
    expect(asked).toEqual([]);
    clock.advance(30);
    await settled();
    expect(asked).toHaveLength(1);
  });

  test('who has more time waits longer for it', async () => {
    let answer = (_lines: readonly BlamedLine[]): void => undefined;
    const blame = () => new Promise<readonly BlamedLine[]>((resolve) => (answer = resolve));
    const { handle, clock } = inSession(rows, { blame, config: { latencyBudgetMs: 60_000 } });
    const call = handle();
    await settled();
    clock.advance(17_000);
    answer(LINES);
    expect((await call).outcome).toBe('injected');
  });
});
