import type { TenantDatabase } from '../../base/database/database.ts';

/** How the reading of a session ended. */
export interface FinishedExtraction {
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
export async function finishExtraction(
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
