import {
  escapeIncomingMessages,
  estimateHistoryTokens,
  pruneOldInjectionBlocks,
  renderMessagesAsTranscript,
  wrapInjectionBlock,
} from '@inkling/engine/history';
import { percentile } from '../lib/statistics.mjs';

const MESSAGES = 10_000;
const RUNS = 20;
const NONCE = 'bench';

const WORDS =
  'the session header is read by the gateway before a request reaches auth middleware tokens rotate [daily] in src/auth'.split(
    ' ',
  );
const text = (random, words) =>
  Array.from({ length: words }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');

/** A coding agent's history: of ten messages one is a prompt, one a block now and then, the rest calls, what tools answered, and answers. */
function longHistory(random) {
  const history = [];
  for (let turn = 1; history.length < MESSAGES; turn += 1) {
    if (turn % 10 === 0) {
      const body = Array.from({ length: 6 }, () => `- [id] ${text(random, 30)}`).join('\n');
      history.push({ role: 'user', content: wrapInjectionBlock(body, { nonce: NONCE, turn }) });
    }
    history.push({ role: 'user', content: text(random, 30) });
    for (let step = 0; step < 4; step += 1) {
      const id = `call_${turn}_${step}`;
      const call = {
        id,
        type: 'function',
        function: { name: 'read_file', arguments: JSON.stringify({ path: text(random, 2) }) },
      };
      history.push({ role: 'assistant', content: null, tool_calls: [call] });
      history.push({ role: 'tool', tool_call_id: id, content: text(random, 120) });
    }
    history.push({ role: 'assistant', content: text(random, 60) });
  }
  return history.slice(0, MESSAGES);
}

/** Milliseconds of processor time for one run: median and worst of five series. Time on the wall would measure what else the machine does. */
function timesOf(work) {
  for (let run = 0; run < 20; run += 1) work();
  const means = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage();
    for (let run = 0; run < RUNS; run += 1) work();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000 / RUNS;
  });
  return { median: percentile(means, 0.5), worst: Math.max(...means) };
}

/** What the functions take on 10,000 messages of 3.9 MB. */
export function measureTimes(random) {
  const history = longHistory(random);
  const only = { nonce: NONCE };
  return [
    { what: `prune ${MESSAGES} messages, 3 kept`, goal: 1, ...timesOf(() => pruneOldInjectionBlocks(history, 3)) },
    { what: 'prune, by nonce, tool results too', goal: 1, ...timesOf(() => pruneOldInjectionBlocks(history, 3, only)) },
    { what: 'render the transcript', goal: 20, ...timesOf(() => renderMessagesAsTranscript(history, only)) },
    { what: 'estimate the tokens', ...timesOf(() => estimateHistoryTokens(history)) },
    { what: 'escape what users and tools wrote', ...timesOf(() => escapeIncomingMessages(history)) },
  ];
}
