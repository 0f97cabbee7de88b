import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seriousViolations } from '../setup/axe.ts';
import type { Inspector } from '../setup/inspector.ts';
import { TALK, type Story } from '../setup/tell-story.ts';
import { leaveView, visit } from '../setup/visit.ts';

/** `docs` = the pictures of the documentation; anything else = a folder for pictures of every view. */
const wanted = process.env['INKLING_SCREENSHOTS'];
const folder = wanted === 'docs' ? fileURLToPath(new URL('../../../../docs/images', import.meta.url)) : wanted;

const IN_DOCS: ReadonlySet<string> = new Set([
  'help-light-1280',
  'sessions-light-1280',
  'session-context-light-390',
  'session-injections-light-1280',
  'topology-light-1280',
  'memory-search-dark-1280',
  'graph-dark-1280',
  'analytics-budget-light-1280',
  'admin-policies-light-1280',
]);

interface View {
  readonly name: string;
  readonly path: (story: Story) => string;
  /** What shows that its data is there. */
  readonly seen: string;
  /** What stands at the top of the picture in the documentation. (Default: the view does) */
  readonly top?: string;
}

const VIEWS: readonly View[] = [
  { name: 'help', path: () => '/', seen: '.verdict' },
  { name: 'sessions', path: () => '/sessions', seen: 'text=The session cookie is lost' },
  { name: 'session-activity', path: ({ sessions }) => `/sessions/${sessions.live}`, seen: '.activity' },
  { name: 'session-tools', path: ({ sessions }) => `/sessions/${sessions.live}/tools`, seen: '.activity' },
  {
    name: 'session-context',
    path: ({ sessions }) => `/sessions/${sessions.live}/context`,
    seen: '[data-facet=lastEditedFile]',
  },
  {
    name: 'session-injections',
    path: ({ sessions }) => `/sessions/${sessions.live}/injections`,
    seen: '.block-text',
    top: '.panel:has-text("Session start")',
  },
  { name: 'session-timeline', path: ({ sessions }) => `/sessions/${sessions.live}/timeline`, seen: 'text=Gave a hint' },
  { name: 'session-queue', path: ({ sessions }) => `/sessions/${sessions.live}/queue`, seen: 'text=Acknowledged' },
  { name: 'topology', path: () => '/topology', seen: '.session-card' },
  { name: 'memory', path: () => '/memory', seen: '.memory-line' },
  { name: 'memory-search', path: () => '/memory?q=session+cookie+gateway', seen: '.arms' },
  { name: 'memory-one', path: ({ ids }) => `/memory/${ids[0]}`, seen: '.memory-content' },
  { name: 'memory-talks', path: () => '/memory/talks', seen: 'td:has-text("Refunds are paid twice")' },
  { name: 'memory-talk', path: () => `/memory/talks?session=${TALK}`, seen: 'text=by its idempotency key' },
  { name: 'review', path: () => '/review', seen: 'text=Ignore all previous instructions' },
  { name: 'graph', path: () => '/graph', seen: '.graph-canvas[data-settled]' },
  { name: 'analytics-feedback', path: () => '/analytics/feedback', seen: '.chart-svg' },
  { name: 'analytics-budget', path: () => '/analytics/budget', seen: 'text=What would another budget' },
  { name: 'analytics-latency', path: () => '/analytics/latency', seen: '.chart-svg' },
  { name: 'analytics-observations', path: () => '/analytics/observations', seen: 'td .meter' },
  { name: 'analytics-drift', path: () => '/analytics/drift', seen: '.claim' },
  { name: 'analytics-coverage', path: () => '/analytics/coverage', seen: '.heat-cell' },
  { name: 'analytics-trends', path: () => '/analytics/trends', seen: '.chart-svg' },
  { name: 'analytics-health', path: () => '/analytics/health', seen: '.chart-svg' },
  { name: 'admin-budgets', path: () => '/admin/memory', seen: 'text=bug_fix' },
  { name: 'admin-recall-matrix', path: () => '/admin/memory/recall-matrix', seen: '.toggle' },
  { name: 'admin-projects', path: () => '/admin/memory/projects', seen: '.toggle' },
  { name: 'admin-policies', path: () => '/admin/memory/policies', seen: '.decision' },
  { name: 'admin-transfer', path: () => '/admin/memory/transfer', seen: '.list-item' },
  { name: 'admin-retention', path: () => '/admin/memory/retention', seen: 'text=every other kind' },
  { name: 'admin-keys', path: () => '/admin/memory/keys', seen: 'text=CI of the payments team' },
  { name: 'admin-audit', path: () => '/admin/memory/audit', seen: 'td' },
];

