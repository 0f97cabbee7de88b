import { createRequire } from 'node:module';
import { findChromium } from '../../scripts/chromium.mjs';

// Driving a browser is a dependency of the web app's tests and of nothing else.
const { chromium } = createRequire(new URL('../../packages/inspector/package.json', import.meta.url))(
  'playwright-core',
);

// WebGL without a graphics card: the processor draws.
const ARGS = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];

/** A browser at the processor's own pace. */
export const openChromium = () => chromium.launch({ executablePath: findChromium(), args: ARGS });

/** A page of a person who was never here: nothing is in the browser's cache. `pass` = who was let in before. */
export async function openPage(browser, { pass = null, script = '' } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  const signIn = pass ? `sessionStorage.setItem('inkling-credentials', ${JSON.stringify(JSON.stringify(pass))});` : '';
  await context.addInitScript({ content: `${signIn}\n${script}` });
  return context.newPage();
}
