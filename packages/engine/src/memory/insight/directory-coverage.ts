import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { requireInput, requirePageLimit, requireWholeNumber } from '../../base/require-input.ts';
import { type MemoryWindow, RECALLABLE_NOW } from './analytics-window.ts';
import { hiddenValue, isNotHidden } from '../../base/database/hidden-sets.ts';

/** How much is known of the files of one directory. */
export interface DirectoryCoverage {
  /** '' = the files at the top. */
  readonly directory: string;
  /** How often a memory names a file in it: one that names two of them counts twice. */
  readonly memories: number;
  /** Files in it that a memory names. */
  readonly files: number;
  /** null = no memory names a file in it. */
  readonly meanWeight: number | null;
  readonly newestAt: string | null;
  /** Files in it that the code index has; 0 = it is not indexed. */
  readonly indexedFiles: number;
}

/** Which directories are wanted. */
export interface DirectoryCoverageRequest {
  /** Only below this directory. (Default: all) */
  readonly under?: string;
  /** Segments of a path that count, 1 to 8. (Default: 2) */
  readonly depth?: number;
  /** 1 to 1000, those with the most memories. (Default: 200) */
  readonly limit?: number;
}

/** The first segments of a path without its file name; $4 says how many. */
const directoryOf = (path: string): string => {
  const parts = `string_to_array(${path}, '/')`;
  return `array_to_string((${parts})[1:least($4, cardinality(${parts}) - 1)], '/')`;
};

// Rows are put together by path first: there are fewer files than memories, and a directory is cut from each path once.
const COVERAGE = `
  with named as (
    select p.path, count(*) as memories, sum(o.weight) as weight, max(o.created_at) as newest
    from observation_paths p join observations o on o.org_id = $1 and o.id = p.observation_id
    where p.org_id = $1 and ($2::text is null or p.project_id = $2) and starts_with(p.path, $3) and ${RECALLABLE_NOW}
      and ${isNotHidden('$6')}
    group by 1
  ), known as (
    select ${directoryOf('path')} as directory, sum(memories)::int as memories, count(*)::int as files,
      sum(weight) / sum(memories) as weight, max(newest) as newest
    from named group by 1
  ), indexed as (
    select ${directoryOf('f.path')} as directory, count(*)::int as files from graph_files f
    where f.org_id = $1 and ($2::text is null or f.project_id = $2) and starts_with(f.path, $3) group by 1
  )
  select directory, coalesce(k.memories, 0) as memories, coalesce(k.files, 0) as files, k.weight as "meanWeight", k.newest as "newestAt",
    coalesce(i.files, 0) as "indexedFiles"
  from known k full join indexed i using (directory)
  order by 2 desc, 6 desc, 1 limit $5`;

/** Memories by directory, the best known first, and those that the code index has and no memory names. Fails with `invalid-input`. */
export async function directoryCoverage(
  tenant: TenantDatabase,
  { project, hidden }: MemoryWindow,
  { under = '', depth = 2, limit = 200 }: DirectoryCoverageRequest = {},
): Promise<readonly DirectoryCoverage[]> {
  requireInput(typeof under === 'string' && under.length <= 1024, 'under', 'a directory');
  requireWholeNumber(depth, 'depth', 1, 8);
  requirePageLimit(limit, 1000);
  const prefix = under === '' || under.endsWith('/') ? under : `${under}/`;
  return tenant.query<DirectoryCoverage & Row>({
    text: COVERAGE,
    values: [tenant.orgId, project, prefix, depth, limit, hiddenValue(hidden)],
  });
}
