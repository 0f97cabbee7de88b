import type { Clock } from '../../base/clock.ts';
import type { TenantDatabase } from '../../base/database/database.ts';

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

/** How the reading of a session ended. */
interface FinishedExtraction {
  readonly sessionId: string;
  readonly outcome: 'stored' | 'nothing-new' | 'over-cap' | 'failed';
  /** Of `failed`. */
  readonly code: string | null;
  /** What the service counted; null = it did not say, so what was reserved stays spent. */
  readonly tokens: number | null;
  /** How many were stored. */
  readonly statements: number;
}

/** Closes a run and corrects its own day's tokens, which may be yesterday's. A failed call stays spent: it may have been billed. */
async function finishExtraction(
  tenant: TenantDatabase,
  { sessionId, outcome, code, tokens, statements }: FinishedExtraction,
): Promise<void> {
  await tenant.query({
    text: `
      with done as (
        update extraction_runs set outcome = $3, code = $4, statements = $6,
          tokens = case when $3 = 'over-cap' then 0 else coalesce($5::bigint, reserved_tokens) end
        where org_id = $1 and session_id = $2 and outcome is null
        returning day, case when $3 = 'over-cap' then 0 else tokens - reserved_tokens end as change
      )
      update extraction_usage u set tokens = greatest(0, u.tokens + done.change) from done
      where u.org_id = $1 and u.day = done.day and done.change <> 0`,
    values: [tenant.orgId, sessionId, outcome, code, tokens, statements],
  });
}

/** `over-cap`: the day has not so much left, and nothing was taken. `read-before`: the session was offered once, here or elsewhere. */
type ExtractionReservation = 'reserved' | 'over-cap' | 'read-before';

/** What is to be reserved, and within which limits. */
interface ReserveExtractionInput {
  readonly sessionId: string;
  readonly modelId: string;
  readonly tokens: number;
  /** `2026-11-22`. */
  readonly day: string;
  readonly dailyCalls: number;
  readonly dailyTokens: number;
}

/**
 * Offers a session to the model once, and takes a call and its tokens of the day's in the same statement: of any number of processes at once
 * each sees the row that the one before left, so the sum never passes a limit.
 */
async function reserveExtraction(
  tenant: TenantDatabase,
  { sessionId, modelId, tokens, day, dailyCalls, dailyTokens }: ReserveExtractionInput,
): Promise<ExtractionReservation> {
  const [row] = await tenant.query<{ offered: number; reserved: number }>({
    text: `
      with offered as (
        insert into extraction_runs (org_id, session_id, day, model_id, reserved_tokens)
        values ($1, $2, $3::date, $4, $5)
        on conflict (org_id, session_id) do nothing
        returning session_id
      ), reserved as (
        insert into extraction_usage as u (org_id, day, calls, tokens)
        select $1, $3::date, 1, $5::bigint from offered where $6::bigint >= 1 and $5::bigint <= $7::bigint
        on conflict (org_id, day) do update set calls = u.calls + 1, tokens = u.tokens + excluded.tokens
          where u.calls < $6::bigint and u.tokens + excluded.tokens <= $7::bigint
        returning calls
      )
      select (select count(*) from offered)::int as offered, (select count(*) from reserved)::int as reserved`,
    values: [tenant.orgId, sessionId, day, modelId, tokens, dailyCalls, dailyTokens],
  });
  if (row?.reserved === 1) return 'reserved';
  return row?.offered === 1 ? 'over-cap' : 'read-before';
}

/** What was taken of a day's extraction, reserved calls included. */
export interface ExtractionUsage {
  /** UTC, `2026-11-22`. */
  readonly day: string;
  readonly calls: number;
  readonly tokens: number;
}

/** A day without a row has taken nothing. */
async function readExtractionUsage(tenant: TenantDatabase, day: string): Promise<ExtractionUsage> {
  const [row] = await tenant.query<{ calls: number; tokens: string | number }>({
    text: 'select calls, tokens from extraction_usage where org_id = $1 and day = $2::date',
    values: [tenant.orgId, day],
  });
  return { day, calls: row?.calls ?? 0, tokens: Number(row?.tokens ?? 0) };
}
