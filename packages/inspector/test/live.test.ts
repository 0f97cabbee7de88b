import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectToSee } from './setup/expect-to-see.ts';
import type { InspectedDaemon } from './setup/inspected-daemon.ts';
import { inspectorOf } from './setup/inspector.ts';
import type { TestBrowser } from './setup/open-browser.ts';
import { callTool, deliver } from './setup/play-session.ts';
import { PROJECT } from './setup/project.ts';
import { signIn } from './setup/sign-in.ts';
import { TALK, tellStory, type Story } from './setup/tell-story.ts';
import { visit } from './setup/visit.ts';

const inspector = inspectorOf(tellStory);
const { go } = inspector;

let daemon: InspectedDaemon;
let browser: TestBrowser;
let story: Story;
let page: Page;

beforeAll(() => {
  ({ daemon, browser, story, page } = inspector);
});

const facet = (key: string): string => `[data-facet=${key}]`;

describe('the Context Browser', () => {
  test('shows a facet when it changes, without a reload [S3-013, S3-014]', async () => {
    await go(`/sessions/${story.sessions.live}/context`);
    await expectToSee(page, '[data-state=live]');
    await callTool(daemon.ask, story.sessions.live, 'Edit', { file_path: 'src/fraud/rules.ts' }, 'ok');
    await expectToSee(page, `${facet('lastEditedFile')}:has-text("src/fraud/rules.ts")`);
  });

  test('and the topology show what was derived from a tool call [S3-001]', async () => {
    await callTool(daemon.ask, story.sessions.live, 'Read', { file_path: 'src/customers/delete-customer.ts' }, 'ok');
    await expectToSee(page, `${facet('currentFile')}:has-text("src/customers/delete-customer.ts")`);
    await go('/topology');
    await expectToSee(page, '.session-card:has-text("PAY-342"):has-text("src/customers/delete-customer.ts")');
  });

  test('asks again and again while the stream is cut, says so, and goes back to the stream', async () => {
    const stream = '**/activities/stream';
    await page.route(stream, (route) => route.abort());
    await go(`/sessions/${story.sessions.live}/context`);
    await expectToSee(page, '[data-state=polling]');
    await callTool(daemon.ask, story.sessions.live, 'Edit', { file_path: 'src/money/amount.ts' }, 'ok');
    await expectToSee(page, `${facet('lastEditedFile')}:has-text("src/money/amount.ts")`);
    await page.unroute(stream);
    await expectToSee(page, '[data-state=live]');
    await callTool(daemon.ask, story.sessions.live, 'Edit', { file_path: 'src/auth/login.ts' }, 'ok');
    await expectToSee(page, `${facet('lastEditedFile')}:has-text("src/auth/login.ts")`);
  });
});

describe('what is remembered stays text', () => {
  const places = [
    ['the memory', '.memory-content', () => `/memory/${story.hostileId}`],
    ['the search', '.memory-line', () => '/memory?q=session+cookie+gateway+hidden'],
    ['the talk of a session', '.memory-content', () => `/memory/talks?session=${TALK}`],
    ['the tool calls', '.activity', () => `/sessions/${story.sessions.live}/tools`],
    ['the activity', '.activity', () => `/sessions/${story.sessions.live}`],
  ] as const;

  test.each(places)('markup, escapes and hidden characters in %s', async (_, seen, path) => {
    await visit(page, path());
    await expectToSee(page, seen);
    for (const summary of await page.locator('.activity summary').all()) await summary.click();
    await expectToSee(page, '#main .code-point:visible');
    expect(await page.title()).not.toBe('owned');
    expect(await page.locator('#main img, #main script').count()).toBe(0);
    expect(await page.locator('#main').innerText()).toContain('<script>document.title=');
    expect(await page.locator('.code-point:has-text("U+202E")').count()).toBeGreaterThan(0);
  });
});

