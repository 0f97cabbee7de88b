import type { Clock } from '../../base/clock.ts';
import { DEADLINE_EXCEEDED, inTime } from '../../base/deadline.ts';
import { InklingError } from '../../base/errors.ts';
import type { Redact } from '../../base/text/stored-text.ts';
import { captureExchanges } from '../../features/capture/capture-exchanges.ts';
import type { CaptureEvent } from '../../features/capture/capture-event.ts';
import { readExtracted } from '../../features/capture/read-extracted.ts';
import { sessionDigest, type DigestPassage } from '../../features/capture/session-digest.ts';
import type { ExtractorAnswer, StatementExtractor } from '../../features/capture/statement-extractor.ts';
import type { ExtractionCaps, ExtractionLedger } from '../../memory/extraction/extraction-ledger.ts';
import type { Session } from '../../memory/sessions/session.ts';
import type { ExtractionReport } from '../wire/extraction-options.ts';
import { frameOf, givenLines, keepStatements, withKnown, type CapturePorts } from '../handle/org-capture.ts';
import { sessionEvents } from './session-events.ts';

export interface ExtractionPorts extends CapturePorts {
  readonly orgId: string;
  readonly clock: Clock;
  readonly extractor: StatementExtractor;
  readonly caps: ExtractionCaps;
  readonly ledger: ExtractionLedger;
  readonly redact: Redact;
  /** Aborts when the memory is closed. */
  readonly closing: AbortSignal;
  readonly onError: (error: unknown) => void;
}

type Ending = Omit<ExtractionReport, 'orgId' | 'sessionId'>;

/** An extractor keeps its own time; one that does not is left behind. */
const PATIENCE_MS = 180_000;

/**
 * Has the model read a session that ended, once and within the day's limits, and keeps what holds of its answer as capture keeps what it finds
 * itself. A failure of the model is an outcome, and told to `onError`; a failure of the store rejects.
 */
export async function extractSession(ports: ExtractionPorts, session: Session): Promise<ExtractionReport> {
  return { orgId: ports.orgId, sessionId: session.id, ...(await read(ports, session)) };
}

async function read(ports: ExtractionPorts, session: Session): Promise<Ending> {
  if (!(await ports.config.effective(session.projectId)).memoryEnabled) return notCalled('memory-off');
  const { events } = await sessionEvents(ports, session);
  const given = await givenLines(ports, session.id);
  const known = await withKnown(ports, session, given, captureExchanges(events, given));
  const told = sessionDigest(events, frameOf(session), { given, known });
  if (told === null) return notCalled('nothing-to-read');
  const digest = await ports.redact(told.text);
  const { extractor, ledger, caps } = ports;
  const request = { sessionId: session.id, modelId: extractor.modelId, tokens: extractor.mostTokens(digest) };
  const reservation = await ledger.reserve(request, caps);
  if (reservation === 'read-before') return notCalled('read-before');
  const ending =
    reservation === 'reserved'
      ? await ask(ports, session, { events, digest, passages: told.passages })
      : notCalled('over-cap');
  const { outcome, code, tokens, stored } = ending;
  if (outcome === 'stored' || outcome === 'nothing-new' || outcome === 'over-cap' || outcome === 'failed') {
    await ledger.finish({ sessionId: session.id, outcome, code, tokens, statements: stored });
  }
  return ending;
}

function notCalled(outcome: ExtractionReport['outcome']): Ending {
  return { outcome, code: null, stored: 0, refused: 0, tokens: null };
}

interface Told {
  readonly events: readonly CaptureEvent[];
  /** Without secrets. */
  readonly digest: string;
  readonly passages: readonly DigestPassage[];
}

async function ask(ports: ExtractionPorts, session: Session, { events, digest, passages }: Told): Promise<Ending> {
  const { extractor, onError } = ports;
  let answered: ExtractorAnswer;
  try {
    answered = await answerOf(ports, digest);
  } catch (error) {
    onError(error);
    return failed(InklingError.isInstance(error) ? error.code : 'unexpected', null);
  }
  const { answer, tokens } = answered;
  const { modelId } = extractor;
  const at = session.endedAt ?? session.updatedAt;
  const read = readExtracted(answer, { modelId, digest, passages, paths: editedPaths(events), at });
  if (read === null) return failed('extractor-answer-invalid', tokens);
  const { remembered } = await keepStatements(ports, session, read.statements);
  const stored = remembered.filter(({ created }) => created).length;
  return { outcome: stored > 0 ? 'stored' : 'nothing-new', code: null, stored, refused: read.refused, tokens };
}

function failed(code: ExtractionReport['code'], tokens: number | null): Ending {
  return { outcome: 'failed', code, stored: 0, refused: 0, tokens };
}

/** Somebody else's code: it may not look at signals. */
async function answerOf({ clock, extractor, closing }: ExtractionPorts, digest: string): Promise<ExtractorAnswer> {
  const answer = await inTime(clock, PATIENCE_MS, ({ signal }) => extractor.extract(digest, { signal }), closing);
  if (answer !== DEADLINE_EXCEEDED) return answer;
  if (closing.aborted) throw new InklingError('closed', 'The memory was closed while a model read a session.');
  throw new InklingError('extractor-unavailable', `The extraction model ${extractor.modelId} gave no answer.`, {
    hint: `The limit is ${PATIENCE_MS / 1000} s. Check that it is running and not overloaded.`,
  });
}

function editedPaths(events: readonly CaptureEvent[]): readonly string[] {
  return [...new Set(events.flatMap((event) => (event.type === 'edit' ? [event.path] : [])))];
}
