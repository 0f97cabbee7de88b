import { readFileSync } from 'node:fs';
import type { AgentClientName } from '../../contract/agent-clients.ts';
import { findTranscripts, transcriptDirectory } from '../../importers/transcripts/find-transcripts.ts';
import type { TranscriptAgent } from '../../importers/transcripts/transcript.ts';

/** The clients whose transcripts are known to be on disk, with every text that their models were given. */
const AGENTS: Partial<Readonly<Record<AgentClientName, TranscriptAgent>>> = {
  'claude-code': 'claude-code',
  codex: 'codex',
};

/** The transcripts that a client keeps of a session, as texts; null when it keeps none that is known. Both name the session in the file's name. */
export async function transcriptsOf(
  client: AgentClientName,
  sessionId: string,
  home: string,
  environment: NodeJS.ProcessEnv,
): Promise<readonly string[] | null> {
  const agent = AGENTS[client];
  if (agent === undefined) return null;
  const found = await findTranscripts(agent, transcriptDirectory(agent, home, environment));
  return found.filter(({ file }) => file.includes(sessionId)).map(({ file }) => readFileSync(file, 'utf8'));
}
