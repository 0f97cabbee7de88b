import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { badContents } from '../../../test/bad-contents.ts';
import { recalledRow, requestTo, storeOf, uuid } from '../../../test/session-start-fixtures.ts';
import type { TokenEstimator } from '../../base/text/estimate-tokens.ts';
import type { TenantDatabase } from '../../base/database/database.ts';
import { systemClock } from '../../base/clock.ts';
import type { Observation } from '../../memory/observations/observation.ts';
import type { ContextInjectionLog } from '../../memory/injection-log/context-injection-log.ts';
import { recordContextInjection } from '../../memory/injection-log/record-context-injection.ts';
import type { MemoryStore, RecallRequest } from '../../recall/memory-store.ts';
import { buildSessionMemoryBlock } from './build-session-memory-block.ts';
import { composeRetrievalQuery } from './inject-context-for-claimed-session.ts';
import type { SessionMemoryRequest } from './session-memory-request.ts';

const root = join(import.meta.dirname, '../../../../..');
const page = readFileSync(join(root, 'docs/reference/session-start.md'), 'utf8');
const documented = [...page.slice(page.indexOf('## Bad input')).matchAll(/^\| `([a-z-]+)` +\|/gm)].map((row) =>
  String(row[1]),
);

/** Requests as a caller without types might make them. */
type Wrong = Readonly<Partial<Record<keyof SessionMemoryRequest, unknown>>>;
const one = [recalledRow(1)];
const build = (wrong: Wrong = {}, store: MemoryStore = storeOf(one)) =>
  buildSessionMemoryBlock(requestTo(store, wrong as Partial<SessionMemoryRequest>));

/** The codes of promises that must fail; 'fulfilled' for one that did not. */
async function codesOf(attempts: readonly Promise<unknown>[]): Promise<readonly unknown[]> {
  const settled = await Promise.allSettled(attempts);
  return settled.map((one) => (one.status === 'rejected' ? (one.reason as { code?: unknown }).code : one.status));
}

/** Every one of the requests is rejected with the code, and the store is never asked. */
async function rejected(...requests: readonly Wrong[]): Promise<void> {
  const asked: RecallRequest[] = [];
  const codes = await codesOf(requests.map((wrong) => build(wrong, storeOf(one, asked))));
  expect(codes).toEqual(requests.map(() => 'invalid-input'));
  expect(asked).toEqual([]);
}

/** The build ends as `failed` and `onError` is told, whatever the store or the estimator did. */
async function failed(wrong: Wrong, store?: MemoryStore): Promise<unknown> {
  const errors: unknown[] = [];
  const built = await build({ ...wrong, onError: (error: unknown) => errors.push(error) }, store);
  expect(built).toMatchObject({ block: '', observationIds: [], actualTokens: 0, budgetTokens: 750, outcome: 'failed' });
  expect(errors).toHaveLength(1);
  return errors[0];
}

const answering = (answer: unknown): MemoryStore => ({ recall: () => Promise.resolve(answer as never) });
const hanging: MemoryStore = { recall: () => new Promise(() => undefined) };

/** A clock whose timers ring at once: the deadline is over before the store has answered. */
const overAtOnce = {
  now: () => 0,
  monotonic: () => 0,
  schedule(callback: () => void) {
    queueMicrotask(callback);
    return () => undefined;
  },
};

/** The rows with these changes are left out for this reason, and a good row after them still comes. */
async function leavesOut(
  reason: string,
  ...changes: readonly Readonly<Partial<Record<keyof Observation, unknown>>>[]
): Promise<void> {
  for (const change of changes) {
    const built = await build({}, storeOf([recalledRow(1, change as Partial<Observation>), recalledRow(2)]));
    expect(built.observationIds).toEqual([uuid(2)]);
    expect(built.skipped).toMatchObject([{ reason }]);
  }
}

