import type { ObservationInput } from '@inkling/engine';
import { captureExchanges, captureStatements } from '@inkling/engine/capture';
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
  const exchanges = captureExchanges(events).map(({ turn, ...exchange }) => ({
    ...exchange,
    kind: 'exchange',
    detector: 'exchange',
    told: { exchange: { turn } },
  }));
  const from = { ...place, sessionId, root: place.root ?? directory };
  return [...exchanges, ...captureStatements(events, frame)].map((learned) => inputOf(learned, from));
}

interface Learned {
  readonly content: string;
  readonly kind: string;
  readonly detector: string;
  readonly paths: readonly string[];
  readonly at: string;
  /** What else its metadata tells. (Default: nothing) */
  readonly told?: ObservationInput['metadata'];
}

function inputOf(
  { content, kind, detector, paths, at, told = {} }: Learned,
  { agent, projectId, root, sessionId }: TranscriptPlace & { readonly sessionId: string },
): ObservationInput {
  // Those of edits are told from the top already, those that somebody wrote are as they were written.
  const relative = paths.map((path) => relativePath(path, { root }));
  return {
    content,
    kind,
    projectId,
    agentId: agent,
    source: 'import',
    ...(sessionId === '' ? {} : { sessionId }),
    // A record without a time was made when it is read.
    ...(Number.isNaN(Date.parse(at)) ? {} : { createdAt: at }),
    metadata: {
      ...(relative.length > 0 ? { paths: relative } : {}),
      ...told,
      capture: { detector, transcript: agent },
    },
  };
}
