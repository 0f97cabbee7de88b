import type { TenantDatabase } from '../../base/database/database.ts';
import { invalidInput } from '../../base/invalid-input.ts';
import { requireInput } from '../../base/require-input.ts';
import { changeSession, IS_OPEN } from './change-session.ts';
import { transitionRefused } from './transition-refused.ts';
import type { Session } from './session.ts';

/** The end of a change of epoch. */
export interface StartEpochResult {
  /** False when the epoch had already been left: the same compaction was reported before. */
  readonly started: boolean;
  readonly session: Session;
}

const LAST_EPOCH = 2_147_483_647;

/**
 * The agent's context was compacted in `expectedEpoch`: what it was told before is gone, and a new epoch begins. One compaction that is
 * reported several times starts one. Fails with `invalid-input` on an epoch that the session has not reached, with `session-not-found`, and
 * with `session-transition-refused` when the session has ended.
 */
export async function startEpoch(
  tenant: TenantDatabase,
  sessionId: string,
  expectedEpoch: number,
): Promise<StartEpochResult> {
  const valid = Number.isInteger(expectedEpoch) && expectedEpoch >= 0 && expectedEpoch < LAST_EPOCH;
  requireInput(valid, 'expectedEpoch', 'the epoch that was compacted, a whole number from 0');
  const { changed, session } = await changeSession(tenant, sessionId, {
    when: `c.epoch = $3::integer and ${IS_OPEN}`,
    set: 'epoch = c.epoch + 1, epoch_started_at = clock_timestamp(), updated_at = clock_timestamp()',
    values: [expectedEpoch],
  });
  if (changed || session.epoch > expectedEpoch) return { started: changed, session };
  if (session.epoch < expectedEpoch)
    throw invalidInput('expectedEpoch', `at most ${session.epoch}, the session's epoch`);
  throw transitionRefused(sessionId, session.status, 'given a new epoch');
}
