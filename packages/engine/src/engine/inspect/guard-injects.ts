import { contentHash } from '../../base/text/stored-text.ts';
import type { TenantDatabase } from '../../base/database/database.ts';
import { withoutQuotation } from '../../memory/compose/lines/render-compact-line.ts';
import type { GraphStore } from '../../memory/graph/graph-store.ts';
import { injectedNodes } from '../../memory/injection-log/list-delivered-injections.ts';
import type { DeliveredInject } from '../../memory/injects/claim-statement.ts';
import { dropDeniedInject } from '../../memory/injects/purge-memory-injects.ts';
import type { InjectQueue } from '../../memory/injects/inject-queue.ts';
import {
  ANONYMOUS_AGENT,
  type AccessVerb,
  type AuthorizationResource,
  type PolicyDecision,
  type Principal,
} from '../../memory/policy/authorizer.ts';
import { AUTHORIZER_FAILED, decideOnce } from '../../memory/policy/decide-once.ts';
import { nodeResource } from '../../memory/policy/enforce-graph-access.ts';
import type { SessionStore } from '../../memory/sessions/session-store.ts';
import { resourceOf } from '../../recall/candidates/authorize-candidates.ts';
import type { Rooms } from '../wire/wire-rooms.ts';

export interface GuardPorts {
  readonly rooms: Pick<Rooms, 'authorizer' | 'observations' | 'onError' | 'options' | 'preparer' | 'transferSources'>;
  readonly tenant: TenantDatabase;
  readonly sessions: Pick<SessionStore, 'get'>;
  readonly graph: Pick<GraphStore, 'getNodes'>;
}

/**
 * The queue, with a decision on each block at the moment of its delivery: what policies, classifications or grants have come to forbid since
 * it was enqueued is dropped (`denied`) and the next block comes instead. A correction keeps its ids and loses its quotation. When nobody can
 * decide, because the policies cannot be read, the block waits: it is in flight, and the next heartbeat asks again. Contract section 14.
 */
export function guardInjects(queue: InjectQueue, ports: GuardPorts): InjectQueue {
  return {
    ...queue,
    async enqueueMemoryInject(input) {
      // Whatever source is named: it is the caller's word. A block of our own is made of what was redacted, and stays as it is.
      const { text, supersedesKey } = input ?? {};
      const clean = await ports.rooms.preparer.redact({ text, ...(supersedesKey ? { supersedesKey } : {}) });
      return queue.enqueueMemoryInject({ ...input, ...clean });
    },
    async claimPendingInjectForSession(sessionId, options) {
      for (;;) {
        const claim = await queue.claimPendingInjectForSession(sessionId, options);
        if (claim.outcome !== 'inject') return claim;
        const block = await cleared(ports, claim.inject);
        if (block === 'wait') return { outcome: 'nothing' };
        if (block !== 'dropped') return { outcome: 'inject', inject: block };
      }
    },
    async refreshLockAndClaimInject(sessionId, options) {
      // What the first heartbeat acknowledged is not acknowledged again by those that follow a dropped block.
      let acked = false;
      for (;;) {
        const heartbeat = await queue.refreshLockAndClaimInject(sessionId, options);
        if (heartbeat.outcome === 'lock-lost') return heartbeat;
        acked ||= heartbeat.acked;
        if (heartbeat.outcome === 'nothing') return { ...heartbeat, acked };
        const block = await cleared(ports, heartbeat.inject);
        if (block === 'wait') return { outcome: 'nothing', lockExpiresAt: heartbeat.lockExpiresAt, acked };
        if (block !== 'dropped') return { ...heartbeat, inject: block, acked };
      }
    },
  };
}

/** The block as it may be handed over now. */
async function cleared(ports: GuardPorts, inject: DeliveredInject): Promise<DeliveredInject | 'wait' | 'dropped'> {
  const verdict = await verdictOn(ports, inject);
  if (verdict === 'allowed') return inject;
  if (inject.source === 'correction') return { ...inject, text: withoutQuotation(inject.text) };
  if (verdict === 'undecided') return 'wait';
  await dropDeniedInject(ports.tenant, inject.sessionId, inject.deliveryId);
  return 'dropped';
}

type Verdict = 'allowed' | 'denied' | 'undecided';

async function verdictOn(ports: GuardPorts, inject: DeliveredInject): Promise<Verdict> {
  const { rooms, tenant } = ports;
  const { sessionId, observationIds, logId, source, text } = inject;
  // A block that names nothing is its sender's own words.
  const isOwnWords = logId === null && observationIds.length === 0 && source !== 'in-session';
  if (isOwnWords) return 'allowed';
  const [session, observations, nodeIds] = await Promise.all([
    ports.sessions.get(sessionId),
    rooms.observations(tenant.orgId).getMany(observationIds),
    injectedNodes(tenant, { sessionId, logId, contentHash: contentHash(text) }),
  ]);
  const nodes = await ports.graph.getNodes(nodeIds);
  const principal: Principal = {
    orgId: tenant.orgId,
    agentId: session?.agentId ?? inject.agentId ?? ANONYMOUS_AGENT,
    projectId: session?.projectId ?? null,
    sessionId,
  };
  return verdictFor(ports, principal, [...observations.map(resourceOf), ...nodes.map(nodeResource)]);
}

/** What came from a peer project needs what transfer needs: its policy, and the grant as it is now. */
async function verdictFor(
  { rooms }: GuardPorts,
  principal: Principal,
  resources: readonly AuthorizationResource[],
): Promise<Verdict> {
  const ask = (verb: AccessVerb, those: readonly AuthorizationResource[]) =>
    decideOnce(rooms.authorizer, principal, those, rooms.onError, undefined, verb);
  const read = await ask('read', resources);
  const denied = read.flatMap((decision, index) =>
    decision.allowed ? [] : [{ decision, resource: resources[index]! }],
  );
  if (denied.length === 0) return 'allowed';
  if (denied.some(({ decision }) => isFailure(rooms, decision))) return 'undecided';
  const peers = await grantedPeers(rooms, principal);
  if (!denied.every(({ resource }) => peers.has(resource.projectId))) return 'denied';
  const transferred = await ask(
    'transfer',
    denied.map(({ resource }) => resource),
  );
  return transferred.every(({ allowed }) => allowed) ? 'allowed' : 'denied';
}

async function grantedPeers(
  { transferSources }: GuardPorts['rooms'],
  { orgId, projectId = null }: Principal,
): Promise<ReadonlySet<string | null>> {
  if (projectId === null) return new Set();
  return new Set((await transferSources.of(orgId, projectId)).map(({ sourceProjectId }) => sourceProjectId));
}

/** A denial by the policies names one; an authorizer of the user's own may name none. */
function isFailure({ options }: GuardPorts['rooms'], decision: PolicyDecision): boolean {
  if (decision.allowed) return false;
  return decision.reason === AUTHORIZER_FAILED || (decision.policy === null && options.authorizer === undefined);
}
