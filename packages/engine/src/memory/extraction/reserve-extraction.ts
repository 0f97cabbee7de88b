import type { TenantDatabase } from '../../base/database/database.ts';

/** `over-cap`: the day has not so much left, and nothing was taken. `read-before`: the session was offered once, here or elsewhere. */
export type ExtractionReservation = 'reserved' | 'over-cap' | 'read-before';

/** What is to be reserved, and within which limits. */
export interface ReserveExtractionInput {
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
export async function reserveExtraction(
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