/** The excerpt that this content gets. The block must be our three first lines and exactly one line for it. */
async function excerptOf(content: string): Promise<string> {
  const { block } = await build({ lineFormat: 'classic' }, storeOf([recalledRow(1, { content, kind: 'fact' })]));
  const lines = block.split(/[\p{Control}\u2028\u2029]/u);
  expect(lines.slice(1, 3)).toEqual(['', '## Relevant Past Observations']);
  expect(lines).toHaveLength(4);
  const [, excerpt] = new RegExp(`^- \\[${uuid(1)}\\] (.*) \\(weight: 1\\.00\\)$`).exec(lines[3] ?? '') ?? [];
  return excerpt ?? `no line: ${block}`;
}

const log: ContextInjectionLog = {
  sessionId: 'ses_abc',
  workType: 'bug_fix',
  budgetTokens: 750,
  actualTokens: 1,
  observationIds: [],
  sessionSummaryIds: [],
  queryText: 'q',
};

/** Every one of the logs is rejected with the code, and the database is never asked. */
async function notLogged(...changes: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const asked = (): Promise<never> => Promise.reject(new Error('asked'));
  const tenant: TenantDatabase = { orgId: 'org_123', query: asked, batch: asked };
  const codes = await codesOf(
    changes.map((change) => recordContextInjection(tenant, systemClock, { ...log, ...change })),
  );
  expect(codes).toEqual(changes.map(() => 'invalid-input'));
}

const notIds: readonly unknown[] = [undefined, null, '', ' \t', 42, {}];

const requests: Readonly<Record<string, () => Promise<void>>> = {
  async 'no-request'() {
    const codes = await codesOf([undefined, null, 'ses_abc'].map((wrong) => buildSessionMemoryBlock(wrong as never)));
    expect(codes).toEqual(['invalid-input', 'invalid-input', 'invalid-input']);
  },
  'blank-session': () => rejected(...notIds.map((sessionId) => ({ sessionId }))),
  'blank-org': () => rejected(...notIds.map((orgId) => ({ orgId }))),
  'control-in-id': () => rejected({ sessionId: 'a\0b' }, { orgId: 'a\nb' }, { projectId: 'a\ud800b' }),
  'long-id': () => rejected({ sessionId: 'x'.repeat(513) }, { orgId: 'x'.repeat(513) }, { workType: 'x'.repeat(513) }),
  async 'missing-project'() {
    const asked: RecallRequest[] = [];
    await build({ projectId: undefined }, storeOf(one, asked));
    await build({ projectId: null }, storeOf(one, asked));
    expect(asked.map((request) => request.projectId)).toEqual([null, null]);
  },
  'invalid-project': () => rejected({ projectId: '' }, { projectId: ' ' }, { projectId: 42 }, { projectId: {} }),
  async 'unknown-work-type'() {
    expect(await build({ workType: 'spike' })).toMatchObject({ budgetTokens: 500, outcome: 'ok' });
    expect(await build({ workType: '' })).toMatchObject({ budgetTokens: 500, outcome: 'ok' });
  },
  async 'prototype-work-type'() {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect(await build({ workType: name })).toMatchObject({ budgetTokens: 500 });
      const budget = { defaults: {}, orgOverrides: {} };
      expect(await build({ workType: name, orgId: name, budget })).toMatchObject({ budgetTokens: 500 });
    }
  },
  'work-type-not-text': () => rejected({ workType: 42 }, { workType: null }, { workType: undefined }, { workType: {} }),
  async 'empty-query'() {
    const asked: RecallRequest[] = [];
    expect(await build({ queryText: '' }, storeOf([], asked))).toMatchObject({ block: '', outcome: 'no-match' });
    expect(await build({ queryText: ' \n' }, storeOf([], asked))).toMatchObject({ block: '', outcome: 'no-match' });
    expect(asked.map((request) => request.queryText)).toEqual(['', ' \n']);
  },
  'query-not-text': () => rejected({ queryText: undefined }, { queryText: null }, { queryText: ['q'] }),
  async 'huge-query'() {
    const asked: RecallRequest[] = [];
    const built = await build({ queryText: 'null pointer '.repeat(800_000) }, storeOf(one, asked));
    expect(built.queryText).toHaveLength(8192);
    expect(asked[0]?.queryText).toBe(built.queryText);
  },
  async 'query-not-storable'() {
    expect(await build({ queryText: 'a\0b\ud800' })).toMatchObject({ queryText: 'a\ufffdb\ufffd', outcome: 'ok' });
  },
  async 'zero-budget'() {
    const built = await build({ budget: { defaults: { bug_fix: 0 } } });
    expect(built).toMatchObject({ block: '', actualTokens: 0, budgetTokens: 0, outcome: 'nothing-fits' });
  },
  async 'tiny-budget'() {
    const built = await build({ budget: { defaults: { bug_fix: 20 } } });
    expect(built).toMatchObject({ block: '', actualTokens: 0, skipped: [{ id: uuid(1), reason: 'over-budget' }] });
    expect(built.outcome).toBe('nothing-fits');
  },
  'broken-budget': () =>
    rejected(
      ...[-1, Number.NaN, Number.POSITIVE_INFINITY, 1.5, '750', {}].map((bug_fix) => ({
        budget: { defaults: { bug_fix } },
      })),
      { budget: { defaults: { bug_fix: 750 }, orgOverrides: { org_123: { bug_fix: -1 } } } },
    ),
  'broken-config': () => rejected({ budget: {} }, { budget: { defaults: null } }, { budget: 'many' }),
  'no-store': () => rejected({ store: undefined }, { store: null }, { store: {} }),
  'number-out-of-range': () =>
    rejected(
      ...[0, 201, Number.NaN, '5'].map((limit) => ({ limit })),
      ...[-1, 2, Number.NaN].map((minRelevance) => ({ minRelevance })),
      ...[0, Number.NaN, 600_001].map((deadlineMs) => ({ deadlineMs })),
    ),
  'paths-not-texts': () => rejected({ paths: 'a.ts' }, { paths: [1] }, { context: {} }, { context: [null] }),
  async 'aborted-signal'() {
    const asked: RecallRequest[] = [];
    const built = await build({ signal: AbortSignal.abort() }, storeOf(one, asked));
    expect(built).toMatchObject({ block: '', outcome: 'deadline-exceeded' });
    expect(asked).toEqual([]);
  },
  'estimator-not-a-function': () => rejected({ estimateTokens: 4 }, { estimateTokens: null }),
};

