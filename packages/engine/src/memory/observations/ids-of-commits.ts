import type { TenantDatabase } from '../../base/database/database.ts';
import { projectFilter } from './observation-row.ts';

/** Which commits' memories are wanted. */
export interface CommitsRequest {
  /** Full hashes. */
  readonly commits: readonly string[];
  /** undefined = of all projects; null = of none. */
  readonly projectId?: string | null;
}

/** {@link ObservationStore.idsOfCommits} */
export async function idsOfCommits(
  tenant: TenantDatabase,
  { commits, projectId }: CommitsRequest,
  signal?: AbortSignal,
): Promise<Map<string, string>> {
  if (commits.length === 0) return new Map();
  const rows = await tenant.query<{ readonly commit: string; readonly id: string }>(
    {
      name: 'observations_ids_of_commits',
      // One look-up by key for each hash, as for ids (get-observations.ts). Imported twice under two names, the later one counts.
      text: `select wanted.commit, o.id from unnest($2::text[]) as wanted(commit) cross join lateral (
        select id from observations
        where org_id = $1 and kind = 'commit' and metadata ->> 'commit' = wanted.commit
          and ($3::text is null or project_id = $3) and superseded_by is null and quarantine_reason is null
        order by id desc limit 1) o`,
      values: [tenant.orgId, [...commits], projectFilter(projectId)],
    },
    signal ? { signal } : {},
  );
  return new Map(rows.map(({ commit, id }) => [commit, id]));
}
