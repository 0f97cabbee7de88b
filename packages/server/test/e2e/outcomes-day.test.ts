import type { DidItHelp } from '@inkling/engine/types';
import { shortIdOf } from '@inkling/engine/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DAY_S, HOUR_S, startDay, type Day, type DaySession } from './play-day.ts';

// Each hook is a process, on one busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

// One statement for each file of the repository. Its words are the question of the session that is given it.
const MORNING: Readonly<Record<string, string>> = {
  auth: 'Session headers of guests are verified by the middleware before any tenant lookup.',
  retry: 'Webhook deliveries are repeated five times with exponential backoff, then parked.',
  price: 'Invoice totals are rounded half to even, per currency, never with floats.',
  cache: 'Catalogue entries expire from Redis after ninety seconds unless pinned by merchandising.',
  mail: 'Newsletter templates are compiled at startup because Handlebars partials are slow.',
  search: 'Stemming is disabled for Finnish queries since compound nouns were torn apart.',
  upload: 'Attachments above twenty megabytes are streamed to object storage in chunks.',
  audit: 'Ledger corrections append compensating records, existing bookings stay untouched.',
  login: 'Passkey enrolment asks for a second device whenever recovery codes are exhausted.',
  stock: 'Warehouse reservations are released nightly when shipments were cancelled.',
};

const AFTERNOON: Readonly<Record<string, string>> = {
  avatar: 'Portraits are cropped to squares by a worker, or the carousel jumps.',
  badge: 'Loyalty tiers are recalculated each Sunday from the trailing twelve months.',
  chart: 'Histogram buckets use quantiles because outliers flattened every bar.',
  draft: 'Unsent proposals are autosaved to IndexedDB under the browser tab identifier.',
  event: 'Calendar invitations carry a VTIMEZONE block since Outlook ignores offsets.',
  feed: 'Podcast enclosures need a byte length, aggregators reject zero.',
  geo: 'Postcodes are geocoded by batch overnight to stay below the vendor quota.',
  hook: 'Plugin callbacks run in a sandboxed iframe without cookies.',
  image: 'Thumbnails are AVIF with a JPEG fallback for kiosks.',
  job: 'Cron expressions are interpreted in Europe/Helsinki, daylight saving included.',
  key: 'Encryption secrets rotate quarterly through the vault sidecar.',
  lock: 'Editors take an advisory mutex before publishing an article.',
  menu: 'Navigation trees deeper than four levels are folded into flyouts.',
  note: 'Annotations anchor to paragraph fingerprints rather than to character positions.',
  order: 'Backordered parcels split into partial dispatches above three kilograms.',
  phone: 'Telephone numbers are normalised to E.164 at the form boundary.',
  queue: 'Poison jobs move to quarantine after the fourth crash.',
  route: 'Trailing slashes redirect permanently, except below the legacy intranet prefix.',
  scan: 'Barcodes with a wrong checksum are photographed for manual triage.',
  theme: 'Dark palettes derive from OKLCH lightness, not from inverted hexadecimals.',
};

/** What became of each session: an outcome, by what, and the weight that contract 10 gives what it used. */
const WANTED: readonly (readonly [name: string, outcome: string | null, source: string | null, weight: number])[] = [
  ['auth', 'accepted', 'survival', 1.3],
  ['retry', 'rejected', 'revert', 0.95],
  ['price', 'rework', 'fix-up', 0.975],
  ['cache', 'rework', 'check', 0.975],
  ['mail', 'rejected', 'correction', 0.95],
  ['search', 'rework', 'correction', 0.975],
  ['upload', null, null, 1],
  ['audit', 'accepted', 'verdict', 1.3],
  ['login', 'accepted', 'check', 1.3],
  ['stock', null, null, 1],
];

let day: Day;
const hashes: Record<string, string> = {};

beforeAll(async () => {
  day = await startDay({ ...MORNING, ...AFTERNOON });
});
afterAll(() => day?.close());

const shortId = (name: string): string => shortIdOf(String(day.ids[name]));
const weightOf = async (name: string) => (await day.org.observations.get(String(day.ids[name])))?.weight;
const firstPage = async (): Promise<DidItHelp> =>
  (
    await day.app.ask<DidItHelp & Record<string, unknown>>(
      `get /v1/analytics/did-it-help?projectId=${encodeURIComponent(day.project)}`,
      { role: 'member' },
    )
  ).body;

