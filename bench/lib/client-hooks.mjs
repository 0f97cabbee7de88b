// Runs the hooks that `inkling init` wrote into Claude Code's settings as Claude Code runs them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';

/** `run(command, args, { input, env, cwd })` answers standard output; it fails when the command does. Nothing of this machine's settings is seen. */
export function createRunner({ cwd: usual, home, dataDir }) {
  return async (command, args, { input = '', env = {}, cwd = usual } = {}) => {
    const child = spawn(command, args, {
      cwd,
      env: { PATH: process.env.PATH, HOME: home, INKLING_DATA_DIR: dataDir, ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${output}`);
    return output;
  };
}

const connections = new Agent({ keepAlive: true });

/** Node's own fetch takes 3 ms more for a request than this: it would be measured in place of the hook. */
async function post(url, headers, body) {
  const sent = request(url, { method: 'POST', headers, agent: connections });
  sent.end(body);
  const [response] = await once(sent, 'response');
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return { status: response.statusCode, text };
}

/** `hook(event, payload)` answers what the hook printed or was answered. */
export function hookRunner(settings, run) {
  return async (event, payload) => {
    const hook = settings.hooks[event][0].hooks[0];
    if (hook.type === 'command') return run('sh', ['-c', hook.command], { input: JSON.stringify(payload) });
    const headers = { ...hook.headers, 'inkling-off': '', 'content-type': 'application/json' };
    const { status, text } = await post(hook.url, headers, JSON.stringify(payload));
    if (status !== 200) throw new Error(`${event}: ${status} ${text}`);
    return text;
  };
}

/** What of a hook's answer Claude Code puts before the model. */
export function contextIn(answer) {
  return JSON.parse(answer.trim() || '{}').hookSpecificOutput?.additionalContext ?? '';
}
