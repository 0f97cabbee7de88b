// What an evaluation asks of a memory, answered through the public library alone: open, add, search, close. Items keep the
// ids they were given; one that is too long becomes several observations, and is found by any of them.
import { createHash } from 'node:crypto';
import { createMemory, InklingError, systemClock } from '@inkling/engine';
import { openPglite } from '@inkling/engine/pglite';
import { splitContent } from './split-content.mjs';
import { isTalk } from './talk.mjs';

const ORG = 'evaluation';
/** The project of items that name none. */
const PROJECT = 'evaluation';
/** The library takes 8,192; a secret that is replaced can make a text longer. */
const PART_BYTES = 8000;
const NAME_BYTES = 512;
const MOST_PATHS = 1000;
const LONGEST_PATH = 1024;
const MOST_ROWS = 200;
const USUAL_ROWS = 20;
/** Whoever evaluates measures the time; an answer that comes late is still an answer. */
const DEADLINE_MS = 60_000;
const VISIBLE = /[^\s\p{Z}\p{Cc}\p{Cf}]/u;
const STORABLE_NAME = /^[^\0\p{Cs}]+$/u;

const bytes = (text) => Buffer.byteLength(text, 'utf8');
const listOf = (value) => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]);
const texts = (value) => listOf(value).filter((each) => typeof each === 'string' && VISIBLE.test(each));
const pathsOf = (item) =>
  texts(item.paths)
    .filter((path) => bytes(path) <= LONGEST_PATH)
    .slice(0, MOST_PATHS);

/** A name as the library takes it: of any type, and however long, the same one for the same value. */
function nameOf(value) {
  const name = String(value);
  return STORABLE_NAME.test(name) && bytes(name) <= NAME_BYTES ? name : createHash('sha256').update(name).digest('hex');
}

/** The moment of an item or a query; null when it tells of none that the library can keep. */
function momentOf(ts) {
  const moment = ts === undefined || ts === null ? null : new Date(ts);
  const year = moment?.getUTCFullYear() ?? Number.NaN;
  return year >= 1 && year <= 9999 ? moment : null;
}

/** All are looked at before one is stored: a request is done, or it has done nothing. */
function requireItems(items) {
  for (const [place, item] of items.entries()) {
    if (item?.id === undefined || item.id === null) throw new TypeError(`items[${place}] has no id`);
  }
}

function requireCount(k) {
  const count = Math.floor(k ?? USUAL_ROWS);
  if (Number.isNaN(count)) throw new TypeError(`k is ${JSON.stringify(k)}; expected a number`);
  return count;
}

/** A clock of the set: it stands at the newest moment that an item or a query has told of, so that a time which a query names is of the set's past. */
function createSetClock() {
  let latest = null;
  return {
    now: () => latest ?? systemClock.now(),
    monotonic: () => systemClock.monotonic(),
    schedule: (callback, ms) => systemClock.schedule(callback, ms),
    see: (moment) => {
      latest = Math.max(latest ?? 0, moment.getTime() + 1);
    },
  };
}

/** What of an item is stored as text. One without visible text is known by its paths alone. */
function contentsOf(item) {
  const parts = splitContent(String(item.text ?? ''), PART_BYTES).filter((part) => VISIBLE.test(part));
  if (parts.length > 0) return parts;
  return splitContent(pathsOf(item).join('\n') || '—', PART_BYTES);
}

function kindOf(unit) {
  if (isTalk(unit)) return 'message';
  return unit === 'commit' ? 'commit' : 'explicit';
}

/** An item is written under an author of its own, because two items with the same text are two answers here. */
function inputsOf(item, author, kind) {
  const speaker = texts(item.speaker)[0];
  const moment = momentOf(item.ts);
  const paths = pathsOf(item);
  const common = {
    projectId: item.project === undefined || item.project === null ? PROJECT : nameOf(item.project),
    agentId: author,
    kind: speaker === undefined ? kind : 'message',
    source: 'import',
    ...(item.session === undefined || item.session === null ? {} : { sessionId: nameOf(item.session) }),
    ...(moment === null ? {} : { createdAt: moment }),
    metadata: { ...(paths.length > 0 ? { paths } : {}), ...(speaker === undefined ? {} : { speaker }) },
  };
  return contentsOf(item).map((content) => ({ ...common, content }));
}

