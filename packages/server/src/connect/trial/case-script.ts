import type { ScriptedCall, ScriptStep } from '../../scripted-model/model-dialect.ts';

/** The file that the model reads. */
export const TRIAL_FILE = 'src/cookie.ts';

/** Names an issue: that is what a session is about before anybody has said a word. */
export const TRIAL_BRANCH = 'eng-412-login';

/**
 * What the agent is asked, one prompt a run. The first names neither the issue nor the file: each note has one way only to be found. That of the
 * file shares too few words with it to be found by it, and enough to be shown when the file is read.
 */
export const PROMPTS: readonly [string, string, string] = [
  'Which header carries the tenant between the gateway and the workers?',
  'Go on.',
  'And once more.',
];

/** One statement of the memory. */
export interface TrialNote {
  readonly content: string;
  readonly words: string;
  readonly paths: readonly string[];
}

/** What memory holds, by what has to bring it; `words` stand nowhere else. */
export const NOTES: Readonly<Record<'start' | 'prompt' | 'tool call', TrialNote>> = {
  start: {
    content: 'ENG-412: logins end with the browser session, as decided with the security team.',
    words: 'logins end with the browser session',
    paths: [],
  },
  prompt: {
    content: 'The gateway tells the workers the tenant in the header x-tenant-id.',
    words: 'in the header x-tenant-id',
    paths: [],
  },
  'tool call': {
    content: 'Keys that sign for the gateway and its workers rotate every Monday; two of them are valid at any time.',
    words: 'rotate every Monday',
    paths: [TRIAL_FILE],
  },
};

/** A file that memory knows nothing of: what is late comes when the model reads it. */
export const OTHER_FILE = 'README.md';

/**
 * What the model does with any client: it reads the file, looks something up in Inkling's own server where it may, reads the other one twice and
 * is done; each later turn reads both again. Each client calls the same thing by another name; the first that it declares is taken.
 */
export function caseScript(project: string, mcpTool: Omit<ScriptedCall, 'input'>): readonly ScriptStep[] {
  const first = { call: callsThatRead(project, TRIAL_FILE) };
  const other = { call: callsThatRead(project, OTHER_FILE) };
  const lookUp = { call: [{ ...mcpTool, input: { query: 'nothing that anybody wrote' } }] };
  const answer = { say: 'It is read.' };
  const later = [first, other, answer];
  return [first, lookUp, other, other, answer, ...later, ...later];
}

/** Reading a file, as each of the clients calls it. */
export function callsThatRead(project: string, name: string): readonly ScriptedCall[] {
  const file = `${project}/${name}`;
  return [
    { tool: 'Read', input: { file_path: file } },
    { tool: 'read_file', input: { file_path: file } },
    { tool: 'read', input: { filePath: file } },
    { tool: 'view', input: { path: file } },
    { tool: 'exec_command', input: { cmd: `cat ${name}` } },
    { tool: 'shell_command', input: { command: `cat ${name}` } },
    { tool: 'shell', input: { command: ['cat', name] } },
  ];
}