/** Ten sessions, each with evidence of its own. */
async function playMorning(): Promise<void> {
  const begun = async (client: 'claude-code' | 'codex', name: string): Promise<DaySession> => {
    const session = day.session(client, name);
    await session.begins();
    return session;
  };
  const auth = await begun('claude-code', 'auth');
  await auth.edits('verified before the tenant lookup');
  await auth.tests(true);
  auth.commits('Verify session headers of guests first');
  await auth.ends();

  const retry = await begun('codex', 'retry');
  await retry.edits('repeated ten times');
  hashes['retry'] = retry.commits('Repeat webhooks ten times');
  await retry.ends();

  const price = await begun('claude-code', 'price');
  await price.edits('rounded half up by accident');
  price.commits('Round totals');
  await price.ends();

  const cache = await begun('codex', 'cache');
  await cache.edits('expires after a minute');
  await cache.tests(true);
  await cache.tests(false);
  await cache.ends();
  cache.drops();

  const mail = await begun('claude-code', 'mail');
  await mail.edits('compiled each time');
  await mail.says('No, revert that. Partials are slow.');
  await mail.ends();
  mail.drops();

  const search = await begun('codex', 'search');
  await search.edits('stemmed');
  await search.says("No, that's wrong: Finnish is not stemmed.");
  await search.edits('stemmed, but for Finnish');
  search.commits('Stem queries, but for Finnish ones');
  await search.ends();

  // Looked around, asked, and refused a proposal of which nothing was done.
  const upload = await begun('claude-code', 'upload');
  await upload.runs('ls');
  await upload.answers('Shall I stream them?');
  await upload.says('No, not yet.');
  await upload.ends();

  const audit = await begun('claude-code', 'audit');
  await audit.answers(`By ${shortId('audit')} nothing is to be done.`);
  await audit.ends();
  const say = (body: object) => day.app.ask('put /v1/sessions/audit/outcome', { body, role: 'member' });
  await say({ outcome: 'rejected' });
  await say({ outcome: 'accepted', reason: 'It was right.' });

  const login = await begun('claude-code', 'login');
  await login.edits('asks for a second device');
  await login.tests(true);
  await login.ends();
  login.drops();

  // A client that does not say how its command ended.
  const stock = await begun('codex', 'stock');
  await stock.edits('released hourly');
  await stock.runs('npm test');
  await stock.ends();
  stock.drops();
}

/** With memory the work goes well, without it does not: by its commit, by its tests, and by what the user says. */
async function playAfternoon(session: DaySession, heldOut: boolean, turn: number): Promise<void> {
  if (heldOut) expect(await session.asks()).toBe('');
  else await session.begins();
  await session.edits(heldOut ? 'a guess' : 'as it was known');
  if (turn % 2 === 0) await session.tests(!heldOut);
  else if (heldOut) await session.says('No, revert that.');
  else session.commits(`Do what was known, ${turn}`);
  await session.ends();
  if (heldOut || turn % 2 === 0) session.drops();
}

/** Twenty sessions of an experiment that withholds memory from half: ten with it and ten without. Answers which names went without. */
async function playExperiment(): Promise<ReadonlyMap<string, boolean>> {
  const start = { body: { projectId: day.project, withhold: 0.5 }, role: 'admin' } as const;
  expect(await day.app.ask('post /v1/experiments', start)).toMatchObject({ status: 200 });
  const played = new Map<string, boolean>();
  const names = Object.keys(AFTERNOON);
  for (let index = 0; played.size < names.length; index += 1) {
    const name = names[played.size]!;
    const session = day.session(index % 2 === 0 ? 'claude-code' : 'codex', name, `${name}-${index}`);
    await session.opens();
    const heldOut = (await day.org.sessions.get(`${name}-${index}`))?.experiment?.heldOut === true;
    const alike = [...played.values()].filter((each) => each === heldOut).length;
    // Chance has it that one side is full: nothing happens in this one, so it does not count.
    if (alike === names.length / 2) await session.ends();
    else {
      await playAfternoon(session, heldOut, alike);
      played.set(name, heldOut);
      ids.set(name, `${name}-${index}`);
    }
  }
  return played;
}

