import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until something is on a page; the browser's own patience is half a minute. */
export async function expectToSee(page: Page, selector: string): Promise<void> {
  await page.waitForSelector(selector);
  expect(await page.locator(selector).count()).toBeGreaterThan(0);
}
