// What the last exchange is worth to a search: `npm run bench follow-up -- --data <directory> [--sets devmembench] [--show 5]`.
// Follow-ups and changes of topic, asked raw, with the exchange glued on, and with its most specific words at a small weight.
// docs/reference/history.md says how the queries are made.
import { createInProcessIndexHost, searchSettings } from '@inkling/engine/testing';
import { benchArguments, fromArgument } from '../lib/bench-arguments.mjs';
import { meanScores, scoreRanking } from '../quality/lib/ranking-metrics.mjs';
import { readSets } from '../quality/lib/read-sets.mjs';
import { isTalk } from '../quality/lib/talk.mjs';
import { buildFollowUps } from './build-follow-ups.mjs';

const options = benchArguments('follow-up');
const FLOOR = 0.25;
const print = (text = '') => process.stdout.write(`${text}\n`);

const exchange = ({ question, answer }) => `${question}\n${answer}`;
/** With earlier ones about other things: a conversation that came back to a topic, or left it. */
const exchanges = (query, more) => [...query.earlier.slice(-more), query].map(exchange);
const WAYS = [
  { name: 'the question in full', ask: ({ full }) => ({ text: full }) },
  { name: 'raw', ask: ({ text }) => ({ text }) },
  { name: 'glued on', ask: (query) => ({ text: `${query.text}\n${exchange(query)}` }) },
  { name: 'glued on, question only', ask: (query) => ({ text: `${query.text}\n${query.question}` }) },
  { name: 'ours', ask: (query) => ({ text: query.text, context: [exchange(query)] }) },
  { name: 'ours, question only', ask: (query) => ({ text: query.text, context: [query.question] }) },
  { name: 'ours, one exchange more', ask: (query) => ({ text: query.text, context: exchanges(query, 1) }) },
  { name: 'ours, two exchanges more', ask: (query) => ({ text: query.text, context: exchanges(query, 2) }) },
];

/** The index with a store's items that are known when a query is asked. */
async function openIndex(store, unit) {
  const host = createInProcessIndexHost(searchSettings());
  await host.open('scope');
  let known = 0;
  return {
    async upTo(at) {
      const items = store.items.slice(known, at);
      known = Math.max(known, at);
      await host.put(
        'scope',
        items.map((item, index) => ({
          id: item.id,
          text: item.text,
          paths: item.paths ?? [],
          createdAt: Date.parse(item.ts),
          sessionId: item.session,
          projectId: null,
          conversational: isTalk(unit),
          position: known + index,
        })),
      );
    },
    search: (query) => host.search('scope', { ...query, now: Number.MAX_SAFE_INTEGER, limit: 50 }),
    close: () => host.close(),
  };
}

/** Recall as it is without a floor, and the share of the answers that recall's floor lets through. */
async function measure(index, queries, ask) {
  const scores = [];
  let passed = 0;
  for (const query of queries) {
    await index.upTo(query.at);
    const hits = await index.search(ask(query));
    scores.push(
      scoreRanking(
        hits.map(({ id }) => id),
        query.rel,
      ),
    );
    passed += hits.some(({ id, relevance }) => Object.hasOwn(query.rel, id) && relevance >= FLOOR) ? 1 : 0;
  }
  return { ...meanScores(scores), passed: passed / queries.length };
}

const percent = (share) => (100 * share).toFixed(1).padStart(7);

async function report(set, store) {
  const built = buildFollowUps(store);
  for (const [kind, queries] of Object.entries(built)) {
    print(`\n${set.name}, ${kind}: ${queries.length}`);
    for (const { question, text, full } of queries.slice(0, options.show)) print(`  ${question} → ${text}   (${full})`);
    print(`${'  asked'.padEnd(28)}    R@5   R@10    MRR  above ${FLOOR}`);
    for (const { name, ask } of WAYS) {
      const index = await openIndex(store, set.unit);
      const { recall5, recall10, mrr, passed } = await measure(index, queries, ask);
      await index.close();
      print(`  ${name.padEnd(26)}${percent(recall5)}${percent(recall10)}${percent(mrr)}${percent(passed)}`);
    }
  }
}

const sets = fromArgument('follow-up', () => readSets(options.data, options.sets));
for (const set of sets) {
  for (const store of set.stores) await report(set, store);
}
