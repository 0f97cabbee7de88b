import {
  callsThatRead,
  NOTES as OURS,
  PROMPTS,
  TRIAL_BRANCH,
  TRIAL_FILE,
} from '../../packages/server/dist/connect/trial/case-script.js';

/** A repository, a prompt and notes as in the cases of doctor: each note has one way only to be found. */
export const FILE = TRIAL_FILE;
export const BRANCH = TRIAL_BRANCH;
export const [PROMPT] = PROMPTS;

/** What memory holds: for each block one note that it must show. */
export const NOTES = { start: OURS.start, prompt: OURS.prompt, toolCall: OURS['tool call'] };

/** About the file that was read before: its note does not come twice, but for a compaction in between. */
const COMMAND = `cat ${FILE}`;

/** Tests that fail: there is nothing to make. */
export const FAILING = 'make test';

/**
 * What the model does with any of the clients: it reads a file, runs a command on it, runs tests that fail, and is done. Behind a compaction
 * Claude Code shows its last answer, so that it goes on with the command. Each client calls the same thing by another name; the first that it
 * declares is taken.
 */
export function scriptSteps(project) {
  return [
    { call: callsThatRead(project, FILE) },
    { call: callsThatRun(COMMAND, 'Reads it again') },
    { call: callsThatRun(FAILING, 'Runs the tests') },
    { say: 'The gateway keeps it for a day.' },
  ];
}

function callsThatRun(command, description) {
  return [
    { tool: 'Bash', input: { command, description } },
    { tool: 'run_shell_command', input: { command, description } },
    { tool: 'bash', input: { command, description } },
    { tool: 'exec_command', input: { cmd: command } },
    { tool: 'shell_command', input: { command } },
    { tool: 'shell', input: { command: command.split(' ') } },
  ];
}
