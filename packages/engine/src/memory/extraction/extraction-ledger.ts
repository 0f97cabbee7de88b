import type { Clock } from '../../base/clock.ts';
import type { TenantDatabase } from '../../base/database/database.ts';
import { finishExtraction, type FinishedExtraction } from './finish-extraction.ts';
import { readExtractionUsage, type ExtractionUsage } from './read-extraction-usage.ts';
import { reserveExtraction, type ExtractionReservation } from './reserve-extraction.ts';

/** The most that one organisation may take of an extraction model on one UTC day. */
export interface ExtractionCaps {
  readonly dailyCalls: number;
  readonly dailyTokens: number;
}

/** A session that is to be read, and the most that it can cost. */
export interface ExtractionRequest {
  readonly sessionId: string;
  readonly modelId: string;
  readonly tokens: number;
}

/** What one organisation took of its extraction model. */
export interface ExtractionLedger {
  /** Takes a call and its tokens of today's, all or nothing; over the caps, or for a session that was read before, nothing. */
  reserve(request: ExtractionRequest, caps: ExtractionCaps): Promise<ExtractionReservation>;
  /** Notes how a session's reading ended, and puts what was counted in place of what was reserved. A second time it does nothing. */
  finish(end: FinishedExtraction): Promise<void>;
  /** Today's. */
  usage(): Promise<ExtractionUsage>;
}

/** Binds the ledger to one organisation. Days are UTC, by this process's clock. */
export function createExtractionLedger(tenant: TenantDatabase, clock: Clock): ExtractionLedger {
  const today = (): string => new Date(clock.now()).toISOString().slice(0, 10);
  return {
    reserve: (request, caps) => reserveExtraction(tenant, { ...request, ...caps, day: today() }),
    finish: (end) => finishExtraction(tenant, end),
    usage: () => readExtractionUsage(tenant, today()),
  };
}
