import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { requirePageLimit } from '../../base/require-page-limit.ts';
import type { AnalyticsWindow } from './analytics-window.ts';
import { RECALLABLE_NOW, RECORDS_OF_EVENTS } from './recallable-now.ts';

/** A memory about a file that is not what it was. */
export interface FileDrift {
  readonly observationId: string;
  readonly projectId: string | null;
  readonly kind: string;
  /** The beginning of its content. */
  readonly excerpt: string;
  readonly weight: number;
  readonly createdAt: string;
  readonly path: string;
  /** When a commit last touched the file; null = nothing is known of it. */
  readonly changedAt: string | null;
  /** Commits in the stretch of time that came after the memory. */
  readonly commits: number;
}

/** Files that are looked at: those changed last. */
const MOST_FILES = 2000;

const FIELDS = `o.id as "observationId", nullif(o.project_id, '') as "projectId", o.kind, left(o.content, 300) as excerpt, o.weight,
  o.created_at as "createdAt"`;

/** Memories about files that imported commits changed since they were written, changed last first. Fails with `invalid-input`. */
export async function memoriesOfChangedFiles(
  tenant: TenantDatabase,
  { since, until, project }: AnalyticsWindow,
  limit: number = 100,
): Promise<readonly FileDrift[]> {
  requirePageLimit(limit, 500);
  return tenant.query<FileDrift & Row>({
    text: `
      with touched as (
        select p.project_id, p.path, max(c.created_at) as changed_at, array_agg(c.created_at) as moments
        from observations c join observation_paths p on p.org_id = $1 and p.observation_id = c.id
        where c.org_id = $1 and c.kind = 'commit' and c.created_at >= $2 and c.created_at < $3
          and ($4::text is null or c.project_id = $4)
        group by 1, 2 order by 3 desc limit ${MOST_FILES}
      )
      select ${FIELDS}, t.path, t.changed_at as "changedAt",
        (select count(*) from unnest(t.moments) as moment where moment > o.created_at)::int as commits
      from touched t
        join observation_paths p on p.org_id = $1 and p.project_id = t.project_id and p.path = t.path and p.created_at < t.changed_at
        join observations o on o.org_id = $1 and o.id = p.observation_id
      where ${RECALLABLE_NOW} and o.kind not in ${RECORDS_OF_EVENTS} and o.created_at < t.changed_at
      order by t.changed_at desc, o.id limit $5`,
    values: [tenant.orgId, since, until, project, limit],
  });
}

const ending = (path: string): string => `substring(${path} from '[.][^./]+$')`;
const fileName = (path: string): string => `substring(${path} from '[^/]+$')`;
const topDirectory = (path: string): string =>
  `case when strpos(${path}, '/') = 0 then '' else split_part(${path}, '/', 1) end`;

/**
 * Memories about files that the code index of their project does not have, newest first: of projects that are indexed, of endings that the
 * index has, and below top directories that it knows, since a path may be another machine's. A path that ends one of the index is there.
 * Fails with `invalid-input`.
 */
export async function memoriesOfVanishedFiles(
  tenant: TenantDatabase,
  { project }: AnalyticsWindow,
  limit: number = 100,
): Promise<readonly FileDrift[]> {
  requirePageLimit(limit, 500);
  return tenant.query<FileDrift & Row>({
    text: `
      with file as (
        select project_id, path, ${ending('path')} as ending, ${fileName('path')} as name, ${topDirectory('path')} as top
        from graph_files where org_id = $1 and ($2::text is null or project_id = $2)
      ), endings as (
        select distinct project_id, ending from file
      ), tops as (
        select distinct project_id, top from file
      )
      select ${FIELDS}, p.path, null::timestamptz as "changedAt", 0 as commits
      from observations o
        join observation_paths p on p.org_id = $1 and p.observation_id = o.id
        join endings e on e.project_id = p.project_id and e.ending = ${ending('p.path')}
        join tops t on t.project_id = p.project_id and t.top = ${topDirectory('p.path')}
      where o.org_id = $1 and ($2::text is null or o.project_id = $2) and o.kind not in ${RECORDS_OF_EVENTS} and ${RECALLABLE_NOW}
        and not exists (
          select from file f where f.project_id = p.project_id and f.name = ${fileName('p.path')}
            and (f.path = p.path or right(f.path, length(p.path) + 1) = '/' || p.path))
      order by o.created_at desc, o.id, p.path limit $3`,
    values: [tenant.orgId, project, limit],
  });
}
