import type { Page } from 'playwright-core';

/** Fills in the form that stands before a view, as a person with a key does. */
export async function signIn(page: Page, secret: string): Promise<void> {
  await page.getByLabel('API key or token').fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
