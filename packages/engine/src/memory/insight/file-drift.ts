import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { requirePageLimit } from '../../base/require-input.ts';
import { type MemoryWindow, RECALLABLE_NOW, RECORDS_OF_EVENTS } from './analytics-window.ts';
import { hiddenValue, isNotHidden } from '../../base/database/hidden-sets.ts';

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

/** Files that are looked at, those changed last, and memories of each, the newest. */
const MOST_FILES = 500;
const MOST_PER_FILE = 20;

const FIELDS = `o.id as "observationId", nullif(o.project_id, '') as "projectId", o.kind, left(o.content, 300) as excerpt, o.weight,
  o.created_at as "createdAt"`;

/** Memories about files that imported commits changed since they were written, changed last first: of the 500 changed last, the newest 20 each. Fails with `invalid-input`. */
export async function memoriesOfChangedFiles(
  tenant: TenantDatabase,
  { since, until, project, hidden }: MemoryWindow,
  limit: number = 100,
): Promise<readonly FileDrift[]> {
  requirePageLimit(limit, 500);
  return tenant.query<FileDrift & Row>({
    // Contents, and commits one by one, are read of the chosen rows only. A path has the moment of its observation.
    text: `
      with touched as (
        select p.project_id, p.path, max(c.created_at) as changed_at
        from observations c join observation_paths p on p.org_id = $1 and p.observation_id = c.id
        where c.org_id = $1 and c.kind = 'commit' and c.created_at >= $2 and c.created_at < $3
          and p.created_at >= $2 and p.created_at < $3
          and ($4::text is null or c.project_id = $4)
        group by 1, 2 order by 3 desc limit ${MOST_FILES}
      ), stale as (
        select m.id, t.project_id, t.path, t.changed_at
        from touched t cross join lateral (
          select o.id from observation_paths p join observations o on o.org_id = $1 and o.id = p.observation_id
          where p.org_id = $1 and p.project_id = t.project_id and p.path = t.path and p.created_at < t.changed_at
            and ${RECALLABLE_NOW} and o.kind not in ${RECORDS_OF_EVENTS} and ${isNotHidden('$6')}
          order by p.created_at desc limit ${MOST_PER_FILE}) m
        order by t.changed_at desc, m.id limit $5
      )
      select ${FIELDS}, s.path, s.changed_at as "changedAt", (
          select count(*) from observation_paths p join observations c on c.org_id = $1 and c.id = p.observation_id
          where p.org_id = $1 and p.project_id = s.project_id and p.path = s.path and p.created_at > o.created_at
            and c.kind = 'commit' and c.created_at >= $2 and c.created_at < $3)::int as commits
      from stale s join observations o on o.org_id = $1 and o.id = s.id
      order by s.changed_at desc, o.id`,
    values: [tenant.orgId, since, until, project, limit, hiddenValue(hidden)],
  });
}

const fileName = (path: string): string => `split_part(${path}, '/', -1)`;
const ending = (path: string): string =>
  `case when strpos(${fileName(path)}, '.') > 0 then nullif(split_part(${path}, '.', -1), '') end`;
const topDirectory = (path: string): string =>
  `case when strpos(${path}, '/') = 0 then '' else split_part(${path}, '/', 1) end`;

/**
 * Memories about files that the code index of their project does not have, newest first: of projects that are indexed, of endings that the
 * index has, and below top directories that it knows, since a path may be another machine's. A path that ends one of the index is there.
 * Fails with `invalid-input`.
 */
export async function memoriesOfVanishedFiles(
  tenant: TenantDatabase,
  { project, hidden }: MemoryWindow,
  limit: number = 100,
): Promise<readonly FileDrift[]> {
  requirePageLimit(limit, 500);
  return tenant.query<FileDrift & Row>({
    // Each path is looked at once, however many memories name it; memories are read newest first, until there are enough.
    text: `
      with file as (
        select project_id, path, ${ending('path')} as ending, ${fileName('path')} as name, ${topDirectory('path')} as top
        from graph_files where org_id = $1 and ($2::text is null or project_id = $2)
      ), named as (
        select project_id, path, ${ending('path')} as ending, ${fileName('path')} as name, ${topDirectory('path')} as top from (
          select distinct project_id, path from observation_paths where org_id = $1 and ($2::text is null or project_id = $2)) paths
      ), gone as (
        select n.project_id, n.path from named n
        where (n.project_id, n.ending) in (select project_id, ending from file)
          and (n.project_id, n.top) in (select project_id, top from file)
          and not exists (
            select from file f where f.project_id = n.project_id and f.name = n.name
              and (f.path = n.path or right(f.path, length(n.path) + 1) = '/' || n.path))
      ), orphan as (
        select o.id, p.path from (
          select p.observation_id, p.path, p.created_at from gone g
            join observation_paths p on p.org_id = $1 and p.project_id = g.project_id and p.path = g.path
          order by p.created_at desc, p.observation_id, p.path) p
          cross join lateral (
            select o.id from observations o
            where o.org_id = $1 and o.id = p.observation_id and o.kind not in ${RECORDS_OF_EVENTS} and ${RECALLABLE_NOW}
              and ${isNotHidden('$4')} limit 1) o
        order by p.created_at desc, p.observation_id, p.path limit $3
      )
      select ${FIELDS}, p.path, null::timestamptz as "changedAt", 0 as commits
      from orphan p join observations o on o.org_id = $1 and o.id = p.id
      order by o.created_at desc, o.id, p.path`,
    values: [tenant.orgId, project, limit, hiddenValue(hidden)],
  });
}
