import { safeListener } from '../base/safe-listener.ts';
import { createExtractionLedger } from '../memory/extraction/extraction-ledger.ts';
import type { ExtractionUsage } from '../memory/extraction/read-extraction-usage.ts';
import type { Session } from '../memory/sessions/session.ts';
import { extractionCaps } from './extraction-options.ts';
import { extractSession } from './extract-session.ts';
import type { CapturePorts } from './org-capture.ts';
import type { Rooms } from './wire-rooms.ts';

/** The extraction of one organisation. */
export interface OrgExtraction {
  /** Reads a session that ended; nothing without an extractor. Rejects when the store fails. */
  read(session: Session): Promise<void>;
  /** What was taken today. */
  readonly usage: () => Promise<ExtractionUsage>;
}

/** Binds extraction to one organisation. */
export function wireExtraction(
  rooms: Pick<Rooms, 'options' | 'clock' | 'onError' | 'closing' | 'preparer'>,
  orgId: string,
  ports: CapturePorts,
): OrgExtraction {
  const { clock, onError, closing } = rooms;
  const { redact } = rooms.preparer;
  const { database, extraction } = rooms.options;
  const ledger = createExtractionLedger(database.tenant(orgId), clock);
  const usage = (): Promise<ExtractionUsage> => ledger.usage();
  if (!extraction) return { read: () => Promise.resolve(), usage };
  const { extractor } = extraction;
  const tell = safeListener(extraction.onOutcome);
  const given = {
    ...ports,
    orgId,
    clock,
    extractor,
    caps: extractionCaps(extraction),
    ledger,
    redact,
    closing,
    onError,
  };
  return { read: async (session) => tell(await extractSession(given, session)), usage };
}
