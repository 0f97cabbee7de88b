import type { TenantDatabase } from '../base/database/database.ts';
import type { StoredContextInjection } from '../memory/injection-log/context-injection-log.ts';
import {
  listContextInjections,
  type ListContextInjectionsOptions,
} from '../memory/injection-log/list-context-injections.ts';
import { withoutDenied } from '../memory/injection-log/injection-trace.ts';
import { listMemoryInjects, type ListMemoryInjectsOptions } from '../memory/injects/list-given.ts';
import type { MemoryInject } from '../memory/injects/memory-inject.ts';
import type { InspectParts } from './inspect-injections.ts';
import { visibleIds, type WithViewer } from './viewer.ts';

/** The queue and the injection log as somebody may see them. */
export interface InjectViews {
  /** The queue of a session, as `org.listMemoryInjects`. The text is '' where the viewer may not read all that is in it. */
  injects(sessionId: string, options?: ListMemoryInjectsOptions & WithViewer): Promise<readonly MemoryInject[]>;
  /** The injections of a session, as `org.listContextInjections`. What was denied to the session has no id for a viewer. */
  contextInjections(
    sessionId: string,
    options?: ListContextInjectionsOptions & WithViewer,
  ): Promise<readonly StoredContextInjection[]>;
}

/** Binds the views to one organisation. */
export function createInjectViews(parts: InspectParts, tenant: TenantDatabase): InjectViews {
  return {
    async injects(sessionId, { viewer, ...options } = {}) {
      const rows = await listMemoryInjects(tenant, sessionId, options);
      return viewer === undefined ? rows : withoutHidden(parts, tenant, rows, { viewer });
    },
    async contextInjections(sessionId, { viewer, ...options } = {}) {
      const rows = await listContextInjections(tenant, sessionId, options);
      return viewer === undefined ? rows : rows.map((row) => ({ ...row, trace: withoutDenied(row.trace) }));
    },
  };
}

const MOST_LOGGED = 1000;

async function withoutHidden(
  { rooms, orgId, nodes }: InspectParts,
  tenant: TenantDatabase,
  rows: readonly MemoryInject[],
  { viewer }: WithViewer,
): Promise<readonly MemoryInject[]> {
  const [first] = rows;
  if (first === undefined) return rows;
  const logs = await listContextInjections(tenant, first.sessionId, { limit: MOST_LOGGED });
  const nodesOf = ({ logId, contentHash }: MemoryInject): readonly string[] =>
    logs.find(({ id, trace }) => id === logId || trace?.blockHash === contentHash)?.graphNodeIds ?? [];
  const [observations, named] = await Promise.all([
    rooms.observations(orgId).getMany([...new Set(rows.flatMap(({ observationIds }) => observationIds))]),
    nodes([...new Set(rows.flatMap(nodesOf))]),
  ]);
  const visible = await visibleIds(rooms, orgId, viewer, { observations, nodes: named });
  const hidden = new Set([...observations, ...named].map(({ id }) => id).filter((id) => !visible.has(id)));
  return rows.map((row) => {
    const isWithheld = [...row.observationIds, ...nodesOf(row)].some((id) => hidden.has(id));
    return isWithheld ? { ...row, text: '', observationIds: row.observationIds.filter((id) => !hidden.has(id)) } : row;
  });
}
