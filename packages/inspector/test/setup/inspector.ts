import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { Ask } from './ask.ts';
import { expectToSee } from './expect-to-see.ts';
import { startInspectedDaemon, type InspectedDaemon } from './inspected-daemon.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import type { Story } from './tell-story.ts';

/** What the tests of a file share. It is there as soon as the first of them runs. */
export interface Inspector {
  readonly daemon: InspectedDaemon;
  readonly browser: TestBrowser;
  readonly story: Story;
  /** A page that is signed in. */
  readonly page: Page;
  /** Opens an address of the daemon in {@link Inspector.page}, as one that is typed. */
  go(path: string): Promise<void>;
}

/** Starts a daemon that knows a story, and a browser that is signed in, for the tests of a file. */
export function inspectorOf(tell: (ask: Ask) => Promise<Story>): Inspector {
  const inspector = {
    async go(path: string) {
      await inspector.page.goto(`${inspector.daemon.url}${path}`);
    },
  } as { -readonly [Key in keyof Inspector]: Inspector[Key] };
  beforeAll(async () => {
    [inspector.daemon, inspector.browser] = await Promise.all([startInspectedDaemon(), openBrowser()]);
    inspector.story = await tell(inspector.daemon.ask);
    inspector.page = await inspector.browser.open();
    await inspector.page.goto(await inspector.daemon.address());
    await expectToSee(inspector.page, 'h1:has-text("Did it help?")');
  });
  afterAll(async () => {
    await inspector.browser?.close();
    await inspector.daemon?.stop();
  });
  return inspector;
}
