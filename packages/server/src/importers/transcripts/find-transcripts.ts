import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { xdgDirectory } from '../../config/storage.ts';
import type { TranscriptAgent } from './transcript.ts';

export interface TranscriptFile {
  readonly agent: TranscriptAgent;
  readonly file: string;
  readonly bytes: number;
  readonly modifiedMs: number;
}

/** The variable that names another place than the one in the home, that one, and the folders in either. */
const PLACES: Readonly<Record<TranscriptAgent, readonly [variable: string, inHome: string, ...folders: string[]]>> = {
  'claude-code': ['CLAUDE_CONFIG_DIR', '.claude', 'projects'],
  codex: ['CODEX_HOME', '.codex', 'sessions', 'archived_sessions'],
  gemini: ['GEMINI_CLI_HOME', '', '.gemini/tmp'],
  opencode: ['XDG_DATA_HOME', '.local/share', 'opencode/storage'],
  'copilot-cli': ['COPILOT_HOME', '.copilot', 'session-state'],
  cursor: ['', '.cursor', 'projects'],
};

export function transcriptDirectories(
  agent: TranscriptAgent,
  home: string,
  environment: NodeJS.ProcessEnv,
): readonly string[] {
  const [variable, inHome, ...folders] = PLACES[agent];
  const named = variable === 'XDG_DATA_HOME' ? xdgDirectory(variable, environment) : environment[variable];
  return folders.map((folder) => path.join(named || path.join(home, inHome), folder));
}

/** Where a transcript was written: Codex moves those that its user archives out of the folder of their day. */
export function placeOfWriting(file: string): string {
  return file.replace(/archived_sessions([\\/])(?=rollout-(\d{4})-(\d\d)-(\d\d)T[^\\/]*$)/u, 'sessions$1$2$1$3$1$4$1');
}

/** How the paths of sessions end, with `/`. What a sub-agent did is in a file of its own, with prompts of the agent. */
const NAMES: Readonly<Record<TranscriptAgent, RegExp>> = {
  'claude-code': /\/(?!agent-)[^/]+\.jsonl$/u,
  codex: /\/rollout-[^/]+\.jsonl$/u,
  gemini: /\/session-[^/]+\.jsonl?$/u,
  opencode: /\/ses_[^/]+\.json$/u,
  'copilot-cli': /\/(?:events|[0-9a-f-]{36})\.jsonl$/u,
  cursor: /\/agent-transcripts\/(?:[^/]+\/)?[^/]+\.(?:jsonl|txt)$/u,
};

const LEFT_OUT = new Set(['subagents', 'tool-results', 'session_diff', 'todo', 'node_modules', '.git']);

/** The transcripts below directories, oldest first: who learned later is remembered later. [] when there is no such directory. */
export async function findTranscripts(
  agent: TranscriptAgent,
  ...directories: readonly string[]
): Promise<TranscriptFile[]> {
  const found = await Promise.all(directories.map((directory) => findBelow(agent, directory)));
  return found.flat().toSorted((a, b) => a.modifiedMs - b.modifiedMs);
}

async function findBelow(agent: TranscriptAgent, directory: string): Promise<TranscriptFile[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter(
      (file) =>
        NAMES[agent].test(file.replaceAll(path.sep, '/')) &&
        !path
          .relative(directory, file)
          .split(path.sep)
          .some((part) => LEFT_OUT.has(part)),
    );
  const found: TranscriptFile[] = [];
  for (const file of files) {
    const status = await stat(file).catch(() => null);
    if (status) found.push({ agent, file, bytes: status.size, modifiedMs: Math.trunc(status.mtimeMs) });
  }
  return found;
}

/** Where Gemini CLI worked, which its recording may not say: it stands in a file beside the recordings' folder. */
export async function geminiDirectory(file: string): Promise<string | null> {
  const root = await readFile(path.join(path.dirname(file), '..', '.project_root'), 'utf8').catch(() => '');
  return root.trim() || null;
}
