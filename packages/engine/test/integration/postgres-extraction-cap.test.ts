import fc from 'fast-check';
import { createMemory, type Memory } from '@inkling/engine';
import { createOpenAiExtractor, type ExtractionReport } from '@inkling/engine/capture';
import { openPostgres } from '@inkling/engine/pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/base/database/database.ts';
import { createExtractionLedger } from '../../src/memory/extraction/extraction-ledger.ts';
import { says, startChatServer, type ChatServer } from '../chat-server.ts';
import { createManualClock } from '../manual-clock.ts';
import { createTestDatabase } from '../setup/open-test-database.ts';

const REPLICAS = 16;
const MEMORIES = 4;
const CALLS = 5;
const SESSIONS = 48;

let url: string;
let replicas: Database[];
let server: ChatServer;
beforeAll(async () => {
  url = await createTestDatabase();
  // A pool of its own for each: nothing but the database is shared.
  replicas = await Promise.all(Array.from({ length: REPLICAS }, () => openPostgres({ connectionString: url, max: 2 })));
  server = await startChatServer(says({ statements: [] }));
});
afterAll(async () => {
  await Promise.all(replicas.map((database) => database.close()));
  await server.close();
});

test('16 replicas that all want at once never reserve more than the day has, whatever they ask for', async () => {
  const clock = createManualClock();
  let orgs = 0;
  const wants = fc.array(fc.nat({ max: 900 }), { minLength: 20, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(wants, fc.nat({ max: 20 }), fc.nat({ max: 4_000 }), async (sizes, dailyCalls, dailyTokens) => {
      const orgId = `cap_${(orgs += 1)}`;
      const ledgers = replicas.map((database) => createExtractionLedger(database.tenant(orgId), clock));
      const granted = await Promise.all(
        sizes.map(async (tokens, n) => {
          const request = { sessionId: `s${n}`, modelId: 'm', tokens };
          const reservation = await ledgers[n % REPLICAS]!.reserve(request, { dailyCalls, dailyTokens });
          return reservation === 'reserved' ? tokens : null;
        }),
      );
      const reserved = granted.filter((tokens) => tokens !== null);
      const sum = reserved.reduce((total, tokens) => total + tokens, 0);
      expect(reserved.length).toBeLessThanOrEqual(dailyCalls);
      expect(sum).toBeLessThanOrEqual(dailyTokens);
      expect(await ledgers[0]!.usage()).toMatchObject({ calls: reserved.length, tokens: sum });
      // Nothing is refused that would have fitted at the end.
      const smallest = Math.min(...sizes.filter((_, n) => granted[n] === null));
      if (reserved.length < dailyCalls && reserved.length < sizes.length) {
        expect(sum + smallest).toBeGreaterThan(dailyTokens);
      }
    }),
    { numRuns: 12 },
  );
});

test('one session that ends on all replicas is reserved once', async () => {
  const clock = createManualClock();
  const request = { sessionId: 'once', modelId: 'm', tokens: 10 };
  const caps = { dailyCalls: 100, dailyTokens: 1_000 };
  const answers = await Promise.all(
    replicas.map((database) => createExtractionLedger(database.tenant('once'), clock).reserve(request, caps)),
  );
  expect(answers.filter((answer) => answer === 'reserved')).toHaveLength(1);
  expect(answers.filter((answer) => answer === 'read-before')).toHaveLength(REPLICAS - 1);
});

test('the day is UTC, a new one begins with nothing, and a late end corrects its own day', async () => {
  const clock = createManualClock();
  const ledger = createExtractionLedger(replicas[0]!.tenant('days'), clock);
  const caps = { dailyCalls: 1, dailyTokens: 1_000 };
  clock.advance(24 * 3_600_000 - 1);
  expect(await ledger.reserve({ sessionId: 'a', modelId: 'm', tokens: 500 }, caps)).toBe('reserved');
  expect(await ledger.reserve({ sessionId: 'b', modelId: 'm', tokens: 1 }, caps)).toBe('over-cap');
  clock.advance(1);
  expect(await ledger.usage()).toEqual({ day: '2026-11-23', calls: 0, tokens: 0 });
  expect(await ledger.reserve({ sessionId: 'c', modelId: 'm', tokens: 100 }, caps)).toBe('reserved');
  const end = { sessionId: 'a', outcome: 'stored', code: null, tokens: 20, statements: 1 } as const;
  await ledger.finish(end);
  await ledger.finish(end);
  expect(await ledger.usage()).toEqual({ day: '2026-11-23', calls: 1, tokens: 100 });
  clock.advance(-1);
  expect(await ledger.usage()).toEqual({ day: '2026-11-22', calls: 1, tokens: 20 });
});

test('memories on one database end 48 sessions at once: the service is called five times', async () => {
  const reports: ExtractionReport[] = [];
  const extractor = createOpenAiExtractor({ baseUrl: server.url, model: 'm' });
  const memories: Memory[] = await Promise.all(
    Array.from({ length: MEMORIES }, async () =>
      createMemory({
        database: await openPostgres({ connectionString: url, max: 3 }),
        extraction: { extractor, dailyCalls: CALLS, onOutcome: (report) => reports.push(report) },
      }),
    ),
  );
  try {
    await Promise.all(
      Array.from({ length: SESSIONS }, async (_, n) => {
        const { sessions, activities } = memories[n % MEMORIES]!.org('fleet');
        const id = `s${n}`;
        await sessions.create({ id, projectId: 'p' });
        await activities.append(id, [
          { type: 'action', body: { event: 'prompt', text: 'Clear the token cache of the auth middleware.' } },
        ]);
        await sessions.stop(id);
      }),
    );
    await expect.poll(() => reports.length, { timeout: 120_000 }).toBe(SESSIONS);
    expect(server.requests).toHaveLength(CALLS);
    expect(reports.filter(({ outcome }) => outcome === 'over-cap')).toHaveLength(SESSIONS - CALLS);
  } finally {
    await Promise.all(memories.map((memory) => memory.close()));
  }
}, 180_000);
