import { createMemory, estimateTokens, systemClock } from '@inkling/engine';
import { captureExchanges } from '@inkling/engine/capture';
import { openPglite } from '@inkling/engine/pglite';
import { composeObservationBlock, decidingLines, LINE_WEIGHTS, shownRows, TALK_WORTH } from '@inkling/engine/testing';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const FIRST_DAY = Date.UTC(2026, 3, 1, 9);
const BATCH = 200;

/** The sessions of the decoys, and those of tasks behind them. */
export function sessionsOf({ decoys, tasks }) {
  const others = decoys.map((turns, place) => ({ turns, at: FIRST_DAY + (place * DAY_MS) / 3 }));
  const own = tasks.flatMap(({ chats }, place) =>
    chats.map((turns, chat) => ({ turns, at: FIRST_DAY + (20 + place + 20 * chat) * DAY_MS })),
  );
  return [...others, ...own];
}

function exchangesOf(projectId, { turns, at }, session) {
  const events = turns.map(({ role, text }, seq) => {
    return { type: role === 'user' ? 'prompt' : 'answer', text, seq, at: new Date(at + seq * MINUTE_MS).toISOString() };
  });
  return captureExchanges(events).map(({ content, at: createdAt, turn }) => ({
    content,
    kind: 'exchange',
    projectId,
    source: 'import',
    sessionId: `${projectId}-${session}`,
    createdAt,
    metadata: { exchange: { turn } },
  }));
}

/** The commits of the history, and behind them those that document a decision, each followed by one that touches the same file. */
export function commitsOf(projectId, history, tasks) {
  const end = Date.parse(history.at(-1).date);
  const documented = tasks.flatMap(({ subject, rationale, module, regression }, place) => {
    const date = (hour) => new Date(end + place * DAY_MS + hour * 60 * MINUTE_MS).toISOString();
    return [
      { date: date(1), subject, body: rationale, paths: [module] },
      { date: date(3), subject: regression ?? `perf: simplify ${module}`, body: '', paths: [module] },
    ];
  });
  return [...history, ...documented].map(({ date, subject, body, paths }, place) => ({
    content: `${subject}\n\n${body}`.trim().slice(0, 4000),
    kind: 'commit',
    projectId,
    agentId: `commit-${place}`,
    source: 'import',
    createdAt: new Date(date).toISOString(),
    metadata: { paths: paths.slice(0, 50) },
  }));
}

/** What the sessions of the decoys began with, and all but that of each: a question whose answer is one of them. */
function openingsOf(projectId, { decoys }) {
  const sessions = sessionsOf({ decoys, tasks: [] }).map((session, place) => exchangesOf(projectId, session, place));
  return {
    openings: sessions.map(([{ sessionId }], place) => ({ sessionId, question: decoys[place][0].text })),
    rest: sessions.flatMap((exchanges) => exchanges.slice(1)),
  };
}

/** A memory with a project for each question, and the contents of all that is in it, by id. */
export async function createDecisionMemory(set, search, embedder) {
  const now = () => FIRST_DAY + 200 * DAY_MS;
  const memory = await createMemory({
    database: await openPglite(),
    clock: { ...systemClock, now },
    search,
    ...(embedder ? { embedder } : {}),
  });
  const org = memory.org('bench');
  const talked = set.tasks.filter(({ source }) => source === 'conversation');
  const documented = set.tasks.filter(({ source }) => source === 'history');
  const exchanges = (projectId, tasks) =>
    sessionsOf({ ...set, tasks }).flatMap((session, place) => exchangesOf(projectId, session, place));
  const { openings, rest } = openingsOf('openings', set);
  const inputs = [
    ...exchanges('chats', talked),
    ...exchanges('silence', []),
    ...rest,
    ...commitsOf('history', set.history, documented),
  ];
  const contents = new Map();
  for (let from = 0; from < inputs.length; from += BATCH) {
    const batch = inputs.slice(from, from + BATCH);
    const results = await org.observations.rememberMany(batch);
    results.forEach(({ id }, place) => contents.set(id, batch[place].content));
  }
  for (const projectId of ['chats', 'silence', 'openings', 'history']) await org.warm({ projectId });
  if (embedder) await org.embedMissing();
  return { org, contents, talked, documented, openings, close: () => memory.close() };
}

/** The talk that a question was taken from: whether it was found first, and how relevant. */
export async function openingFound({ org }, { sessionId, question }) {
  const request = { projectId: 'openings', queryText: question, limit: 20, minRelevance: 0, deadlineMs: 60_000 };
  const { rows } = await org.recall(request);
  const place = rows.findIndex(({ observation }) => observation.sessionId === sessionId);
  return { isFirst: place === 0, relevance: rows[place]?.relevance ?? 0 };
}

/** A start block as the product composes it, with a part switched off; nothing changed gives the product's own. */
export async function blockOf({ org, contents }, { projectId, question, paths, budget, worth, weights, weakTalk }) {
  const { rows } = await org.recall({
    projectId,
    queryText: question,
    paths,
    limit: 20,
    minRelevance: 0.25,
    deadlineMs: 60_000,
  });
  // Changed and set back in one turn, so nothing else is composed with it.
  const before = [{ ...TALK_WORTH }, { ...LINE_WEIGHTS }];
  Object.assign(TALK_WORTH, worth);
  Object.assign(LINE_WEIGHTS, weights);
  try {
    const weighed = rows.map((row) => {
      if (!row.talk || !worth) return row;
      const exchanges = row.talk.exchangeIds.map((id) => ({ id, content: contents.get(id) }));
      return { ...row, talk: { ...row.talk, lines: decidingLines(exchanges) } };
    });
    return composeObservationBlock(shownRows(weighed, weakTalk), budget, estimateTokens, { question }).block;
  } finally {
    Object.assign(TALK_WORTH, before[0]);
    Object.assign(LINE_WEIGHTS, before[1]);
  }
}
