import { setTimeout as pause } from 'node:timers/promises';
import { openPage } from './open-chromium.mjs';

/** A long task that begins this long after the data was drawn still belongs to the load. */
const AFTERMATH_MS = 500;

/**
 * Loads a view in a browser that knows nothing of it. `shown` = its data is on screen; `interactive` = and no long task (over 50 ms) is in the way of a click;
 * bytes as they came over the wire until then, with headers. `code`, `asked`, `answered` = when the last script was there, the first question was put,
 * and the last answer was there, of those that came before it was shown. All in ms from the start of the navigation.
 */
export async function measureLoad(browser, address, { seen, pass }) {
  const page = await openPage(browser, { pass, script: `(${watchLoad.toString()})(${JSON.stringify(seen)})` });
  const received = await countBytes(page);
  await page.goto(address);
  await page.waitForSelector(seen);
  await page.waitForSelector('.skeleton', { state: 'detached' });
  await pause(AFTERMATH_MS * 2);
  const { shownAt, longTasks, origin } = await page.evaluate('globalThis.inklingLoad');
  const resources = await page.evaluate(readResources);
  await page.context().close();
  if (shownAt === null) throw new Error(`${address}: a placeholder is still on screen`);
  const late = longTasks.filter(([start]) => start < shownAt + AFTERMATH_MS).map(([start, length]) => start + length);
  const interactive = Math.max(shownAt, ...late);
  const until = (origin + interactive) / 1000;
  const bytesOf = (isApi) =>
    received.filter((each) => each.isApi === isApi && each.at <= until).reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    shown: shownAt,
    interactive,
    ...wentBy(resources, shownAt),
    appBytes: bytesOf(false),
    apiBytes: bytesOf(true),
  };
}

/** Runs in the page, before anything of it. */
function watchLoad(seen) {
  const load = (globalThis.inklingLoad = { shownAt: null, longTasks: [], origin: performance.timeOrigin });
  const watcher = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) load.longTasks.push([startTime, duration]);
  });
  watcher.observe({ type: 'longtask', buffered: true });
  const changes = new MutationObserver(() => {
    if (!document.querySelector(seen) || document.querySelector('.skeleton')) return;
    changes.disconnect();
    // Behind the next frame: until then nothing of it can be seen.
    requestAnimationFrame(() => setTimeout(() => (load.shownAt = performance.now())));
  });
  changes.observe(document, { childList: true, subtree: true });
}

/** Runs in the page. */
function readResources() {
  return performance
    .getEntriesByType('resource')
    .map(({ name, startTime, responseEnd }) => ({ name, from: startTime, to: responseEnd }));
}

/** Where the time went: on the way of the code, before the first question, on the way of the answers. */
function wentBy(resources, shownAt) {
  const before = resources.filter(({ to }) => to > 0 && to <= shownAt);
  const questions = before.filter(({ name }) => name.includes('/v1/') && !name.includes('/v1/inspector/'));
  return {
    code: Math.max(0, ...before.filter(({ name }) => name.endsWith('.js')).map(({ to }) => to)),
    asked: Math.min(shownAt, ...questions.map(({ from }) => from)),
    answered: Math.max(0, ...questions.map(({ to }) => to)),
  };
}

/** What comes over the wire, with the moment (s since 1970) at which the browser had it. */
async function countBytes(page) {
  const session = await page.context().newCDPSession(page);
  const [received, requests] = [[], new Map()];
  let skew = null;
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, wallTime }) => {
    skew ??= wallTime - timestamp;
    requests.set(requestId, request.url);
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const isApi = requests.get(requestId)?.includes('/v1/') ?? false;
    received.push({ isApi, bytes: encodedDataLength, at: timestamp + (skew ?? 0) });
  });
  await session.send('Network.enable');
  return received;
}
