import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { createManualClock } from '../../../test/manual-clock.ts';
import type { Session } from '../../memory/sessions/session.ts';
import type { SessionMemoryBlock } from './build-session-memory-block.ts';
import {
  CLAIMED_SESSION_DEADLINE_MS,
  injectContextForClaimedSession,
  type ClaimedSessionPorts,
  composeRetrievalQuery,
  type RetrievalWorkItem,
} from './inject-context-for-claimed-session.ts';

const session = {
  id: 's',
  projectId: 'api',
  workType: 'feature',
  agentId: 'dev',
  epoch: 0,
  status: 'claimed',
} as Session;
const block = {
  block: 'text',
  outcome: 'ok',
  rows: [],
  skipped: [],
  leftOut: [],
  observationIds: [],
  sessionSummaryIds: [],
  graphNodeIds: [],
  graphEdgeKeys: [],
  deniedTriplets: [],
  budgetTokens: 400,
  actualTokens: 1,
  queryText: 'q',
} as unknown as SessionMemoryBlock;

type Step = 'session' | 'projectMemoryConfig' | 'queued' | 'currentPaths' | 'build' | 'record' | 'enqueue';
const STEPS: readonly Step[] = [
  'session',
  'projectMemoryConfig',
  'queued',
  'currentPaths',
  'build',
  'record',
  'enqueue',
];

function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** A store of which one step hangs until it is let go, and everything that was asked of it. */
function hanging(hung: Step) {
  const clock = createManualClock();
  const asked: Step[] = [];
  const errors: unknown[] = [];
  const held = gate();
  const reached = gate();
  const step =
    <Answer>(name: Step, answer: Answer) =>
    async (): Promise<Answer> => {
      asked.push(name);
      if (name === hung) {
        reached.open();
        await held.opened;
      }
      return answer;
    };
  const ports: ClaimedSessionPorts = {
    session: step('session', session),
    projectMemoryConfig: step('projectMemoryConfig', { memoryEnabled: true, runtimeInjectEnabled: true }),
    queued: step('queued', []),
    currentPaths: step('currentPaths', []),
    build: step('build', block),
    record: step('record', 'log'),
    enqueue: step('enqueue', null),
    estimateTokens: (text) => text.length,
    clock,
    onError: (error) => errors.push(error),
  };
  return { clock, asked, errors, ports, reached: reached.opened, letGo: () => held.open() };
}

describe('a start block that does not come', () => {
  test.each(STEPS)('because %s hangs ends with the deadline, is told, and shows nothing later', async (hung) => {
    const { clock, asked, errors, ports, reached, letGo } = hanging(hung);
    const injection = injectContextForClaimedSession(ports, 's');
    await reached;
    clock.advance(CLAIMED_SESSION_DEADLINE_MS);
    expect(await injection).toEqual({ outcome: 'deadline-exceeded', logId: null, block: null });
    expect(errors).toMatchObject([{ code: 'deadline-exceeded', details: { sessionId: 's', deadlineMs: 3000 } }]);
    const before = [...asked];
    letGo();
    // As many turns as there are steps, and more.
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    const later = asked.slice(before.length);
    expect(later.filter((step) => step === 'build' || step === 'record' || step === 'enqueue')).toEqual([]);
    expect(errors).toHaveLength(1);
  });

  test('has the time that it is given', async () => {
    const { clock, ports, reached, letGo } = hanging('build');
    const injection = injectContextForClaimedSession({ ...ports, deadlineMs: 5000 }, 's');
    await reached;
    clock.advance(4999);
    letGo();
    expect(await injection).toMatchObject({ outcome: 'already-enqueued', logId: 'log' });
  });

  test.each(['deadline-exceeded', 'failed'] as const)('is not empty when its recall ended as %s', async (outcome) => {
    const { ports } = hanging('enqueue');
    const built = { ...block, block: '', outcome };
    const end = await injectContextForClaimedSession({ ...ports, build: async () => built }, 's');
    expect(end).toMatchObject({ outcome, logId: 'log' });
  });
});

const UUID = '0b0e7e0e-5d3a-4c58-9a2d-0f2f6a1c9a77';
const full: RetrievalWorkItem = {
  identifier: 'ENG-412',
  title: 'Null pointer in auth middleware',
  description: 'Requests without a token crash.\nSteps:\n1. curl …',
  issueId: UUID,
};

test('identifier, title and the first line of the description, not the issue UUID [S0-013, S0-014, S2-022]', () => {
  expect(composeRetrievalQuery(full, 'ses_1')).toBe(
    'ENG-412 Null pointer in auth middleware Requests without a token crash.',
  );
});

test('it degrades stepwise: identifier, issue UUID, session id [S0-015, S2-024]', () => {
  expect(composeRetrievalQuery({ identifier: 'ENG-412', issueId: UUID }, 'ses_1')).toBe('ENG-412');
  expect(composeRetrievalQuery({ issueId: UUID }, 'ses_1')).toBe(UUID);
  expect(composeRetrievalQuery({}, 'ses_1')).toBe('ses_1');
  expect(composeRetrievalQuery(undefined, 'ses_1')).toBe('ses_1');
});

test('a title without an identifier is still better than a UUID', () => {
  expect(composeRetrievalQuery({ title: 'Null pointer', issueId: UUID }, 'ses_1')).toBe('Null pointer');
});

test('blank fields count as missing, and blanks around and inside a field are one space', () => {
  expect(composeRetrievalQuery({ identifier: ' \t', title: '\u00a0', description: '\n\n', issueId: UUID }, 's')).toBe(
    UUID,
  );
  expect(composeRetrievalQuery({ identifier: ' ENG-1 ', title: ' a \n  b ' }, 's')).toBe('ENG-1 a b');
});

test('the first line is the first that is not blank, whatever the line breaks', () => {
  expect(composeRetrievalQuery({ description: '\r\n \r\n first \r\nsecond' }, 's')).toBe('first');
  expect(composeRetrievalQuery({ description: 'first\u2028second' }, 's')).toBe('first');
});

test('a prompt, whose first line is the title, is searched as a whole, in its lines', () => {
  const description = '\nIt hangs:\n\n\tat poll (queue.ts:12)\nOnly on Mondays. ';
  expect(composeRetrievalQuery({ title: 'It hangs:', description }, 's')).toBe(
    'It hangs:\nat poll (queue.ts:12)\nOnly on Mondays.',
  );
  expect(composeRetrievalQuery({ identifier: 'ENG-1', title: 'It', description: 'It hangs' }, 's')).toBe(
    'ENG-1 It hangs',
  );
});

test('whatever arrives, the query is text, and the session id is the last resort', () => {
  fc.assert(
    fc.property(
      fc.record({
        identifier: fc.anything(),
        title: fc.anything(),
        description: fc.anything(),
        issueId: fc.anything(),
      }),
      (workItem) => {
        const query = composeRetrievalQuery(workItem as RetrievalWorkItem, 'ses_1');
        expect(query).toMatch(/^\S(.*\S)?$/su);
        const texts = Object.values(workItem).filter((value) => typeof value === 'string');
        expect(texts.length > 0 || query === 'ses_1').toBe(true);
      },
    ),
  );
});
