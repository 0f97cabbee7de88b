// Stands for Claude Code where the real one is not installed: hooks, one tool call, a transcript. `npm run test:clients` runs the real one.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const { HOME, ANTHROPIC_BASE_URL } = process.env;
const option = (name) => process.argv[process.argv.indexOf(name) + 1];
const session = { session_id: option('--session-id'), cwd: process.cwd() };
const { hooks } = JSON.parse(readFileSync(path.join(HOME, '.claude/settings.json'), 'utf8'));

async function hook(event, fields) {
  const payload = JSON.stringify({ ...session, hook_event_name: event, ...fields });
  const given = [];
  for (const { command, url, headers } of hooks[event].flatMap((group) => group.hooks)) {
    const answer = command
      ? execFileSync('sh', ['-c', command], { input: payload, encoding: 'utf8' })
      : await (
          await fetch(url, {
            method: 'POST',
            headers: { ...headers, 'inkling-off': '', 'content-type': 'application/json' },
            body: payload,
          })
        ).text();
    const text = answer === '' ? '' : JSON.parse(answer).hookSpecificOutput?.additionalContext;
    if (text) given.push({ type: 'text', text });
  }
  return given;
}

async function ask(messages) {
  const response = await fetch(`${ANTHROPIC_BASE_URL}/v1/messages`, {
    method: 'POST',
    body: JSON.stringify({ model: option('--model'), tools: [{ name: 'Read' }], messages }),
  });
  return (await response.json()).content;
}

const said = [...(await hook('SessionStart', { source: 'startup' }))];
said.push(...(await hook('UserPromptSubmit', { prompt: option('-p') })), { type: 'text', text: option('-p') });
const messages = [{ role: 'user', content: said }];
const called = await ask(messages);
const [{ id, name, input }] = called;
const call = { tool_name: name, tool_input: input, tool_use_id: id };
await hook('PreToolUse', call);
const content = readFileSync(input.file_path, 'utf8');
const after = await hook('PostToolUse', { ...call, tool_response: {} });
messages.push({ role: 'assistant', content: called });
messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }, ...after] });
await ask(messages);
await hook('SessionEnd', { reason: 'other' });
const transcripts = path.join(HOME, '.claude/projects/stand-in');
mkdirSync(transcripts, { recursive: true });
writeFileSync(
  path.join(transcripts, `${session.session_id}.jsonl`),
  messages.map((each) => JSON.stringify(each)).join('\n'),
);
