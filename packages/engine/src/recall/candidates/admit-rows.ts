import { isUuid } from '../../base/uuid.ts';
import type { SKIP_REASONS } from '../../memory/injection-log/injection-trace.ts';
import type { Observation } from '../../memory/observations/observation.ts';
import type { RecalledObservation } from '../memory-store.ts';

/** A row that was recalled and is not in the block. */
export interface SkippedRow {
  /** null when the row has no usable id. */
  readonly id: string | null;
  readonly reason: (typeof SKIP_REASONS)[number];
  /** What its line would cost; only of one that is over the budget. */
  readonly tokens?: number;
  /** Only of one that is over the budget. */
  readonly relevance?: number;
  /** Only of one that is over the budget. */
  readonly weightedRank?: number;
}

export interface AdmittedRows {
  readonly admitted: readonly RecalledObservation[];
  readonly refused: readonly SkippedRow[];
}

function isRenderable({ content, weight, createdAt, kind }: Partial<Record<keyof Observation, unknown>>): boolean {
  const weighed = typeof weight === 'number' && weight >= 0 && weight <= 2;
  const dated = typeof createdAt === 'string' && !Number.isNaN(Date.parse(createdAt));
  return typeof content === 'string' && weighed && dated && typeof kind === 'string';
}

/**
 * The rows that may go into a block of this organisation, in their order. A store is a port that anyone may implement or
 * wrap, so its rows are checked once more where they would reach an agent: a row that is none, another organisation's
 * (fail closed), or a second row with an id already seen is refused with its reason. Never fails.
 */
export function admitRows(rows: readonly unknown[], orgId: string): AdmittedRows {
  const admitted = new Map<string, RecalledObservation>();
  const refused: SkippedRow[] = [];
  for (const row of rows) {
    const observation = ((row as Partial<RecalledObservation> | null | undefined)?.observation ?? {}) as Partial<
      Record<keyof Observation, unknown>
    >;
    const id = isUuid(observation.id) ? observation.id.toLowerCase() : null;
    if (id === null || !isRenderable(observation)) refused.push({ id, reason: 'invalid-row' });
    else if (observation.orgId !== orgId) refused.push({ id, reason: 'foreign-organisation' });
    else if (admitted.has(id)) refused.push({ id, reason: 'duplicate' });
    else admitted.set(id, row as RecalledObservation);
  }
  return { admitted: [...admitted.values()], refused };
}