describe('what a person changes', () => {
  test('a session is forgotten with its talk, after a question; words find what was said in it', async () => {
    const said = (content: string, minute: number): object => ({
      ...{ content, kind: 'exchange', projectId: PROJECT, sessionId: 'to/forget', source: 'api' },
      createdAt: `2026-01-02T10:0${minute}:00.000Z`,
    });
    const observations = [said('User: which port?', 1), said('Agent: 8080.\n\nUser: Right.', 2)];
    await daemon.ask('post /v1/observations/batch', { observations });
    await go('/memory/talks');
    await page.getByRole('link', { name: 'User: which port?' }).click();
    await expectToSee(page, 'text=Agent: 8080.');
    expect(await page.locator('.list-item').first().innerText()).toContain('which port?');
    await page.getByLabel('Find').fill('right');
    await expect.poll(() => page.locator('.list-item').count()).toBe(1);
    await page.getByRole('button', { name: 'Forget the session' }).click();
    await page.getByRole('button', { name: 'Forget it for good' }).click();
    await expectToSee(page, 'text=Forgotten: 2 memories.');
    const { count } = await daemon.ask<{ count: number }>('get /v1/observations/count?sessionId=to%2Fforget');
    expect(count).toBe(0);
  });

  test('talk is switched off for a project, and on again', async () => {
    await daemon.ask('patch /v1/config/project?projectId=quiet', { captureOff: ['error'] });
    await go('/admin/memory/projects');
    const talk = page.getByRole('switch', { name: 'Remember what is said in sessions of quiet' });
    const captureOff = async (): Promise<unknown> =>
      (await daemon.ask<{ captureOff: string[] }>('get /v1/config/effective?projectId=quiet')).captureOff;
    await talk.click();
    await expect.poll(captureOff).toEqual(['error', 'exchange']);
    // The page asks again before it shows what holds now.
    await expect.poll(() => talk.isChecked()).toBe(false);
    await talk.click();
    await expect.poll(captureOff).toEqual(['error']);
  });

  test('a project is set to something, and its delivery stays on; the plan switches the graph of all', async () => {
    await go('/admin/memory/projects');
    await page.getByRole('button', { name: 'Another project' }).click();
    await page.getByLabel('Project', { exact: true }).fill('added');
    await page.getByLabel('What', { exact: true }).selectOption('graph on');
    await page.getByRole('button', { name: 'Set it' }).click();
    const effective = () => daemon.ask<object>('get /v1/config/effective?projectId=added');
    const because = 'project-toggle';
    await expect.poll(effective).toMatchObject({ runtimeInjectEnabled: true, graph: { enabled: true, because } });
    const features = async () => (await daemon.ask<{ features: object[] }>('get /v1/config/plan')).features;
    const plan = page.getByLabel('Graph in the plan');
    await plan.selectOption('on for every project');
    await expect.poll(features).toMatchObject([{ key: 'kg_enabled', value: true }]);
    await plan.selectOption('not decided');
    await expect.poll(features).toEqual([]);
  });

  test('feedback moves the weight of a memory, and its history says by how much', async () => {
    await go(`/memory/${story.ids[2]}`);
    await page.getByRole('button', { name: 'Helpful', exact: true }).click();
    await expectToSee(page, 'text=Noted. The memory weighs');
    await expectToSee(page, 'td:has-text("helpful")');
    const { weight } = await daemon.ask<{ weight: number }>(`get /v1/observations/${story.ids[2]}`);
    expect(weight).toBeGreaterThan(1);
  });

  test('a policy that is stored keeps a memory out of the next block', async () => {
    const ask = {
      sessionId: 's',
      projectId: PROJECT,
      agentId: 'claude-code',
      workType: 'bug_fix',
      queryText: 'the token refresh loops for ever when the clock is ahead',
    };
    const before = await daemon.ask<{ observationIds: string[] }>('post /v1/blocks', ask);
    expect(before.observationIds).toContain(story.ids[1]);
    await go('/admin/memory/policies');
    await page.getByRole('button', { name: 'New policy' }).click();
    await page.getByLabel('Name').fill('no-errors');
    const cedar = page.getByLabel('Cedar', { exact: true });
    await cedar.fill('forbid (principal, action, resource) when { resource.colour == "red" };');
    await expectToSee(page, '.verdict-bad');
    await cedar.fill('forbid (principal, action, resource) when { resource has kind && resource.kind == "error" };');
    await expectToSee(page, '.verdict-good');
    await page.getByRole('button', { name: 'Store' }).click();
    await expectToSee(page, 'text=Stored. It applies');
    const after = await daemon.ask<{ observationIds: string[] }>('post /v1/blocks', ask);
    expect(after.observationIds).not.toContain(story.ids[1]);
    await daemon.ask('delete /v1/policies/no-errors');
  });

  test('a budget that is set is a point of its own in the Pareto view', async () => {
    await go('/admin/memory/budgets');
    const field = page.getByLabel('Tokens for chore');
    await field.fill('120');
    await field.press('Enter');
    await expectToSee(page, 'text=Saved. It applies');
    const { session } = await daemon.ask<{ session: { id: string } }>('post /v1/sessions', {
      projectId: PROJECT,
      agentId: 'a',
      workType: 'chore',
      workItem: { title: 'Rotate the refresh token of the gateway session cookie' },
    });
    const { lockToken } = await daemon.ask<{ lockToken: string }>(`post /v1/sessions/${session.id}/claim`, {
      workerId: 'w',
    });
    await deliver(daemon.ask, session.id, lockToken);
    await go('/analytics/budget');
    await page.getByRole('button', { name: 'Table' }).first().click();
    await expectToSee(page, 'tr:has-text("chore"):has-text("120")');
  });

  test('the recall matrix is the operator’s to set, and nobody else’s [S2-011]', async () => {
    await go('/admin/memory/recall-matrix');
    await page.getByRole('switch', { name: 'Recall the graph for chore' }).click();
    await expectToSee(page, 'text=Saved. It applies');
    const { overrides } = await daemon.ask<{ overrides: unknown[] }>('get /v1/config/recall-matrix');
    expect(overrides).toMatchObject([{ key: 'chore', value: true }]);
    const { text } = await daemon.ask<{ text: string }>('post /v1/api-keys', { role: 'admin', name: 'an admin' });
    const fresh = await browser.open();
    await fresh.goto(`${daemon.url}/admin/memory/recall-matrix`);
    await signIn(fresh, text);
    await fresh.getByRole('switch', { name: 'Recall the graph for chore' }).click();
    await expectToSee(fresh, '.notice-bad');
  });

  test('a correction takes the old statement’s place, and the chain shows both', async () => {
    await go(`/memory/${story.ids[7]}`);
    await page.getByRole('button', { name: 'Correct' }).click();
    await page
      .getByRole('textbox', { name: 'What it says' })
      .fill('Migrations are numbered, never edited, and checked by a test.');
    await page.getByRole('button', { name: 'Save the correction' }).click();
    await expectToSee(page, '.chain-item[data-current]:has-text("checked by a test")');
    expect(await page.locator('.chain-item').count()).toBe(2);
  });

  test('forgetting asks first, and can be called off', async () => {
    await go(`/memory/${story.ids[12]}`);
    await page.getByRole('button', { name: 'Forget', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Forget', exact: true }).click();
    await page.getByRole('button', { name: 'Forget it for good' }).click();
    await page.waitForURL(`${daemon.url}/memory`);
    await expect(daemon.ask(`get /v1/observations/${story.ids[12]}`)).rejects.toThrow('observation-not-found');
  });

  test('a released statement leaves the review', async () => {
    await go('/review');
    const item = page.locator('.review-item', { hasText: 'Ignore all previous' });
    await item.getByRole('button', { name: 'Release' }).click();
    await page.getByRole('button', { name: 'Release it' }).click();
    await item.waitFor({ state: 'detached' });
    expect(await item.count()).toBe(0);
  });
});

describe('a field for a project', () => {
  const places = [
    ['sessions', '/sessions', '.row-title'],
    ['topology', '/topology', '.session-card'],
    ['memory', '/memory', '.memory-line'],
    ['graph', '/graph', '.legend-item'],
    ['analytics', '/analytics/trends', '.chart-svg'],
  ] as const;

  test.each(places)('of the %s suggests those that there are, and takes any text', async (_, path, seen) => {
    await visit(page, path);
    const field = page.getByRole('combobox', { name: 'Project', exact: true });
    const list = await field.getAttribute('list');
    await page.waitForSelector(`[id="${list}"] option[value="web-shop"]`, { state: 'attached' });
    expect(
      await page
        .locator(`[id="${list}"] option`)
        .evaluateAll((options) => options.map((each) => each.getAttribute('value'))),
    ).toEqual(expect.arrayContaining([PROJECT, 'web-shop']));
    await field.fill(PROJECT);
    await page.waitForURL(`${daemon.url}${path}?project=${PROJECT}`);
    await expectToSee(page, seen);
    await field.fill('no such project');
    await page.waitForSelector(seen, { state: 'detached' });
  });
});

describe('without a mouse', () => {
  test('the first thing that Tab reaches leads past the navigation, and a session opens by Enter', async () => {
    await go('/sessions');
    await expectToSee(page, '.row-title');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await page.locator('.row-title').first().focus();
    await page.keyboard.press('Enter');
    await expectToSee(page, 'nav[aria-label="Parts of the session"]');
  });

  test('the theme that was chosen is there after a reload', async () => {
    await page.getByRole('button', { name: 'Dark' }).click();
    await page.reload();
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await page.getByRole('button', { name: 'As the system' }).click();
  });
});

test('what is not there is said, with a way on', async () => {
  await visit(page, '/sessions/nobody');
  await expectToSee(page, 'text=Try again');
  await visit(page, '/memory?q=zzzqqq');
  await expectToSee(page, 'text=No relevant memory');
});

// Behind the others: it makes the graph of all projects a large one.
test('5,000 nodes are drawn, and the page still answers', async () => {
  const nodes = Array.from({ length: 5000 }, (_, index) => ({
    projectId: 'large',
    type: index % 10 === 0 ? 'Module' : 'Function',
    name: `node-${index}`,
  }));
  const { ids } = await daemon.ask<{ ids: string[] }>('put /v1/graph/nodes', { nodes: nodes.slice(0, 2500) });
  const rest = await daemon.ask<{ ids: string[] }>('put /v1/graph/nodes', { nodes: nodes.slice(2500) });
  const all = [...ids, ...rest.ids];
  const edges = all.slice(1).map((targetId, index) => ({
    sourceId: all[Math.floor(index / 9)] ?? '',
    relationshipName: 'declares',
    targetId,
  }));
  await daemon.ask('put /v1/graph/edges', { edges: edges.slice(0, 2500) });
  await daemon.ask('put /v1/graph/edges', { edges: edges.slice(2500) });
  await go('/graph?limit=5000&project=large');
  await expectToSee(page, '.legend-item:has-text("4,500")');
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.locator('table .link-button').first().click();
  await expectToSee(page, '.node-detail .tie');
});

test('no page failed', () => {
  expect(browser.faults).toEqual([]);
});
