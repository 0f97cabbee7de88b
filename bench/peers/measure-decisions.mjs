import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { estimateTokens } from '@inkling/engine';
import { blockOf, commitsOf, createDecisionMemory, sessionsOf } from '../talks/decision-memory.mjs';
import { wordCoverage } from '../talks/word-coverage.mjs';

const ASKED = 20;
/** A task is reached when its block holds so much of the decision. */
const REACHED = 0.6;
const mean = (numbers) => numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length);

/** What is asked of a decision set: where the decision stands, and whether the file at hand is told. `silence` knows nothing of it. */
export const QUESTIONS = [
  { name: 'chats', projectId: 'chats', source: 'conversation', decisionOf: ({ policy }) => policy },
  { name: 'history', projectId: 'history', source: 'history' },
  { name: 'history and the file', projectId: 'history', source: 'history', withFile: true },
  { name: 'silence', projectId: 'silence', source: 'conversation' },
];

/** The turns or commits of a project, as items of a recall set. */
function itemsOf(set, projectId) {
  const tasks = (source) => set.tasks.filter((task) => task.source === source);
  if (projectId === 'history') {
    return commitsOf(projectId, set.history, tasks('history')).map(({ content, createdAt, metadata }, id) => {
      return { id: `c${id}`, text: content, ts: createdAt, paths: metadata.paths };
    });
  }
  const sessions = sessionsOf({ ...set, tasks: projectId === 'silence' ? [] : tasks('conversation') });
  return sessions.flatMap(({ turns, at }, session) =>
    turns.map(({ role, text }, turn) => {
      const ts = new Date(at + turn * 60_000).toISOString();
      return { id: `t${session}-${turn}`, text, ts, session: `s${session}`, speaker: role };
    }),
  );
}

/** The best texts that fit; one that does not is passed over. */
function filled(texts, budget) {
  let block = '';
  for (const text of texts) {
    const longer = `${block}${text}\n`;
    if (estimateTokens(longer) <= budget) block = longer;
  }
  return block;
}

/** `block(question, task, budget)` of a contender that ranks texts. */
async function rankedTexts({ create }, set, projectId) {
  const items = itemsOf(set, projectId);
  const texts = new Map(items.map(({ id, text }) => [id, text]));
  const adapter = await create({});
  await adapter.open?.({ unit: projectId === 'history' ? 'commit' : 'turn' });
  await adapter.add(items);
  return {
    async block({ withFile }, { report, module }, budget) {
      const paths = withFile ? [module] : [];
      const ids = await adapter.search({ text: [report, ...paths].join('\n'), paths, context: [], k: ASKED });
      return filled(
        ids.map((id) => texts.get(id)),
        budget,
      );
    },
    close: () => adapter.close?.(),
  };
}

function ownBlocks(memory, projectId) {
  return {
    block: ({ withFile }, { report, module }, budget) =>
      blockOf(memory, { projectId, question: report, paths: withFile ? [module] : [], budget }),
    close: () => undefined,
  };
}

async function answersTo(question, store, set, budget) {
  const { source, decisionOf = ({ subject, rationale }) => `${subject} ${rationale}` } = question;
  const found = [];
  for (const task of set.tasks.filter((each) => each.source === source)) {
    const block = await store.block(question, task, budget);
    found.push({ coverage: wordCoverage(decisionOf(task), task.report, block), tokens: countTokens(block) });
  }
  const coverage = mean(found.map((one) => one.coverage));
  const tokens = mean(found.map((one) => one.tokens));
  const reached = mean(found.map((one) => Number(one.coverage >= REACHED)));
  const empty = found.filter((one) => one.tokens === 0).length;
  return { coverage, reached, tokens, empty, tasks: found.length };
}

/** A contender's figures for each question that it can be asked and each budget, by `<question> <budget>`. */
export async function measureDecisions(contender, set, budgets) {
  const memory = contender.ours ? await createDecisionMemory(set, {}, contender.ours.embedder) : null;
  const figures = new Map();
  for (const projectId of new Set(QUESTIONS.map((question) => question.projectId))) {
    const asked = QUESTIONS.filter((one) => one.projectId === projectId && (one.withFile || !contender.needsFile));
    if (asked.length === 0) continue;
    const store = memory ? ownBlocks(memory, projectId) : await rankedTexts(contender, set, projectId);
    for (const question of asked) {
      for (const budget of budgets) {
        figures.set(`${question.name} ${budget}`, await answersTo(question, store, set, budget));
      }
    }
    await store.close();
  }
  await memory?.close();
  return figures;
}
