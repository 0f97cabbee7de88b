import { expect, test } from 'vitest';
import { inspectorOf } from './setup/inspector.ts';
import { tellWeek } from './setup/tell-story.ts';
import { addresses } from './suites/addresses.ts';
import { boundKey } from './suites/bound-key.ts';
import { firstPage } from './suites/first-page.ts';
import { reviewing } from './suites/reviewing.ts';
import { signingIn } from './suites/signing-in.ts';
import { views } from './suites/views.ts';

// One daemon and one page for all that mostly looks: each daemon that starts and is told a story takes 9 s of processor time.
const inspector = inspectorOf(tellWeek);

views(inspector);
addresses(inspector);
firstPage(inspector);
signingIn(inspector);
boundKey(inspector);
reviewing(inspector);

test('no page failed, and the content security policy refused nothing', () => {
  expect(inspector.browser.faults).toEqual([]);
});
