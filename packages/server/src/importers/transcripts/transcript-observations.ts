import { type ObservationInput } from '@inkling/engine';
import {
  captureExchanges,
  captureStatements,
  type CapturedExchange,
  type CapturedStatement,
  type CaptureEvent,
} from '@inkling/engine/capture';
import type { Transcript, TranscriptAgent } from './transcript.ts';

/** Whose a transcript is. */
export interface TranscriptPlace {
  readonly agent: TranscriptAgent;
  readonly projectId: string;
  /** The top of the repository: paths are told from it. null = not known, they stay as they are. */
  readonly root: string | null;
}

/** What a transcript teaches, as statements to remember. */
export function transcriptObservations(transcript: Transcript, place: TranscriptPlace): ObservationInput[] {
  const { sessionId, title, endedAt } = transcript;
  const events = transcript.events.map((event) => withRelativePath(event, place.root));
  const frame = endedAt === null ? undefined : { title, outcome: null, endedAt };
  return [
    ...captureExchanges(events).map((exchange) => exchangeInput(exchange, sessionId, place)),
    ...captureStatements(events, frame).map((statement) => inputOf(statement, sessionId, place)),
  ];
}

function exchangeInput(
  { content, paths, at, turn }: CapturedExchange,
  sessionId: string,
  { agent, projectId }: TranscriptPlace,
): ObservationInput {
  return {
    content,
    kind: 'exchange',
    projectId,
    agentId: agent,
    source: 'import',
    ...(sessionId === '' ? {} : { sessionId }),
    ...(Number.isNaN(Date.parse(at)) ? {} : { createdAt: at }),
    metadata: {
      ...(paths.length > 0 ? { paths } : {}),
      exchange: { turn },
      capture: { detector: 'exchange', transcript: agent },
    },
  };
}

function withRelativePath(event: CaptureEvent, root: string | null): CaptureEvent {
  if (event.type !== 'edit' || root === null) return event;
  const top = root.endsWith('/') ? root : `${root}/`;
  return event.path.startsWith(top) ? { ...event, path: event.path.slice(top.length) } : event;
}

function inputOf(
  { detector, kind, content, paths, at }: CapturedStatement,
  sessionId: string,
  { agent, projectId }: TranscriptPlace,
): ObservationInput {
  return {
    content,
    kind,
    projectId,
    agentId: agent,
    source: 'import',
    ...(sessionId === '' ? {} : { sessionId }),
    // A record without a time was made when it is read.
    ...(Number.isNaN(Date.parse(at)) ? {} : { createdAt: at }),
    metadata: { ...(paths.length > 0 ? { paths } : {}), capture: { detector, transcript: agent } },
  };
}
