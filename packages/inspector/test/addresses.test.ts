import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { expectToSee } from './setup/expect-to-see.ts';
import { startInspectedDaemon, type InspectedDaemon } from './setup/inspected-daemon.ts';
import { openBrowser, type TestBrowser } from './setup/open-browser.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let daemon: InspectedDaemon;
let browser: TestBrowser;
let page: Page;

beforeAll(async () => {
  [daemon, browser] = await Promise.all([startInspectedDaemon(), openBrowser()]);
  page = await browser.open();
  await page.goto(await daemon.address());
  await expectToSee(page, 'h1:has-text("Did it help?")');
});

afterAll(async () => {
  await browser?.close();
  await daemon?.stop();
});

test.each(['parent/sub', 'job:42', 'a@b?c#d', '100%25', '50% done'])(
  'a session of any id is opened by its address and from the list: %s',
  async (id) => {
    const title = `Work of ${id}`;
    await daemon.ask('post /v1/sessions', { id, workItem: { title } });
    await page.goto(`${daemon.url}/sessions/${encodeURIComponent(id)}`);
    await expectToSee(page, `h1:has-text("${title}")`);
    await page.goto(`${daemon.url}/sessions`);
    await page.getByRole('link', { name: title }).click();
    await expectToSee(page, `h1:has-text("${title}")`);
    await page.getByRole('link', { name: 'Queue' }).click();
    await expectToSee(page, '[aria-current=page]:has-text("Queue")');
    expect(await page.locator(`h1:has-text("${title}")`).count()).toBe(1);
  },
);

test('no page failed', () => {
  expect(browser.faults).toEqual([]);
});