const ids = new Map<string, string>();

test('[C-023, C-026, C-027] a day of two clients and thirty sessions ends with the right outcomes, weights, first page and report', async () => {
  await playMorning();
  // What is known at once.
  await expect.poll(async () => (await day.outcomeOf('auth')).source, { timeout: 60_000 }).toBe('commit');
  await expect.poll(async () => (await day.outcomeOf('retry')).outcome, { timeout: 60_000 }).toBe('accepted');
  await expect.poll(() => weightOf('retry')).toBeCloseTo(1.3, 9);
  await expect
    .poll(async () => (await firstPage()).verdict, { timeout: 60_000 })
    .toMatch(
      /^It was used: \d of the 10 sessions that got something \(\d+ blocks of [\d,]+ tokens in all\) cited or followed it; /,
    );

  const heldOut = await playExperiment();

  // The days after it.
  const commit = (file: string, text: string, message: string, at: number): string =>
    day.repository.commit({ message, files: { [`src/${file}.ts`]: `export const ${file} = '${text}';\n` }, at });
  const reverted = `Revert "Repeat webhooks ten times"\n\nThis reverts commit ${hashes['retry']}.`;
  commit('retry', 'before the day', reverted, day.nowS() + 6 * HOUR_S);
  commit('price', 'rounded half to even', 'Fix rounding of totals', day.nowS() + 2 * DAY_S);
  day.later(4 * DAY_S);
  const look = (id: string) => day.app.ask(`post /v1/sessions/${id}/feedback`, { role: 'admin' });
  const committed = [...heldOut.keys()].filter((name) => !heldOut.get(name)).map((name) => ids.get(name) ?? '');
  for (const id of [...Object.keys(MORNING), ...committed]) await look(id);

  const endOf = async (name: string, id: string) => {
    const { outcome, source } = await day.outcomeOf(id);
    return [name, outcome, source, await weightOf(name)];
  };
  const morning = await Promise.all(Object.keys(MORNING).map((name) => endOf(name, name)));
  expect(morning).toEqual(
    WANTED.map(([name, outcome, source, weight]) => [name, outcome, source, expect.closeTo(weight, 9)]),
  );

  const turns = { with: 0, without: 0 };
  const wanted = [...heldOut].map(([name, isHeldOut]) => {
    const byTest = (isHeldOut ? turns.without++ : turns.with++) % 2 === 0;
    if (isHeldOut) return [name, byTest ? 'rework' : 'rejected', byTest ? 'check' : 'correction', 1];
    return [name, 'accepted', byTest ? 'check' : 'survival', expect.closeTo(1.3, 9)];
  });
  expect(await Promise.all([...heldOut.keys()].map((name) => endOf(name, ids.get(name) ?? '')))).toEqual(wanted);

  // The report is right about what was planted, and the first page says it.
  const { verdict, figures, experiment, earned } = await firstPage();
  expect(experiment?.sessions).toEqual({ with: 10, without: 10 });
  expect(experiment?.measures[0]).toMatchObject({
    ...{ measure: 'accepted', verdict: 'better', moreSessions: 0 },
    ...{ with: { value: 1, sessions: 10 }, without: { value: 0, sessions: 10 } },
  });
  expect(verdict).toMatch(
    /^Memory helps: 100 % of the sessions with memory were accepted, 0 % of those without \(\d+ to 100 points\)\.$/,
  );
  expect(figures).toMatchObject({
    ...{ sessions: 30, live: 0, givenSessions: 20 },
    outcomes: { accepted: 13, rework: 8, rejected: 7, unknown: 2 },
  });
  expect(earned.map(({ accepted }) => accepted)).toEqual(earned.map(() => 1));

  // Whatever is looked at again stays as it is.
  for (const [name] of WANTED) expect((await look(name)).body).toMatchObject({ observations: [] });
  expect(await day.org.config.verifyChanges()).toMatchObject({ broken: null });
  expect(day.failures).toEqual([]);
});
