import { setTimeout as pause } from 'node:timers/promises';
import { openPage } from './open-chromium.mjs';

const QUIET_MS = 2_000;
const PATIENCE_MS = 120_000;
const MOVES = 180;
const TURNS = 60;
const FRAME_MS = 16;

/** How the drawing moves under the mouse: frames a second and the longest frame, while it is dragged and while it is zoomed. */
export async function measureGraph(browser, { url, pass, projectId }) {
  const page = await openPage(browser, { pass, script: `(${watchLongTasks.toString()})()` });
  await page.goto(`${url}/graph?limit=5000&project=${projectId}`);
  await page.waitForSelector('.legend-item');
  const settledMs = await untilQuiet(page);
  const legend = await page.locator('.legend').innerText();
  const box = await page.locator('.graph-canvas').boundingBox();
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const panned = await countFrames(page, () => drag(page, middle));
  const zoomed = await countFrames(page, () => turnWheel(page, middle));
  await page.context().close();
  return { legend: legend.replaceAll('\n', ' '), settledMs, panned, zoomed };
}

/** Runs in the page, before anything of it. */
function watchLongTasks() {
  globalThis.inklingBusyUntil = 0;
  const watcher = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) globalThis.inklingBusyUntil = startTime + duration;
  });
  watcher.observe({ type: 'longtask', buffered: true });
}

/** Waits until the layout has settled; answers when that was, in ms from the start of the navigation. */
async function untilQuiet(page) {
  for (let waited = 0; waited < PATIENCE_MS; waited += QUIET_MS) {
    await pause(QUIET_MS);
    const { now, busyUntil } = await page.evaluate(
      '({ now: performance.now(), busyUntil: globalThis.inklingBusyUntil })',
    );
    if (now - busyUntil >= QUIET_MS) return busyUntil;
  }
  throw new Error('the drawing does not settle');
}

async function drag(page, { x, y }) {
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let at = 1; at <= MOVES; at += 1) {
    const angle = (at / MOVES) * Math.PI * 4;
    await page.mouse.move(x + Math.sin(angle) * 200, y + Math.sin(angle * 2) * 120);
    await pause(FRAME_MS);
  }
  await page.mouse.up();
}

async function turnWheel(page, { x, y }) {
  await page.mouse.move(x, y);
  for (let at = 0; at < TURNS; at += 1) {
    await page.mouse.wheel(0, at < TURNS / 2 ? -120 : 120);
    await pause(FRAME_MS * 3);
  }
}

async function countFrames(page, work) {
  await page.evaluate(startCounting);
  await work();
  const frames = await page.evaluate('globalThis.inklingFrames.splice(0)');
  const deltas = frames.slice(1).map((at, index) => at - frames[index]);
  const seconds = (frames.at(-1) - frames[0]) / 1000;
  return { perSecond: deltas.length / seconds, longest: Math.max(...deltas) };
}

/** Runs in the page. */
function startCounting() {
  const frames = (globalThis.inklingFrames = []);
  const count = (at) => {
    if (globalThis.inklingFrames !== frames) return;
    frames.push(at);
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
}
