import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until something is on a page; the patience is that of `open-browser.ts`. */
export async function expectToSee(page: Page, selector: string): Promise<void> {
  await page.waitForSelector(selector);
  expect(await page.locator(selector).count()).toBeGreaterThan(0);
}
