import type { Observation, ObservationInput, RememberResult } from '@inkling/engine';

/** Which rows {@link ImportTarget} lists. */
export interface ImportedRowsFilter {
  readonly projectId: string;
  readonly kind: string;
  readonly path: string;
  readonly limit: number;
  readonly cursor?: string;
}

export interface ImportedRowsPage {
  readonly rows: readonly Observation[];
  readonly nextCursor: string | null;
}

/** What an importer needs of one organisation's memory. The engine's handle fits it; a test gives a map in memory. */
export interface ImportTarget {
  readonly observations: {
    rememberMany(inputs: readonly ObservationInput[]): Promise<readonly RememberResult[]>;
    list(filter: ImportedRowsFilter): Promise<ImportedRowsPage>;
    count(filter: { projectId: string }): Promise<number>;
    supersede(oldId: string, newContent: string): Promise<unknown>;
    forget(filter: { id: string }): Promise<unknown>;
  };
  readonly importCursors: {
    get(projectId: string, source: string): Promise<unknown>;
    set(projectId: string, source: string, cursor: Record<string, unknown>): Promise<void>;
  };
}

/** Told now and then how far an import is. */
export type ImportProgress = (done: number, total: number) => void;
