// The inspector in a real browser before a real daemon on many observations: how much it loads, how soon one can use it, how soon a facet is on screen,
// how the graph moves. `npm run bench inspector -- --observations 100000 --loads 7 --only analytics`
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchArguments } from '../lib/bench-arguments.mjs';
import { createCaller, startDaemon } from '../lib/daemon-process.mjs';
import { percentile } from '../lib/statistics.mjs';
import { fillDataDirectory, GRAPH } from './fill-data-directory.mjs';
import { measureFacets } from './measure-facets.mjs';
import { measureGraph } from './measure-graph.mjs';
import { measureLoad } from './measure-load.mjs';
import { openChromium } from './open-chromium.mjs';

const options = benchArguments('inspector');
const { observations, loads, sessions = Math.ceil(observations / 10) } = options;
const print = (line) => process.stdout.write(`${line}\n`);

const TARGETS = { kilobytes: 300, interactiveMs: 1500, facetMs: 1000 };

const VIEWS = [
  { name: 'sessions', path: '/sessions', seen: '.row-title' },
  { name: 'session, activity', path: '/sessions/s100', seen: '.activity' },
  { name: 'topology', path: '/topology', seen: '.session-card' },
  { name: 'explorer', path: '/memory', seen: '.memory-line' },
  { name: 'explorer, a search', path: '/memory?q=statement+about+room399+of+part39', seen: '.arms' },
  { name: 'graph, 500 nodes', path: `/graph?project=${GRAPH.projectId}`, seen: '.legend-item' },
  { name: 'analytics, feedback', path: '/analytics/feedback', seen: '.chart-svg' },
  { name: 'analytics, budget', path: '/analytics/budget', seen: '.chart-svg' },
  { name: 'analytics, latency', path: '/analytics/latency', seen: '.chart-svg' },
  { name: 'analytics, top', path: '/analytics/observations', seen: 'td .meter' },
  { name: 'analytics, drift', path: '/analytics/drift', seen: '.claim, .empty, td' },
  { name: 'analytics, coverage', path: '/analytics/coverage', seen: '.heat-cell' },
  { name: 'analytics, trends', path: '/analytics/trends', seen: '.chart-svg' },
  { name: 'analytics, health', path: '/analytics/health', seen: '.chart-svg' },
  { name: 'administration', path: '/admin/memory', seen: 'table td' },
].filter(({ name }) => name.includes(options.only ?? ''));

let misses = 0;

/** A figure beside its target. */
function figure(name, text, value, target, unit) {
  const isMissed = value > target;
  if (isMissed) misses += 1;
  print(`${name.padEnd(26)}${text}   target ${target} ${unit}${isMissed ? '  MISSED' : ''}`);
}

const milliseconds = (value) => `${value.toFixed(0).padStart(6)} ms`;
const median = (values) => percentile(values, 0.5).toFixed(0).padStart(6);
const kilobytes = (bytes) => `${(bytes / 1024).toFixed(0)} KB`;

/** What a browser is let in with, as the page gets it for the code of its address. */
async function openPass(url, ask) {
  const { code } = await ask('POST /v1/inspector/codes');
  const response = await fetch(`${url}/v1/inspector/passes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${code}` },
  });
  const { secret, orgId } = await response.json();
  return { secret, orgId };
}

async function measureViews(browser, url, pass) {
  print(
    `\n${loads} loads of each view, nothing cached, medians: code there, first question, last answer, data on screen; interactive (median / p99)`,
  );
  for (const { name, path, seen } of VIEWS) {
    const taken = [];
    for (let load = 0; load < loads; load += 1) taken.push(await measureLoad(browser, `${url}${path}`, { seen, pass }));
    const way = ['code', 'asked', 'answered', 'shown'].map((step) => median(taken.map((load) => load[step])));
    const interactive = taken.map((load) => load.interactive);
    const text = `${way.join('')}   ${milliseconds(percentile(interactive, 0.5))} /${milliseconds(percentile(interactive, 0.99))}`;
    figure(name, text, percentile(interactive, 0.5), TARGETS.interactiveMs, 'ms');
  }
}

async function measureFirstLoad(browser, url, ask) {
  const { code } = await ask('POST /v1/inspector/codes');
  const { appBytes, apiBytes, interactive } = await measureLoad(browser, `${url}/#code=${code}`, {
    seen: '.row-title',
  });
  const text = `${kilobytes(appBytes + apiBytes)} (app ${kilobytes(appBytes)}, answers ${kilobytes(apiBytes)}), ${interactive.toFixed(0)} ms`;
  figure('first load, by address', text, (appBytes + apiBytes) / 1024, TARGETS.kilobytes, 'KB');
}

async function measureLive(browser, place) {
  const taken = await measureFacets(browser, { ...place, reports: options.reports });
  const text = `${milliseconds(percentile(taken, 0.5))} /${milliseconds(percentile(taken, 0.99))} of ${taken.length}`;
  figure('reported to on screen', text, percentile(taken, 0.99), TARGETS.facetMs, 'ms');
}

async function measureDrawing(browser, place) {
  const { legend, settledMs, panned, zoomed } = await measureGraph(browser, { ...place, projectId: GRAPH.projectId });
  print(
    `\ngraph of ${GRAPH.nodes} nodes and ${GRAPH.edges} edges, headless, WebGL in software (SwiftShader): ${legend}`,
  );
  print(`settled after             ${milliseconds(settledMs)}`);
  for (const [name, { perSecond, longest }] of [
    ['panning', panned],
    ['zooming', zoomed],
  ])
    print(
      `${name.padEnd(26)}${perSecond.toFixed(1).padStart(6)} frames a second, the longest took ${longest.toFixed(0)} ms`,
    );
}

const folder = mkdtempSync(join(tmpdir(), 'inkling-bench-'));
const dataDir = join(folder, 'data');
await fillDataDirectory(dataDir, { observations, sessions });
const daemon = await startDaemon(['--data-dir', dataDir]);
const browser = await openChromium();
try {
  const { url } = daemon;
  const ask = createCaller(url, dataDir);
  const pass = await openPass(url, ask);
  print(`${observations} observations, ${sessions} sessions; Chromium ${browser.version()}`);
  await measureFirstLoad(browser, url, ask);
  await measureLive(browser, { url, ask, pass });
  await measureViews(browser, url, pass);
  await measureDrawing(browser, { url, pass });
} finally {
  await browser.close();
  daemon.child.kill('SIGTERM');
  await once(daemon.child, 'exit');
  rmSync(folder, { recursive: true, force: true });
}
process.exit(misses === 0 ? 0 : 1);
