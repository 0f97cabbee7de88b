import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseJson, recordAt } from '../base/record.ts';
import { AGENT_CLIENT_NAMES } from '../base/agent-clients.ts';

/** The hook command writes the starts of sessions and their prompts here while it has a daemon started. */
const FOLDER = 'missed';
/** A daemon is up within seconds. An agent whose event is older has gone on long ago. */
const LIFE_SECONDS = 60;

/**
 * Takes the events that hooks wrote down while the daemon was not up, oldest first. The files are deleted, read or not. A file is named `<seconds>-<process>` and holds the client, the organisation and the payload, a line each.
 */
export function takeMissedEvents(stateDirectory: string, nowMs: number) {
  const folder = path.join(stateDirectory, FOLDER);
  try {
    const fresh = namesIn(folder)
      // bash writes the fraction as the user's language does.
      .map((name) => ({ name, seconds: Number(name.replace(',', '.').split('-', 1)[0]) }))
      .filter(({ seconds }) => Math.abs(nowMs / 1000 - seconds) <= LIFE_SECONDS)
      .toSorted((one, other) => one.seconds - other.seconds);
    return fresh.flatMap(({ name }) => eventIn(readFileSync(path.join(folder, name), 'utf8')) ?? []);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** null = no hook of ours wrote it, or not to its end. */
function eventIn(text: string) {
  const [client, orgId, ...rest] = text.split('\n');
  const known = AGENT_CLIENT_NAMES.find((name) => name === client);
  const payload = parseJson(rest.join('\n'));
  if (known === undefined || !orgId || payload === undefined) return null;
  // What a plugin had received by then says nothing of what it has received since.
  return { client: known, orgId, payload: { ...recordAt(payload), received: undefined } };
}