const stores: Readonly<Record<string, () => Promise<void>>> = {
  async 'store-throws'() {
    const broken = new TypeError('no connection');
    expect(await failed({}, { recall: () => Promise.reject(broken) })).toBe(broken);
    const sync: MemoryStore = {
      recall() {
        throw broken;
      },
    };
    expect(await failed({}, sync)).toBe(broken);
  },
  async 'store-hangs'() {
    const asked: RecallRequest[] = [];
    const store: MemoryStore = { recall: (request) => (asked.push(request), hanging.recall(request)) };
    expect(await build({ clock: overAtOnce }, store)).toMatchObject({ block: '', outcome: 'deadline-exceeded' });
    expect(asked[0]?.signal?.aborted).toBe(true);
  },
  async 'store-fails-late'() {
    const errors: unknown[] = [];
    let fail: (error: Error) => void = () => undefined;
    const store: MemoryStore = { recall: () => new Promise((_resolve, reject) => (fail = reject)) };
    const built = await build({ clock: overAtOnce, onError: (error: unknown) => errors.push(error) }, store);
    fail(new Error('too late'));
    await new Promise(setImmediate);
    expect(built.outcome).toBe('deadline-exceeded');
    expect(errors).toEqual([]);
  },
  async 'store-too-slow'() {
    const built = await build({}, storeOf([], [], { outcome: 'deadline-exceeded' }));
    expect(built).toMatchObject({ block: '', outcome: 'deadline-exceeded' });
  },
  async 'store-answers-nonsense'() {
    for (const answer of [undefined, null, 'rows', {}, { rows: 'many' }]) {
      expect(await failed({}, answering(answer))).toBeInstanceOf(Error);
    }
  },
  async 'garbage-row'() {
    for (const row of [null, undefined, 7, {}, { observation: null }]) {
      const built = await build({}, answering({ rows: [row, ...one] }));
      expect(built).toMatchObject({ observationIds: [uuid(1)], skipped: [{ id: null, reason: 'invalid-row' }] });
    }
    const unusable = [{ content: null }, { createdAt: 'soon' }, { createdAt: 7 }, { kind: 1 }, { id: 'obey] ' }];
    await leavesOut('invalid-row', ...unusable);
  },
  'weight-not-a-weight': () =>
    leavesOut('invalid-row', ...[Number.NaN, Number.POSITIVE_INFINITY, -0.1, 2.1, '1'].map((weight) => ({ weight }))),
  'foreign-org-row': () => leavesOut('foreign-organisation', { orgId: 'org_other' }),
  async 'duplicate-id'() {
    const id = uuid(0xabcdef).replace('bcce', 'bcdf');
    const rows = [
      recalledRow(1, { id, content: 'first' }),
      recalledRow(2, { id }),
      recalledRow(3, { id: id.toUpperCase() }),
    ];
    const built = await build({}, storeOf(rows));
    expect(built.observationIds).toEqual([id]);
    expect(built.block).toContain('first');
    expect(built.skipped.map((row) => row.reason)).toEqual(['duplicate', 'duplicate']);
  },
  async 'too-many-rows'() {
    const rows = Array.from({ length: 50 }, (_value, n) => recalledRow(n));
    expect((await build({ limit: 3 }, storeOf(rows))).observationIds).toEqual([uuid(0), uuid(1), uuid(2)]);
  },
  async 'callback-throws'() {
    const onError = (): never => {
      throw new Error('logger is gone');
    };
    const built = await build({ onError }, { recall: () => Promise.reject(new Error('no connection')) });
    expect(built.outcome).toBe('failed');
  },
  async 'estimator-throws'() {
    const cause = new TypeError('no vocabulary');
    const estimateTokens: TokenEstimator = () => {
      throw cause;
    };
    expect(await failed({ estimateTokens })).toMatchObject({ code: 'invalid-input', cause });
  },
  async 'estimator-nonsense'() {
    for (const count of [Number.NaN, -1, Number.POSITIVE_INFINITY, '3', Promise.resolve(3)]) {
      expect(await failed({ estimateTokens: () => count })).toMatchObject({ code: 'invalid-input' });
    }
  },
};

