/** The file that the script reads. */
export const FILE = 'src/cookie.ts';

/** Names an issue: that is what a session is about before anybody has said a word. */
export const BRANCH = 'eng-412-login';

/** What the agent is asked. It names neither the issue nor the file: each block has one way only to be found. */
export const PROMPT = 'Which header carries the tenant between the gateway and the workers?';

/** What memory holds: for each block one note that it must show. */
export const NOTES = {
  start: { text: 'ENG-412: logins end with the browser session, as decided with the security team.', paths: [] },
  prompt: { text: 'The gateway tells the workers the tenant in the header x-tenant-id.', paths: [] },
  toolCall: { text: 'Signing keys rotate every Monday; two of them are valid at any time.', paths: [FILE] },
};

/** About the file that was read before: its note does not come twice, but for a compaction in between. */
const COMMAND = `cat ${FILE}`;

/**
 * What the model does with any of the clients: it reads a file, runs a command on it, and is done. Behind a compaction Claude Code shows its
 * last answer, so that it goes on with the command. Each client calls the same thing by another
 * name; the first that it declares is taken.
 */
export function scriptSteps(project) {
  const path = `${project}/${FILE}`;
  return [
    {
      call: [
        { tool: 'Read', input: { file_path: path } },
        { tool: 'read_file', input: { file_path: path } },
        { tool: 'read', input: { filePath: path } },
        { tool: 'view', input: { path } },
        { tool: 'exec_command', input: { cmd: `cat ${FILE}` } },
        { tool: 'shell_command', input: { command: `cat ${FILE}` } },
        { tool: 'shell', input: { command: ['cat', FILE] } },
      ],
    },
    {
      call: [
        { tool: 'Bash', input: { command: COMMAND, description: 'Reads it again' } },
        { tool: 'run_shell_command', input: { command: COMMAND, description: 'Reads it again' } },
        { tool: 'bash', input: { command: COMMAND, description: 'Reads it again' } },
        { tool: 'exec_command', input: { cmd: COMMAND } },
        { tool: 'shell_command', input: { command: COMMAND } },
        { tool: 'shell', input: { command: ['cat', FILE] } },
      ],
    },
    { say: 'The gateway keeps it for a day.' },
  ];
}
