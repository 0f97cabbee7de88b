// How many sessions get the block of their start, and when, while other programs keep the processors busy. Each session is played as Claude Code
// plays it: with its patience, and with a transcript in which the daemon can see what arrived.
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { contextIn } from '../lib/client-hooks.mjs';
import { keepBusy } from '../../scripts/lib/keep-busy.mjs';

/** Claude Code's own limits, in ms. */
const PATIENCE = { SessionStart: 5000, UserPromptSubmit: 1000, PreToolUse: 200, PostToolUse: 300 };
const CALLS = 6;
const AT_ONCE = 4;
/** A fast model. */
const THINK_MS = 1000;
const BLOCK = '[Context from memory]';

/** Runs `count` sessions beside `load` programs that do nothing but compute; answers in how many the block came with the prompt, and in how many at all. */
export async function measureStarts({ hook, queries, folder, work, count, load, run }) {
  const calm = keepBusy(load);
  const ended = { first: 0, all: 0 };
  try {
    const left = Array.from({ length: count }, (_, n) => n);
    const player = async () => {
      for (let n = left.shift(); n !== undefined; n = left.shift()) {
        const came = await play({ hook, folder, work, name: `start-${n}-${run}`, query: queries[n % queries.length] });
        if (came === 0) ended.first += 1;
        if (came !== null) ended.all += 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, player));
  } finally {
    await calm();
  }
  return ended;
}

/** The request in which the session's first block stood, counted from 0; null = in none. */
async function play({ hook, folder, work, name, query }) {
  const transcript_path = join(folder, `${name}.jsonl`);
  writeFileSync(transcript_path, '');
  const write = (record) =>
    appendFileSync(transcript_path, `${JSON.stringify({ timestamp: new Date().toISOString(), ...record })}\n`);
  let shown = null;
  let request = 0;
  const tell = async (hook_event_name, fields = {}) => {
    const payload = { session_id: name, cwd: work, transcript_path, hook_event_name, ...fields };
    const answer = await Promise.race([
      hook(hook_event_name, payload),
      pause(PATIENCE[hook_event_name] ?? 1000, '', { ref: false }),
    ]);
    const text = contextIn(answer);
    if (text !== '') write({ type: 'attachment', attachment: { content: [text] } });
    if (text.includes(BLOCK)) shown ??= request;
  };
  const think = async () => {
    await pause(THINK_MS);
    write({ type: 'assistant', message: { role: 'assistant', id: `m${request}` } });
    request += 1;
  };
  await tell('SessionStart', { source: 'startup' });
  await tell('UserPromptSubmit', { prompt: query.text });
  await think();
  for (let call = 0; call < CALLS; call += 1) {
    const tool = { tool_name: 'TodoWrite', tool_input: {}, tool_use_id: `${name}-${call}` };
    await tell('PreToolUse', tool);
    await tell('PostToolUse', { ...tool, tool_response: {} });
    write({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: tool.tool_use_id }] } });
    await think();
  }
  await tell('SessionEnd', { reason: 'bench' });
  return shown;
}