/** What is opened, what shows that it is there, and how many questions it takes. */
const ADDRESSES: readonly (readonly [string, string, number])[] = [
  ['/', '.verdict', 1],
  ['/memory', '.memory-line', 2],
  ['/graph', '.legend-item', 1],
  ['/analytics/feedback', '.chart-svg', 1],
  ['/analytics/budget', '.chart-svg', 2],
  ['/analytics/latency?days=7', '.chart-svg', 1],
  ['/analytics/observations', 'td .meter', 2],
  ['/analytics/drift', '.claim', 1],
  ['/analytics/coverage?depth=2', '.heat-cell', 1],
  ['/analytics/trends', '.chart-svg', 2],
  ['/analytics/health', '.chart-svg', 1],
];

/** The data of a view is there, and nothing of it is still on its way. */
async function arrive(page: Page, seen: string): Promise<void> {
  await page.waitForSelector(seen);
  // Not by a function: polling one is an eval, which the page's policy refuses.
  await page.waitForSelector('.skeleton', { state: 'detached' });
}

async function picture(page: Page, name: string, top?: string): Promise<void> {
  if (!folder || (wanted === 'docs' && !IN_DOCS.has(name))) return;
  if (top !== undefined && wanted === 'docs')
    await page
      .locator(top)
      .last()
      .evaluate((element) => (element as unknown as { scrollIntoView(): void }).scrollIntoView());
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: wanted !== 'docs' });
}

interface Look {
  readonly scheme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
}

async function look(page: Page, { scheme, width, height }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.setViewportSize({ width, height });
}

const WIDE = { width: 1280, height: 860 };
const NARROW = { width: 390, height: 844 };
const LOOKS: readonly [Look, Look] = [
  { scheme: 'light', ...WIDE },
  { scheme: 'dark', ...NARROW },
];
/** Each scheme and each width once is what can fail; pictures are wanted of both widths in both schemes. */
const OTHER_LOOKS: readonly Look[] = [
  { scheme: 'dark', ...WIDE },
  { scheme: 'light', ...NARROW },
];

/** Each view in both schemes and both widths, and each address by what it asks. `inspector` must know the story of a whole week. */
export function views(inspector: Inspector): void {
  describe('each view', () => {
    beforeAll(() => {
      if (folder) mkdirSync(folder, { recursive: true });
    });
    afterAll(() => look(inspector.page, LOOKS[0]));

    test.each(VIEWS)('$name shows its data, is accessible and does not scroll sideways', async (view) => {
      const { page, story } = inspector;
      await look(page, LOOKS[0]);
      await visit(page, view.path(story));
      await arrive(page, view.seen);
      for (const each of folder === undefined ? LOOKS : [...LOOKS, ...OTHER_LOOKS]) {
        await look(page, each);
        const name = `${each.scheme}-${each.width}`;
        expect(await seriousViolations(page), name).toEqual([]);
        // Charts take the new width when they are told of it: a frame or two later.
        const overflow = (): Promise<unknown> =>
          page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
        await expect.poll(overflow, { message: name }).toBe(0);
        await picture(page, `${view.name}-${name}`, view.top);
      }
    });
  });

  describe('each address', () => {
    const asked: string[] = [];
    beforeAll(() => void inspector.page.on('request', (request) => asked.push(request.url())));

    test.each(ADDRESSES)(
      '%s asks for what it shows once, before its own code is there',
      async (address, seen, questions) => {
        // The page before it may ask again every few seconds: it is left before anything is counted.
        await leaveView(inspector.page);
        asked.length = 0;
        await inspector.go(address);
        await arrive(inspector.page, seen);
        const isQuestion = (url: string): boolean => url.includes('/v1/') && !url.includes('/v1/projects');
        expect(asked.filter(isQuestion)).toHaveLength(questions);
        const [, place = ''] = new URL(address, inspector.daemon.url).pathname.split('/');
        expect(asked.findIndex(isQuestion)).toBeLessThan(asked.findIndex((url) => url.includes(`${place}-page`)));
      },
    );
  });

  test('a chart tells its values to the pointer and to the keyboard', async () => {
    const { page } = inspector;
    await visit(page, '/analytics/health');
    const chart = page.getByRole('img', { name: 'States of memories' });
    await chart.hover({ position: { x: 200, y: 20 } });
    await page.waitForSelector('.chart-tip:has-text("Active")');
    await chart.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('.chart-tip').innerText()).toContain('Memories');
    expect(await seriousViolations(page)).toEqual([]);
  });
}
