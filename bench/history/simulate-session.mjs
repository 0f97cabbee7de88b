import {
  createConversationMemory,
  createInjectionState,
  estimateHistoryTokens,
  isInjectionBlock,
} from '@inkling/engine/history';

/** What a coding agent sends before the first message: instructions and tools. */
const SYSTEM_TOKENS = 6000;
/** The host compacts from here on, and keeps the last turns as they are. */
const WINDOW_TOKENS = 60_000;
const KEPT_TURNS = 3;
const STEPS = 3;
const TOPICS = 24;

const filler = (random, tokens) =>
  Array.from({ length: tokens }, () =>
    Math.floor(random() * 46_656)
      .toString(36)
      .padStart(3, '0'),
  ).join(' ');

/** Four statements of some 60 tokens about each topic; a turn's question names its topic, and topics last about two turns. */
function createTopicSource(random) {
  const memories = Array.from({ length: TOPICS * 4 }, (_, at) => ({
    id: `m${at}`,
    topic: Math.floor(at / 4),
    text: filler(random, 60),
  }));
  return {
    search: async ({ text }) => {
      const topic = Number(/topic (\d+)/.exec(text)?.[1]);
      return memories.filter((memory) => memory.topic === topic).map((memory) => ({ ...memory, score: 1 }));
    },
    render: (shown) => ({
      text: shown.map(({ id, text }) => `- [${id}] ${text}`).join('\n'),
      ids: shown.map(({ id }) => id),
    }),
  };
}

/** What one turn adds after the prompt: the messages before each further request, and those that end it. */
function scriptTurn(turn, random) {
  const topic = Math.floor(turn / 2) % TOPICS;
  const steps = Array.from({ length: STEPS }, (_, step) => {
    const id = `c${turn}-${step}`;
    return [
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'read_file', input: { path: filler(random, 8) } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: filler(random, 500) }] },
    ];
  });
  const prompt = { role: 'user', content: `About topic ${topic}: ${filler(random, 40)}` };
  return { prompt, steps, answer: { role: 'assistant', content: filler(random, 180) } };
}

/** The provider's side: the longest beginning that a request shares with any before it costs a tenth. */
function createPromptCache() {
  const known = new Set();
  const totals = { prompt: 0, cached: 0 };
  return {
    totals,
    ask(messages) {
      let prefix = '';
      let tokens = SYSTEM_TOKENS;
      let cached = known.size === 0 ? 0 : SYSTEM_TOKENS;
      let isShared = true;
      for (const message of messages) {
        prefix = hash(prefix + JSON.stringify(message));
        tokens += estimateHistoryTokens([message]);
        isShared &&= known.has(prefix);
        if (isShared) cached = tokens;
        known.add(prefix);
      }
      known.add('');
      totals.prompt += tokens;
      totals.cached += cached;
    },
  };
}

function hash(text) {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let at = 0; at < text.length; at += 1) {
    a = Math.imul(a ^ text.charCodeAt(at), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(at), 0x85ebca6b);
  }
  return `${a >>> 0}:${b >>> 0}:${text.length}`;
}

/** A session of so many turns with a compacting host, and what the prompt cache made of its requests. */
export async function simulateSession(settings, turns, random) {
  const memory = createConversationMemory({
    source: createTopicSource(random),
    settings,
    state: createInjectionState(() => 'bench'),
  });
  const cache = createPromptCache();
  let own = [];
  let compactions = 0;
  let mostBlocks = 0;
  const ask = async () => {
    const messages = await memory.prepare(own);
    mostBlocks = Math.max(mostBlocks, messages.filter((message) => isInjectionBlock(message)).length);
    cache.ask(messages);
    return estimateHistoryTokens(messages);
  };
  for (let turn = 0; turn < turns; turn += 1) {
    const { prompt, steps, answer } = scriptTurn(turn, random);
    own = [...own, prompt];
    let size = await ask();
    for (const step of steps) {
      own = [...own, ...step];
      size = await ask();
    }
    own = [...own, answer];
    if (SYSTEM_TOKENS + size < WINDOW_TOKENS) continue;
    const kept = KEPT_TURNS * (2 + 2 * STEPS);
    own = [{ role: 'user', content: `Summary: ${filler(random, 700)}` }, ...own.slice(-kept)];
    compactions += 1;
  }
  return { ...cache.totals, compactions, mostBlocks };
}