/** Writes them; a text that only its redaction made too long is halved and written again. */
async function write(observations, inputs) {
  for (;;) {
    try {
      return { inputs, results: await observations.rememberMany(inputs) };
    } catch (error) {
      if (!InklingError.isInstance(error) || error.code !== 'observation-too-large') throw error;
      const { index } = error.details;
      const { content } = inputs[index];
      const halves = splitContent(content, Math.ceil(bytes(content) / 2)).filter((part) => VISIBLE.test(part));
      inputs = inputs.toSpliced(index, 1, ...halves.map((half) => ({ ...inputs[index], content: half })));
    }
  }
}

/**
 * A memory of one set's items in an embedded database of its own. `searchSettings` switches parts of the ranking off, `embedder` adds vectors;
 * `report` hears, as one line of text, what an evaluator should know.
 */
export async function createEvaluationStore({ searchSettings = {}, embedder, report = () => undefined } = {}) {
  const clock = createSetClock();
  const database = await openPglite();
  const memory = await createMemory({
    database,
    clock,
    search: searchSettings,
    ...(embedder ? { embedder } : {}),
    onError: (error) => report(`kept from the caller: ${error.stack ?? error}`),
  });
  const org = memory.org(ORG);
  const state = { org, clock, report, kind: 'explicit', authors: new Map(), items: new Map(), twins: new Map() };
  return {
    /** `unit` says what an item is, by its name: talk, a commit, or a statement that stands for itself. */
    async open({ unit } = {}) {
      state.kind = kindOf(unit);
      if (!(await org.warm())) throw new Error('the search index could not be loaded');
    },
    async add(items) {
      await addItems(state, items);
      if (embedder) await org.embedMissing();
    },
    search: (request) => searchItems(state, request),
    close: () => memory.close(),
  };
}

async function addItems(state, items) {
  requireItems(items);
  const owned = [];
  for (const item of items) {
    const author = state.authors.get(item.id) ?? `item-${state.authors.size}`;
    state.authors.set(item.id, author);
    const moment = momentOf(item.ts);
    if (moment !== null) state.clock.see(moment);
    owned.push(...inputsOf(item, author, state.kind).map((input) => ({ id: item.id, input })));
  }
  const idOf = new Map(owned.map(({ id, input }) => [input.agentId, id]));
  const { inputs, results } = await write(
    state.org.observations,
    owned.map(({ input }) => input),
  );
  for (const [index, { id, status }] of results.entries()) {
    const { agentId, content } = inputs[index];
    const item = idOf.get(agentId);
    state.items.set(id, item);
    const twins = state.twins.get(content);
    if (twins === undefined) state.twins.set(content, [item]);
    else twins.unshift(item);
    if (status !== 'active') state.report(`item ${item} is ${status} and will not be found`);
  }
}

async function searchItems({ org, clock, items, twins, report }, { text, paths, context, ts, k }) {
  const count = requireCount(k);
  const moment = momentOf(ts);
  if (moment !== null) clock.see(moment);
  const { outcome, rows, degraded } = await org.recall({
    projectId: PROJECT,
    scope: 'org',
    queryText: String(text ?? ''),
    paths: texts(paths),
    context: texts(context),
    limit: Math.min(MOST_ROWS, Math.max(1, count)),
    minRelevance: 0,
    deadlineMs: DEADLINE_MS,
  });
  if (outcome !== 'ok') throw new Error(`recall ended with ${outcome}`);
  if (degraded !== null) report(`answered while ${degraded}`);
  // Recall answers one row for statements that say the same; the items with the very same text come with it, newest first.
  const ids = rows.flatMap(({ observation }) => [items.get(observation.id), ...(twins.get(observation.content) ?? [])]);
  return [...new Set(ids)].slice(0, Math.max(0, count));
}
