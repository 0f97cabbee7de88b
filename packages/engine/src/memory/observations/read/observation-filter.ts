import { normalizePath } from '../../../base/normalize-path.ts';
import { projectColumn } from '../../../base/database/project-column.ts';
import { invalidInput } from '../../../base/require-input.ts';
import type { Classification, ObservationStatus } from '../observation.ts';

/** Which observations are meant. Every field that is given must hold. */
export interface ObservationFilter {
  /** undefined = all projects; null = those that belong to no project. */
  readonly projectId?: string | null;
  readonly kind?: string;
  readonly sessionId?: string;
  /** Exactly this file, normalised as paths are on writing. */
  readonly path?: string;
  readonly status?: ObservationStatus;
  readonly agentId?: string;
  readonly classification?: Classification;
  readonly pinned?: boolean;
  /** Feedback weight from here … */
  readonly minWeight?: number;
  /** … to here, both included. */
  readonly maxWeight?: number;
}

const STATUSES: readonly ObservationStatus[] = ['active', 'superseded', 'expired', 'quarantined'];

/** The conditions of {@link filterValues} as SQL, for the table under the alias `o`. They take $1 to $12. */
export const FILTER_CONDITIONS = `o.org_id = $1
  and ($2::text is null or o.project_id = $2)
  and ($3::text is null or o.kind = $3)
  and ($4::text is null or o.session_id = $4)
  and ($5::text is null or exists (
    select from observation_paths p where p.org_id = $1 and p.path = $5 and p.observation_id = o.id))
  and ($6::text is null or $6 = case
    when o.superseded_by is not null then 'superseded'
    when o.valid_to <= $7::timestamptz then 'expired'
    when o.quarantine_reason is not null then 'quarantined'
    else 'active' end)
  and ($8::text is null or o.agent_id = $8)
  and ($9::text is null or o.classification = $9)
  and ($10::boolean is null or o.pinned = $10)
  and ($11::float8 is null or o.weight >= $11)
  and ($12::float8 is null or o.weight <= $12)`;

/** $1 to $12 of {@link FILTER_CONDITIONS}. Fails with `invalid-input` on an unknown status. */
export function filterValues(orgId: string, filter: ObservationFilter, nowMs: number): unknown[] {
  const { status } = filter;
  if (status !== undefined && !STATUSES.includes(status)) throw invalidInput('status', `one of ${STATUSES.join(', ')}`);
  return [
    orgId,
    projectColumn(filter.projectId),
    filter.kind ?? null,
    filter.sessionId ?? null,
    filter.path === undefined ? null : normalizePath(filter.path),
    status ?? null,
    new Date(nowMs).toISOString(),
    filter.agentId ?? null,
    filter.classification ?? null,
    filter.pinned ?? null,
    weightBound(filter.minWeight, 'minWeight'),
    weightBound(filter.maxWeight, 'maxWeight'),
  ];
}

function weightBound(weight: number | undefined, field: string): number | null {
  if (weight === undefined || (weight >= 0 && weight <= 2)) return weight ?? null;
  throw invalidInput(field, 'a number from 0 to 2');
}
