import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { findChromium } from '../../../../scripts/chromium.mjs';

/** A browser in which each page that is opened must not fail silently. */
export interface TestBrowser {
  /** A page of its own, as of a person who has never been here. What goes wrong in it is told by {@link TestBrowser.faults}. */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** Errors of scripts and refusals of the content security policy, of every page so far. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

// The graph is drawn by WebGL, which a machine without a graphics card computes; everything else on a page would be computed that way too.
const ARGS = [
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-gpu-compositing',
  '--disable-gpu-rasterization',
  // No process in reserve for a page that is never opened: each takes 0.3 s of processor time to start.
  '--renderer-process-limit=1',
  // A page is left after a second or two, before code that is compiled for speed has earned it: a seventh of what rendering takes.
  '--js-flags=--no-opt --no-maglev',
];

// A request that a test makes fail is told by the browser too; it is no fault of the app.
const EXPECTED = /Failed to load resource/;

/** Starts the browser. */
export async function openBrowser(): Promise<TestBrowser> {
  const browser: Browser = await chromium.launch({ executablePath: findChromium(), args: ARGS });
  const faults: string[] = [];
  return {
    faults,
    async open(options = {}) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 860 },
        colorScheme: 'light',
        reducedMotion: 'reduce',
        ...options,
      });
      // A wait for a condition is no timing assertion: the browser's own half minute is over on a machine that computes WebGL beside other tests.
      context.setDefaultTimeout(120_000);
      const page = await context.newPage();
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !EXPECTED.test(message.text())) faults.push(message.text());
      });
      return page;
    },
    close: () => browser.close(),
  };
}
