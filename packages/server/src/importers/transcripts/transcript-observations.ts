import { type ObservationInput } from '@inkling/engine';
import { captureStatements, type CapturedStatement } from '@inkling/engine/capture';
import { relativePath } from '../../project/relative-path.ts';
import type { Transcript, TranscriptAgent } from './transcript.ts';

/** Whose a transcript is. */
export interface TranscriptPlace {
  readonly agent: TranscriptAgent;
  readonly projectId: string;
  /** The top of the repository: paths are told from it. null = not known, then from where the agent worked. */
  readonly root: string | null;
}

/** What a transcript teaches, as statements to remember. */
export function transcriptObservations(transcript: Transcript, place: TranscriptPlace): ObservationInput[] {
  const { sessionId, title, endedAt, directory } = transcript;
  const at = { root: place.root, directory };
  const events = transcript.events.map((event) =>
    event.type === 'edit' ? { ...event, path: relativePath(event.path, at) } : event,
  );
  const frame = endedAt === null ? undefined : { title, outcome: null, endedAt };
  const from = { ...place, root: place.root ?? directory };
  return captureStatements(events, frame).map((statement) => inputOf(statement, sessionId, from));
}

function inputOf(
  { detector, kind, content, paths, at }: CapturedStatement,
  sessionId: string,
  { agent, projectId, root }: TranscriptPlace,
): ObservationInput {
  // Those of edits are told from the top already, those that somebody wrote are as they were written.
  const told = paths.map((path) => relativePath(path, { root }));
  return {
    content,
    kind,
    projectId,
    agentId: agent,
    source: 'import',
    ...(sessionId === '' ? {} : { sessionId }),
    // A record without a time was made when it is read.
    ...(Number.isNaN(Date.parse(at)) ? {} : { createdAt: at }),
    metadata: { ...(told.length > 0 ? { paths: told } : {}), capture: { detector, transcript: agent } },
  };
}
