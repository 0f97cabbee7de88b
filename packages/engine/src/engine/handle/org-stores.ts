import type { TenantDatabase } from '../../base/database/database.ts';
import type { OrgConfig } from '../../memory/config/org-config.ts';
import { evidenceOfCompletion } from '../../memory/feedback/session-evidence.ts';
import { createGraphStore, type GraphStore } from '../../memory/graph/graph-store.ts';
import { withdrawUnseenInjections } from '../../memory/injection-log/withdraw-unseen-injections.ts';
import { dropInjectsOfEndedSession } from '../../memory/injects/purge-memory-injects.ts';
import { tokenize } from '../../memory/search/text/tokenize.ts';
import type { SessionContext } from '../../memory/sessions/create-session.ts';
import { createSessionStore, type SessionStore } from '../../memory/sessions/session-store.ts';
import type { Rooms } from '../wire/wire-rooms.ts';

/** Names come from code and documents, where secrets stand too. A project's first nodes switch its graph on, where nobody decided. */
export function graphStore(
  { redact }: Rooms['preparer'],
  tenant: TenantDatabase,
  config: Pick<OrgConfig, 'reread'>,
): GraphStore {
  const store = createGraphStore(tenant, tokenize);
  return {
    ...store,
    upsertNodes: async (nodes) => {
      const upserted = await store.upsertNodes(await redact(nodes));
      config.reread();
      return upserted;
    },
    upsertEdges: async (edges) => store.upsertEdges(await redact(edges)),
    files: { ...store.files, set: async (projectId, files) => store.files.set(projectId, await redact(files)) },
  };
}

/** Sessions whose end waits until what was begun for them is written. */
export function storedSessions(
  { options, clock, preparer }: Pick<Rooms, 'options' | 'clock' | 'preparer'>,
  tenant: TenantDatabase,
  begun: () => Promise<unknown>,
): SessionStore {
  const { redact } = preparer;
  const written = options.database.settled;
  const settled = written && (() => begun().then(() => written()));
  const onEnd: SessionContext['onEnd'] = (orgId, sessionId, outcome) => [
    dropInjectsOfEndedSession(orgId, sessionId),
    withdrawUnseenInjections(orgId, sessionId),
    ...(outcome === null ? [] : [evidenceOfCompletion(orgId, sessionId, outcome)]),
  ];
  return createSessionStore({ tenant, clock, redact, settled, onEnd });
}
