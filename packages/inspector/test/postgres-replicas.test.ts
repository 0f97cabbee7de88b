import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../engine/test/setup/open-test-database.ts';
import { removeDirectory, temporaryDirectory } from '../../server/test/git-fixture.ts';
import type { Ask } from './setup/ask.ts';
import { expectToSee } from './setup/expect-to-see.ts';
import { openBrowser, type TestBrowser } from './setup/open-browser.ts';
import { callTool } from './setup/play-session.ts';
import { PROJECT } from './setup/project.ts';
import { startReplica, type Replica } from './setup/replica.ts';

let home: string;
let looking: Replica;
let reporting: Replica;
let browser: TestBrowser;
let page: Page;

beforeAll(async () => {
  home = temporaryDirectory();
  const url = await createTestDatabase();
  [looking, reporting, browser] = await Promise.all([
    startReplica(home, 'looking', url),
    startReplica(home, 'reporting', url),
    openBrowser(),
  ]);
  page = await browser.open();
  await page.goto(await looking.address());
  await expectToSee(page, 'h1:has-text("Did it help?")');
});

afterAll(async () => {
  await browser?.close();
  await Promise.all([looking?.kill(), reporting?.kill()]);
  removeDirectory(home);
});

const facet = (key: string, value: string): string => `[data-facet=${key}]:has-text("${value}")`;
const say = (ask: Ask, id: string, text: string): Promise<unknown> =>
  ask(`post /v1/sessions/${id}/activities`, { activities: [{ type: 'thought', body: { text } }] });
const edit = (ask: Ask, id: string, file: string): Promise<void> =>
  callTool(ask, id, 'Edit', { file_path: file }, 'ok');

/** A session that a worker has at one daemon, on the screen of the other. */
async function lookAtSession(tab: string): Promise<string> {
  const { session } = await reporting.ask<{ session: { id: string } }>('post /v1/sessions', {
    projectId: PROJECT,
    agentId: 'claude-code',
  });
  await reporting.ask(`post /v1/sessions/${session.id}/claim`, { workerId: 'worker-1', ttlMs: 600_000 });
  await page.goto(`${looking.url}/sessions/${session.id}/${tab}`);
  await expectToSee(page, '[data-state=live]');
  return session.id;
}

/** The page has each event that is stored, once, in its order. */
async function expectNothingLost(id: string, said: readonly string[]): Promise<void> {
  const stored = await reporting.ask<{ rows: { type: string; body: { text?: string } }[] }>(
    `get /v1/sessions/${id}/activities?limit=200`,
  );
  const thoughts = stored.rows.filter(({ type }) => type === 'thought').map(({ body }) => body.text);
  expect(thoughts).toEqual(said);
  // Newest first.
  expect((await page.locator('.activity-thought .activity-text').allInnerTexts()).toReversed()).toEqual(said);
  expect(await page.locator('.activity').count()).toBe(stored.rows.length);
}

test('a page on one daemon shows what is reported to the other', async () => {
  const id = await lookAtSession('context');
  await edit(reporting.ask, id, 'src/auth/login.ts');
  await expectToSee(page, facet('lastEditedFile', 'src/auth/login.ts'));
  await edit(reporting.ask, id, 'src/auth/logout.ts');
  await expectToSee(page, facet('lastEditedFile', 'src/auth/logout.ts'));
  expect(await page.locator('[data-facet=lastEditedFile]').count()).toBe(1);
});

test('a page whose daemon was killed says so, and has everything when the daemon is back', async () => {
  const id = await lookAtSession('activity');
  await say(reporting.ask, id, 'before');
  await expectToSee(page, '.activity:has-text("before")');
  await looking.kill();
  await expectToSee(page, '[data-state=offline]');
  await say(reporting.ask, id, 'while it was down');
  await edit(reporting.ask, id, 'src/gateway/session-cookie.ts');
  await say(reporting.ask, id, 'still down');
  await looking.restart();
  await expectToSee(page, '[data-state=live]');
  await say(reporting.ask, id, 'after');
  await expectToSee(page, '.activity:has-text("after")');
  await expectNothingLost(id, ['before', 'while it was down', 'still down', 'after']);
  await page.getByRole('link', { name: 'Context', exact: true }).click();
  await expectToSee(page, facet('lastEditedFile', 'src/gateway/session-cookie.ts'));
});

test('a page goes on when the daemon that took the events is killed, and takes them from either', async () => {
  const id = await lookAtSession('activity');
  await say(reporting.ask, id, 'told to the other');
  await expectToSee(page, '.activity:has-text("told to the other")');
  await reporting.kill();
  await say(looking.ask, id, 'told to this one');
  await expectToSee(page, '.activity:has-text("told to this one")');
  await reporting.restart();
  await say(reporting.ask, id, 'told to the other again');
  await expectToSee(page, '.activity:has-text("told to the other again")');
  await expectToSee(page, '[data-state=live]');
  await expectNothingLost(id, ['told to the other', 'told to this one', 'told to the other again']);
});

test('no page failed', () => {
  expect(browser.faults).toEqual([]);
});
