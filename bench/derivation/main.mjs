// What deriving the facts of a tool call costs: `npm run bench derivation [calls]`. One thread; calls a second of processor time, by kind of call
// and for a session's mix, beside JSON.parse of the same calls, which every hook pays before.
import { deriveContext } from '@inkling/engine/derivation';
import { benchArguments } from '../lib/bench-arguments.mjs';

const { calls: CALLS } = benchArguments('derivation');

const READ = ['Read', { file_path: '/workspace/platform/src/auth/middleware.ts', limit: 200 }];
const EDIT = ['Edit', { file_path: '/workspace/platform/src/auth/index.ts', old_string: 'a', new_string: 'b' }];
const GREP = ['Grep', { pattern: 'requireOrgAccess', path: 'src', output_mode: 'content' }];
const PLAN = [
  'TodoWrite',
  {
    todos: [
      { content: 'One', status: 'completed' },
      { content: 'Two', status: 'in_progress' },
    ],
  },
];
const MCP = ['mcp__af-code__af_code_search_symbols', { query: 'requireOrgAccess' }];
const UNKNOWN = ['mcp__jira__get_issue', { key: 'ENG-412' }];
const SHORT = ['Bash', { command: 'git add src/auth/' }];
const LONG = ['Bash', { command: 'cd /workspace/platform && pnpm test -- auth 2>&1 | tail -n 40' }];

// Shares as in a session of an agent: mostly reads, searches and short commands.
const MIX = [READ, GREP, READ, SHORT, EDIT, READ, LONG, MCP, UNKNOWN, PLAN];

const KINDS = {
  read: [READ],
  edit: [EDIT],
  search: [GREP],
  todos: [PLAN],
  'search over MCP': [MCP],
  unknown: [UNKNOWN],
  'git in a shell': [SHORT],
  'two commands and a pipe': [LONG],
  mix: MIX,
};

function callsPerSecond(calls, work) {
  for (let warm = 0; warm < 20_000; warm += 1) work(calls[warm % calls.length]);
  // Processor time, not time on the wall: a figure for each core that other work on the machine does not move.
  const start = process.cpuUsage();
  for (let done = 0; done < CALLS; done += 1) work(calls[done % calls.length]);
  const { user, system } = process.cpuUsage(start);
  return (CALLS / (user + system)) * 1e6;
}

let entries = 0;
for (const [kind, calls] of Object.entries(KINDS)) {
  const rate = callsPerSecond(calls, ([tool, input]) => {
    entries += deriveContext(tool, input).length;
  });
  const texts = calls.map((call) => JSON.stringify(call));
  const parsed = callsPerSecond(texts, (text) => {
    entries += JSON.parse(text).length;
  });
  const million = (value) => (value / 1e6).toFixed(2).padStart(6);
  process.stdout.write(
    `${kind.padEnd(26)} ${million(rate)} M calls/s/core   JSON.parse ${million(parsed)} M/s/core   ${(rate / parsed).toFixed(2)}x\n`,
  );
}
if (entries === 0) process.exitCode = 1;
