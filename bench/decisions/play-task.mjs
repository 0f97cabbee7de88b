// One task by a scripted agent: it reads the report, looks at the file, and does what was decided when what it was given says so; otherwise it guesses,
// its tests fail, and its user takes it back. It reports as Claude Code does.
import { wordCoverage } from '../talks/word-coverage.mjs';

/** So much of a decision's words, and an agent knows it. */
const KNOWN = 0.6;

/** `hook(event, payload)` answers what Claude Code would put before its model. Answers `{ knew: 'start' | 'tool call' | null, tokens }`. */
export async function playTask(hook, { task, sessionId, directory, estimateTokens }) {
  const decision = task.source === 'history' ? `${task.subject} ${task.rationale}` : task.policy;
  let calls = 0;
  const tell = (hook_event_name, fields = {}) =>
    hook(hook_event_name, { session_id: sessionId, cwd: directory, hook_event_name, ...fields });
  const call = async (tool_name, tool_input, error = null) => {
    const told = { tool_name, tool_input, tool_use_id: `${sessionId}-${(calls += 1)}` };
    const before = await tell('PreToolUse', told);
    const end = error === null ? { tool_response: {} } : { error };
    return before + (await tell(error === null ? 'PostToolUse' : 'PostToolUseFailure', { ...told, ...end }));
  };
  const knows = (text) => wordCoverage(decision, task.report, text) >= KNOWN;

  const start =
    (await tell('SessionStart', { source: 'startup' })) + (await tell('UserPromptSubmit', { prompt: task.report }));
  const file = `${directory}/${task.module}`;
  let given = start;
  given += await call('Read', { file_path: file });
  given += await call('Edit', { file_path: file, old_string: 'before', new_string: 'after' });
  const isRight = knows(given);
  if (isRight) await call('Bash', { command: 'npm test' });
  else {
    await call('Bash', { command: 'npm test' }, '1 failed');
    await tell('UserPromptSubmit', { prompt: 'No, revert that.' });
  }
  await tell('Stop', { last_assistant_message: isRight ? 'It is fixed.' : 'I took it back.' });
  await tell('SessionEnd', { reason: 'other' });
  const knew = knows(start) ? 'start' : isRight ? 'tool call' : null;
  return { knew, tokens: estimateTokens(given) };
}
