import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { requireId, requireIds } from '../../base/require-input.ts';

/** The technologies of a project. */
export interface ProjectFingerprint {
  readonly projectId: string;
  /** Such as `npm:react`; lower-case, each once, in order. */
  readonly technologies: readonly string[];
  /** The files that they were read from. */
  readonly manifests: readonly string[];
}

const MOST = 5000;

/** Replaces what is known of a project. Fails with `invalid-input`. */
export async function setFingerprint(tenant: TenantDatabase, fingerprint: ProjectFingerprint): Promise<void> {
  const { projectId, technologies, manifests } = fingerprint;
  requireId(projectId, 'projectId');
  requireIds(technologies, 'technologies', MOST, 'names');
  requireIds(manifests, 'manifests', MOST, 'names');
  const distinct = [...new Set(technologies.map((name) => name.toLowerCase()))].toSorted();
  await tenant.query({
    text: `
      insert into project_fingerprints (org_id, project_id, technologies, manifests) values ($1, $2, $3, $4)
      on conflict (org_id, project_id) do update
      set technologies = excluded.technologies, manifests = excluded.manifests, updated_at = clock_timestamp()`,
    values: [tenant.orgId, projectId, distinct, manifests],
  });
}

/** The fingerprint of a project; null when nobody wrote one. */
export async function getFingerprint(tenant: TenantDatabase, projectId: string): Promise<ProjectFingerprint | null> {
  requireId(projectId, 'projectId');
  const [row] = await tenant.query<ProjectFingerprint & Row>({
    text: `select project_id as "projectId", technologies, manifests from project_fingerprints where org_id = $1 and project_id = $2`,
    values: [tenant.orgId, projectId],
  });
  return row ?? null;
}

/** How two fingerprints are compared: shared of all (the default), or shared of the smaller one. */
export type SimilarityMeasure = 'jaccard' | 'containment';

/**
 * How much two technology stacks have in common, 0 to 1. Two projects without any known technology have nothing in common:
 * 0, so that what nobody fingerprinted never transfers. Contract 11.
 */
export function techSimilarity(
  a: readonly string[],
  b: readonly string[],
  measure: SimilarityMeasure = 'jaccard',
): number {
  const [left, right] = [new Set(a), new Set(b)];
  const shared = [...left].filter((technology) => right.has(technology)).length;
  const whole = measure === 'jaccard' ? left.size + right.size - shared : Math.min(left.size, right.size);
  return whole === 0 ? 0 : shared / whole;
}
