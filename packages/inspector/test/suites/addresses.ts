import { expect, test } from 'vitest';
import { expectToSee } from '../setup/expect-to-see.ts';
import type { Inspector } from '../setup/inspector.ts';

/** Sessions whose ids an address cannot have as they are. */
export function addresses(inspector: Inspector): void {
  test.each(['parent/sub', 'job:42', 'a@b?c#d', '100%25', '50% done'])(
    'a session of any id is opened by its address and from the list: %s',
    async (id) => {
      const { daemon, page } = inspector;
      const title = `Work of ${id}`;
      await daemon.ask('post /v1/sessions', { id, workItem: { title } });
      await inspector.go(`/sessions/${encodeURIComponent(id)}`);
      await expectToSee(page, `h1:has-text("${title}")`);
      await page.locator('.back').click();
      await page.getByRole('link', { name: title }).click();
      await expectToSee(page, `h1:has-text("${title}")`);
      await page.getByRole('link', { name: 'Queue' }).click();
      await expectToSee(page, '[aria-current=page]:has-text("Queue")');
      expect(await page.locator(`h1:has-text("${title}")`).count()).toBe(1);
    },
  );
}
