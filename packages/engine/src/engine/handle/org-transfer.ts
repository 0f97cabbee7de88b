import type { TenantDatabase } from '../../base/database/database.ts';
import type { ChangeOptions } from '../../memory/config/config-change.ts';
import {
  getFingerprint,
  setFingerprint,
  type ProjectFingerprint,
  techSimilarity,
  type SimilarityMeasure,
} from '../../memory/transfer/fingerprints.ts';
import {
  grantTransfer,
  listTransferGrants,
  revokeTransfer,
  type TransferGrant,
  type TransferPair,
} from '../../memory/transfer/grants.ts';
import { alikeness, type CrossProjectTransferSettings } from '../../recall/candidates/cross-project-transfer-store.ts';

/** Why memories of one project are read in another, or not. The third condition, the policy, is decided on each memory. */
export interface TransferReason {
  readonly granted: boolean;
  /** By both measures; 0 when one of the projects has no fingerprint. */
  readonly jaccard: number;
  readonly containment: number;
  /** How much of which measure is enough. */
  readonly threshold: number;
  readonly measure: SimilarityMeasure;
  /** Whether it is: the first condition. */
  readonly alike: boolean;
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

/** Binds transfer to one organisation. `changed` is told of every change, also of one that failed and may have happened all the same. */
export function createOrgTransfer(
  tenant: TenantDatabase,
  changed: () => void,
  settings: CrossProjectTransferSettings = {},
): OrgTransfer {
  async function changing<Result>(change: Promise<Result>): Promise<Result> {
    try {
      return await change;
    } finally {
      changed();
    }
  }
  return {
    list: () => listTransferGrants(tenant),
    grant: (pair, options) => changing(grantTransfer(tenant, pair, options?.actor)),
    revoke: (pair, options) => changing(revokeTransfer(tenant, pair, options?.actor)),
    why: (pair) => why(tenant, pair, settings),
    setFingerprint: (fingerprint) => changing(setFingerprint(tenant, fingerprint)),
    fingerprint: (projectId) => getFingerprint(tenant, projectId),
  };
}

async function why(
  tenant: TenantDatabase,
  pair: TransferPair,
  settings: CrossProjectTransferSettings,
): Promise<TransferReason> {
  const { sourceProjectId, destinationProjectId } = pair;
  const [grants, source, destination] = await Promise.all([
    listTransferGrants(tenant),
    getFingerprint(tenant, sourceProjectId),
    getFingerprint(tenant, destinationProjectId),
  ]);
  const [a, b] = [source?.technologies ?? [], destination?.technologies ?? []];
  const { threshold, measure, alike } = alikeness(a, b, settings);
  return {
    granted: grants.some(
      (grant) => grant.sourceProjectId === sourceProjectId && grant.destinationProjectId === destinationProjectId,
    ),
    jaccard: techSimilarity(a, b, 'jaccard'),
    containment: techSimilarity(a, b, 'containment'),
    threshold,
    measure,
    alike,
    unknownProjects: [...(source ? [] : [sourceProjectId]), ...(destination ? [] : [destinationProjectId])],
  };
}
