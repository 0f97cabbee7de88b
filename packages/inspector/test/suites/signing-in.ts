import { expect, test } from 'vitest';
import { seriousViolations } from '../setup/axe.ts';
import { expectToSee } from '../setup/expect-to-see.ts';
import type { Inspector } from '../setup/inspector.ts';
import { signIn } from '../setup/sign-in.ts';

/** How one is let in, each time in a browser of one's own. */
export function signingIn(inspector: Inspector): void {
  test('the code leaves the address before anything is drawn, no request has it in its address, and the page never holds the token', async () => {
    const { browser, daemon } = inspector;
    const fresh = await browser.open();
    const asked: string[] = [];
    fresh.on('request', (request) => asked.push(request.url()));
    const address = await daemon.printedAddress();
    const [, code = ''] = address.split('#code=');
    await fresh.goto(address);
    await expectToSee(fresh, 'h1:has-text("Did it help?")');
    expect(fresh.url()).toBe(`${daemon.url}/`);
    expect(code).toMatch(/^once\./);
    expect(asked.filter((url) => url.includes(code))).toEqual([]);
    expect(await fresh.evaluate('history.length')).toBeLessThanOrEqual(2);
    const held = await fresh.evaluate<string>(
      'JSON.stringify([Object.values(sessionStorage), Object.values(localStorage)])',
    );
    expect(held).toContain('pass.');
    expect(held).not.toContain(daemon.token);
    await fresh.reload();
    await expectToSee(fresh, 'h1:has-text("Did it help?")');
  });

  test('an address lets in once: the second browser is told so, and what to do', async () => {
    const { browser, daemon } = inspector;
    const address = await daemon.address();
    const [first, second] = [await browser.open(), await browser.open()];
    await first.goto(address);
    await expectToSee(first, 'h1:has-text("Did it help?")');
    await second.goto(address);
    await expectToSee(second, '[role=alert]:has-text("was used before")');
    await expectToSee(second, 'text=npx inkling inspect');
    expect(second.url()).toBe(`${daemon.url}/`);
    expect(await seriousViolations(second)).toEqual([]);
  });

  test('the first load is no more than 300 KB, compressed', async () => {
    const { browser, daemon } = inspector;
    const fresh = await browser.open();
    await fresh.goto(await daemon.address());
    await expectToSee(fresh, '.row-title');
    const bytes = await fresh.evaluate<number>(
      `performance.getEntriesByType('resource').reduce((sum, { name, encodedBodySize }) => sum + (name.includes('/v1/') ? 0 : encodedBodySize), 0)`,
    );
    expect(bytes).toBeGreaterThan(50 * 1024);
    expect(bytes).toBeLessThan(300 * 1024);
  });

  test('without credentials a view asks for them, a wrong key is refused, and a right one leads to the view', async () => {
    const { browser, daemon } = inspector;
    const { text } = await daemon.ask<{ text: string }>('post /v1/api-keys', { role: 'member', name: 'a person' });
    const fresh = await browser.open();
    await fresh.goto(`${daemon.url}/memory`);
    await signIn(fresh, 'wrong');
    await expectToSee(fresh, 'text=The daemon did not accept it');
    await signIn(fresh, text);
    await expectToSee(fresh, '.memory-line');
  });

  test('a role that may not is told so, and is not thrown out', async () => {
    const { browser, daemon } = inspector;
    const { text } = await daemon.ask<{ text: string }>('post /v1/api-keys', {
      role: 'member',
      name: 'another person',
    });
    const fresh = await browser.open();
    await fresh.goto(`${daemon.url}/admin/memory/audit`);
    await signIn(fresh, text);
    await expectToSee(fresh, 'text=Your key does not allow this');
  });
}
