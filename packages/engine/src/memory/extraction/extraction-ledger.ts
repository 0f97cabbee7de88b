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

/** `over-cap`: the day has not so much left, and nothing was taken. `read-before`: the session was offered once, here or elsewhere. */
type ExtractionReservation = 'reserved' | 'over-cap' | 'read-before';

/** What was taken of a day's extraction, reserved calls included. */
export interface ExtractionUsage {
  /** UTC, `2026-11-22`. */
  readonly day: string;
  readonly calls: number;
  readonly tokens: number;
}

// Of any number of processes at once each sees the row that the one before left, so the sum never passes a limit.
const RESERVE = `
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
  select (select count(*) from offered)::int as offered, (select count(*) from reserved)::int as reserved`;

// Corrects the run's own day, which may be yesterday. A failed call stays spent: it may have been billed.
const FINISH = `
  with done as (
    update extraction_runs set outcome = $3, code = $4, statements = $6,
      tokens = case when $3 = 'over-cap' then 0 else coalesce($5::bigint, reserved_tokens) end
    where org_id = $1 and session_id = $2 and outcome is null
    returning day, case when $3 = 'over-cap' then 0 else tokens - reserved_tokens end as change
  )
  update extraction_usage u set tokens = greatest(0, u.tokens + done.change) from done
  where u.org_id = $1 and u.day = done.day and done.change <> 0`;

/** Binds the ledger to one organisation. Days are UTC, by this process's clock. */
export function createExtractionLedger(tenant: TenantDatabase, clock: Clock): ExtractionLedger {
  const { orgId } = tenant;
  const today = (): string => new Date(clock.now()).toISOString().slice(0, 10);
  return {
    async reserve({ sessionId, modelId, tokens }, { dailyCalls, dailyTokens }) {
      const values = [orgId, sessionId, today(), modelId, tokens, dailyCalls, dailyTokens];
      const [row] = await tenant.query<{ offered: number; reserved: number }>({ text: RESERVE, values });
      if (row?.reserved === 1) return 'reserved';
      return row?.offered === 1 ? 'over-cap' : 'read-before';
    },
    async finish({ sessionId, outcome, code, tokens, statements }) {
      await tenant.query({ text: FINISH, values: [orgId, sessionId, outcome, code, tokens, statements] });
    },
    async usage() {
      const day = today();
      const [row] = await tenant.query<{ calls: number; tokens: string | number }>({
        text: 'select calls, tokens from extraction_usage where org_id = $1 and day = $2::date',
        values: [orgId, day],
      });
      return { day, calls: row?.calls ?? 0, tokens: Number(row?.tokens ?? 0) };
    },
  };
}
