import type { Clock } from '../../base/clock.ts';
import type { TenantDatabase, Row } from '../../base/database/database.ts';
import { requireId, requirePageLimit, requireInput, requireLabel } from '../../base/require-input.ts';
import { isUuid } from '../../base/uuid.ts';

/** One value that somebody changed. */
export interface ConfigChange {
  readonly id: string;
  readonly actor: string;
  /** `project:<id>` (`project:` alone = no project), `plan`, `budget`, `recall-matrix`, `policy`, `transfer`, `api-key`, `observation:<id>` or `denied`. */
  readonly subject: string;
  /** The setting, the plan feature, the work type, or the administrative action that was denied. */
  readonly field: string;
  /** null = the default. */
  readonly oldValue: unknown;
  /** null = the default. */
  readonly newValue: unknown;
  readonly createdAt: string;
}

/** Who changes something. */
export interface ChangeOptions {
  /** The key, user or program that is answerable; it goes into the change log. */
  readonly actor: string;
}

/** What every write of this room needs. */
export interface ConfigWriter {
  readonly tenant: TenantDatabase;
  readonly clock: Clock;
}

/** Throws `invalid-input` unless somebody is answerable for the change. */
export function requireActor(options: ChangeOptions): string {
  requireId(options?.actor, 'actor');
  return options.actor;
}

/** Which changes are wanted. */
export interface ListConfigChangesRequest {
  /** Only changes of this, for example `project:api` or `budget`. (Default: all) */
  readonly subject?: string;
  /** 1 to 1000. (Default: 100) */
  readonly limit?: number;
  /** The id of the last change of the page before. (Default: from the newest) */
  readonly before?: string;
}

const SELECT = `
  select id, actor, subject, field, old_value as "oldValue", new_value as "newValue", created_at as "createdAt"
  from config_changes
  where org_id = $1 and ($2::text is null or subject = $2)
    and ($3::uuid is null
      or (created_at, id) < (select last.created_at, last.id from config_changes as last where last.org_id = $1 and last.id = $3))
  order by created_at desc, id desc
  limit $4`;

/** Who changed what, newest first. Fails with `invalid-input` on a limit or a cursor that is none. */
export async function listConfigChanges(
  tenant: TenantDatabase,
  request: ListConfigChangesRequest = {},
): Promise<readonly ConfigChange[]> {
  const { subject = null, limit = 100, before = null } = request;
  if (subject !== null) requireLabel(subject, 'subject');
  requireInput(before === null || isUuid(before), 'before', 'the id of a change');
  requirePageLimit(limit, 1000);
  return tenant.query<ConfigChange & Row>({ text: SELECT, values: [tenant.orgId, subject, before, limit] });
}
