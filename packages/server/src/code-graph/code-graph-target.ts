import type { GraphStore } from '@inkling/engine';
import type { GraphFile } from '@inkling/engine/types';

/** What indexing needs of one organisation's graph. The engine's handle fits it. */
export type CodeGraphTarget = Pick<GraphStore, 'upsertNodes' | 'upsertEdges' | 'removeNodes' | 'removeEdgesOfFiles'> & {
  readonly files: {
    /** All of the project's, by path. */
    list(projectId: string | null): Promise<readonly GraphFile[]>;
    set(projectId: string | null, files: readonly GraphFile[]): Promise<void>;
    remove(projectId: string | null, paths: readonly string[]): Promise<void>;
  };
};