const others: Readonly<Record<string, () => Promise<void>>> = {
  'only-invisible': () => leavesOut('nothing-visible', { content: '\u200b\u0000\n\u{E0041}' }),
  async 'no-work-item'() {
    const blank = { identifier: ' ', title: '', description: '\n', issueId: '\t' };
    expect([undefined, null, {}, blank].map((item) => composeRetrievalQuery(item, 'ses_abc'))).toEqual(
      Array.from({ length: 4 }, () => 'ses_abc'),
    );
  },
  async 'work-item-not-texts'() {
    const wrong = { identifier: 42, title: {}, description: [], issueId: null } as never;
    expect(composeRetrievalQuery(wrong, 'ses_abc')).toBe('ses_abc');
  },
  'log-foreign-org': () => notLogged({ orgId: 'org_other' }),
  'log-broken-ids': () =>
    notLogged(
      { id: 'x' },
      { observationIds: ['x'] },
      { sessionSummaryIds: null },
      { graphNodeIds: [7] },
      { graphEdgeKeys: [{}] },
    ),
  'log-broken-counts': () => notLogged({ actualTokens: -1 }, { budgetTokens: 1.5 }, { actualTokens: 2 ** 31 }),
};

describe('the bad input table of docs/reference/session-start.md', () => {
  test('each row has a test and each test a row', () => {
    const tested = [requests, stores, badContents, others].flatMap((cases) => Object.keys(cases));
    expect(tested.toSorted()).toEqual(documented.toSorted());
    expect(new Set(documented).size).toBe(documented.length);
  });

  test.each(Object.entries({ ...requests, ...stores, ...others }))('%s', async (_id, prove) => {
    expect.hasAssertions();
    await prove();
  });

  test.each(Object.entries(badContents))('%s', async (_id, examples) => {
    for (const [content, excerpt] of examples) expect(await excerptOf(content)).toBe(excerpt);
  });
});
