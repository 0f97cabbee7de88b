import { projectColumn } from '../../../base/database/project-column.ts';
import type { TenantDatabase } from '../../../base/database/database.ts';
import { pathSegments } from '../../../base/normalize-path.ts';
import type { Observation } from '../observation.ts';

/** Kinds in which somebody states what holds. */
const STATING: readonly string[] = ['explicit', 'decision', 'convention'];

/** Whether somebody stated it. A section of a document is not: what it says stands in a file itself. */
export const isStated = ({ kind, source, metadata }: Pick<Observation, 'kind' | 'source' | 'metadata'>): boolean =>
  STATING.includes(kind) && (source !== 'import' || metadata['capture'] !== undefined);

/** Which file's statements are wanted. */
export interface StatedRequest {
  /** The file's names: what was stated of any of them is wanted. */
  readonly paths: readonly string[];
  /** undefined = of all projects; null = of none. */
  readonly projectId?: string | null;
}

/** Observations of a file that are looked at, and statements that are answered: the newest. */
const MOST_OF_FILE = 500;
const MOST_STATED = 8;

/** {@link ObservationStore.idsStatedOf} */
export async function idsStatedOf(
  tenant: TenantDatabase,
  { paths, projectId }: StatedRequest,
  nowMs: number,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const rows = await tenant.query<{ readonly id: string }>(
    {
      name: 'observations_stated_of_file',
      // One look-up by key for each, as for ids (get-observations.ts).
      text: `select o.id from (
          select p.observation_id, p.created_at from observation_paths p
          where p.org_id = $1 and p.path = any($2::text[]) and ($3::text is null or p.project_id = $3)
          order by p.created_at desc limit ${MOST_OF_FILE}) near
        cross join lateral (
          select id from observations
          where org_id = $1 and id = near.observation_id and kind = any($4::text[]) and superseded_by is null
            and quarantine_reason is null and (valid_to is null or valid_to > $5::timestamptz)
            and (source <> 'import' or metadata ? 'capture') offset 0) o
        order by near.created_at desc, o.id desc limit ${MOST_STATED}`,
      values: [
        tenant.orgId,
        paths.flatMap(spellingsOf),
        projectColumn(projectId),
        STATING,
        new Date(nowMs).toISOString(),
      ],
    },
    { signal },
  );
  return rows.map(({ id }) => id);
}

/** Of a path from the top of the disk nobody knows where the repository begins. */
function spellingsOf(path: string): string[] {
  const segments = pathSegments(path);
  const isWhole = !/^(?:\/|\\|[a-z]:)/iu.test(path);
  return isWhole ? [segments.join('/')] : segments.map((_, from) => segments.slice(from).join('/'));
}
