import type { DidItHelp, SessionFigures, SessionPage } from '@inkling/engine/types';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { expectToSee } from './setup/expect-to-see.ts';
import { startInspectedDaemon, type InspectedDaemon } from './setup/inspected-daemon.ts';
import { openBrowser, type TestBrowser } from './setup/open-browser.ts';
import { begin, callTool } from './setup/play-session.ts';
import { PROJECT } from './setup/project.ts';
import { tellStory, type Story } from './setup/tell-story.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

type ListedSessions = SessionPage & { readonly figures?: readonly SessionFigures[] };

let daemon: InspectedDaemon;
let browser: TestBrowser;
let story: Story;
let page: Page;

beforeAll(async () => {
  [daemon, browser] = await Promise.all([startInspectedDaemon(), openBrowser()]);
  story = await tellStory(daemon.ask);
  page = await browser.open();
  await page.goto(await daemon.address());
  await expectToSee(page, 'h1:has-text("Did it help?")');
});

afterAll(async () => {
  await browser?.close();
  await daemon?.stop();
});

const go = (path: string): Promise<unknown> => page.goto(`${daemon.url}${path}`);
const stat = (name: string): string => `.stat:has-text("${name}")`;

test('says in one sentence whether memory helped, counts what happens while it is open, and knows the price that one sets', async () => {
  await go('/');
  await expectToSee(page, '.verdict');
  const { figures } = await daemon.ask<DidItHelp>('get /v1/analytics/did-it-help');
  await expectToSee(page, `${stat('Sessions')}:has-text("${figures.sessions}")`);
  await callTool(daemon.ask, (await begin(daemon.ask, { workType: 'chore' })).id, 'Bash', { command: 'ls' }, 'ok');
  await expectToSee(page, `${stat('Sessions')}:has-text("${figures.sessions + 1}")`);
  await page.getByLabel('Price of a million tokens').fill('3');
  await expectToSee(page, `${stat('Tokens')}:has-text("at your price")`);
  await page.reload();
  await expectToSee(page, `${stat('Tokens')}:has-text("at your price")`);
});

test('forgets what was shown in vain, when that was confirmed', async () => {
  const content = 'The coffee machine on the third floor takes coins.';
  const { id } = await daemon.ask<{ id: string }>('post /v1/observations', { content, projectId: PROJECT });
  const shown = { projectId: PROJECT, workType: 'chore', budgetTokens: 300, actualTokens: 30, queryText: 'coffee' };
  for (let index = 0; index < 3; index += 1) {
    const lists = { observationIds: [id], sessionSummaryIds: [] };
    await daemon.ask('post /v1/context-injections', { sessionId: story.sessions.done, ...shown, ...lists });
  }
  await go('/');
  const idle = page.getByRole('region', { name: 'Shown for nothing' }).last();
  await idle.getByText('coffee machine').waitFor();
  await page.getByRole('button', { name: /^Forget th/ }).click();
  await page.getByRole('alertdialog').getByText('coffee machine').waitFor();
  await page.getByRole('button', { name: 'Forget for good' }).click();
  await expectToSee(page, 'text=/forgotten/i');
  await idle.getByText('coffee machine').waitFor({ state: 'detached' });
  await expect(daemon.ask(`get /v1/observations/${id}`)).rejects.toThrow(/observation-not-found|404/);
});

test('tells an experiment, and the list of sessions has what each was given', async () => {
  await daemon.ask('post /v1/experiments', { projectId: PROJECT, withhold: 0.1 });
  await go('/');
  await expectToSee(page, 'text=10 % of the sessions of');
  await expectToSee(page, 'td:has-text("too little to tell, about")');
  await go('/sessions');
  for (const head of ['Outcome', 'Blocks', 'Tokens', 'Followed']) await expectToSee(page, `th:has-text("${head}")`);
  const { rows, figures = [] } = await daemon.ask<ListedSessions>('get /v1/sessions?figures=true');
  const given = figures.find(({ sessionId }) => sessionId === story.sessions.done);
  expect(given?.blocks).toBeGreaterThan(0);
  expect(figures).toHaveLength(rows.length);
  await expectToSee(page, `tr:has-text("PAY-311") td:has-text("${given?.tokens}")`);
});

test('no page failed', () => {
  expect(browser.faults).toEqual([]);
});
