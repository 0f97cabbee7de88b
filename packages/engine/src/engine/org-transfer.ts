import type { TenantDatabase } from '../base/database/database.ts';
import type { ChangeOptions } from '../memory/config/config-change.ts';
import { getFingerprint, setFingerprint, type ProjectFingerprint } from '../memory/transfer/fingerprints.ts';
import {
  grantTransfer,
  listTransferGrants,
  listTransferSources,
  revokeTransfer,
  type TransferGrant,
  type TransferPair,
} from '../memory/transfer/grants.ts';
import { techSimilarity } from '../memory/transfer/tech-similarity.ts';
import type {
  CrossProjectTransferOptions,
  CrossProjectTransferSettings,
} from '../recall/cross-project-transfer-store.ts';
import { DEFAULT_FEEDBACK_RANKING } from '../memory/ranking/apply-feedback-ranking.ts';
import type { Rooms } from './wire-rooms.ts';

/** Why memories of one project are read in another, or not. The third condition, the policy, is decided on each memory. */
export interface TransferReason {
  readonly granted: boolean;
  /** By both measures; 0 when one of the projects has no fingerprint. */
  readonly jaccard: number;
  readonly containment: number;
  /** Projects of the pair without a fingerprint. */
  readonly unknownProjects: readonly string[];
}

/** Who may read whose memories. Contract 11. */
export interface OrgTransfer {
  list(): Promise<readonly TransferGrant[]>;
  /** False when the pair was granted before. */
  grant(pair: TransferPair, options: ChangeOptions): Promise<boolean>;
  /** False when there was no grant. */
  revoke(pair: TransferPair, options: ChangeOptions): Promise<boolean>;
  why(pair: TransferPair): Promise<TransferReason>;
  setFingerprint(fingerprint: ProjectFingerprint): Promise<void>;
  /** null when nobody wrote one. */
  fingerprint(projectId: string): Promise<ProjectFingerprint | null>;
}

/** Binds transfer to one organisation. */
export function createOrgTransfer(tenant: TenantDatabase): OrgTransfer {
  return {
    list: () => listTransferGrants(tenant),
    grant: (pair, options) => grantTransfer(tenant, pair, options?.actor),
    revoke: (pair, options) => revokeTransfer(tenant, pair, options?.actor),
    why: (pair) => why(tenant, pair),
    setFingerprint: (fingerprint) => setFingerprint(tenant, fingerprint),
    fingerprint: (projectId) => getFingerprint(tenant, projectId),
  };
}

/** What transfer of this memory stands on: its grants, its authorizer, its clock. */
export function transferOptions(
  { options, authorizer, clock, onError }: Rooms,
  settings: CrossProjectTransferSettings,
): CrossProjectTransferOptions {
  return {
    ...settings,
    sources: (orgId, destination) => listTransferSources(options.database.tenant(orgId), destination),
    ranking: options.feedbackRanking ?? DEFAULT_FEEDBACK_RANKING,
    authorizer,
    clock,
    onError,
  };
}

async function why(tenant: TenantDatabase, pair: TransferPair): Promise<TransferReason> {
  const { sourceProjectId, destinationProjectId } = pair;
  const [grants, source, destination] = await Promise.all([
    listTransferGrants(tenant),
    getFingerprint(tenant, sourceProjectId),
    getFingerprint(tenant, destinationProjectId),
  ]);
  const [a, b] = [source?.technologies ?? [], destination?.technologies ?? []];
  return {
    granted: grants.some(
      (grant) => grant.sourceProjectId === sourceProjectId && grant.destinationProjectId === destinationProjectId,
    ),
    jaccard: techSimilarity(a, b, 'jaccard'),
    containment: techSimilarity(a, b, 'containment'),
    unknownProjects: [...(source ? [] : [sourceProjectId]), ...(destination ? [] : [destinationProjectId])],
  };
}
