import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { WITH_PROJECTS } from '../../base/project-hops.ts';
import type { AnalyticsWindow } from './analytics-window.ts';
import { hiddenValue, isNotHidden, type AttributeSet } from '../../base/database/hidden-sets.ts';
import type { Claim } from './find-contradictions.ts';
import { RECALLABLE_NOW, RECORDS_OF_EVENTS } from './recallable-now.ts';

/**
 * The newest statements that say what holds and are not hidden, at most `limit`. Without sections of documents: of one document they are alike by
 * their making (releases, database guides), and what a document says anew replaces what it said when it is imported again.
 */
export async function listStatements(
  tenant: TenantDatabase,
  { project }: AnalyticsWindow,
  limit: number,
  hidden: readonly AttributeSet[] = [],
): Promise<readonly Claim[]> {
  return tenant.query<Claim & Row>({
    text: `
      ${WITH_PROJECTS}, newest as (
        select o.id from project cross join lateral (
          select o.id, o.created_at from observations o
          where o.org_id = $1 and o.project_id = project.id and o.kind not in ${RECORDS_OF_EVENTS} and ${RECALLABLE_NOW}
            and o.kind <> 'document' and octet_length(o.content) <= 1000 and ${isNotHidden('$4')}
          order by o.created_at desc, o.id desc limit $3) o
        order by o.created_at desc, o.id desc limit $3
      )
      select o.id, nullif(o.project_id, '') as "projectId", o.content, o.created_at as "createdAt"
      from newest n join observations o on o.org_id = $1 and o.id = n.id order by o.created_at desc, o.id desc`,
    values: [tenant.orgId, project, limit, hiddenValue(hidden)],
  });
}
