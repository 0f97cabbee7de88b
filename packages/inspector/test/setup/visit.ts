import type { Page } from 'playwright-core';

/** Where no view is: nothing there asks the daemon for anything. */
const NOWHERE = '/no/view/has/this/address';

/** Leaves the view that a page shows, and all that it asks again and again, without loading the app another time. */
export async function leaveView(page: Page): Promise<void> {
  await page.evaluate(`history.pushState(null, '', '${NOWHERE}')`);
  await page.waitForSelector('text=This address leads to no view');
}

/**
 * Shows the view of an address in a page that has the app, as a link of the app does. Loading the app anew takes twice the processor time,
 * and axe two to three times as much in a page that is new.
 */
export async function visit(page: Page, path: string): Promise<void> {
  // What is waited for next must not be found in the view before.
  await leaveView(page);
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
}
