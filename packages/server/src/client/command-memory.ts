import type { ObservationStore, OrgConfig, OrgFeedback, OrgMemory, OrgPolicies } from '@inkling/engine';
import type { ApiKeys, ImportResult, OrgAdministration } from '@inkling/engine/types';
import type { AmendmentStore, OrgCapture } from '@inkling/engine/capture';
import type { CodeGraphTarget } from '../code-graph/graph-facts.ts';

/** What commands and importers ask of one organisation's memory, be it opened here or a daemon's. */
export type CommandMemory = Pick<
  OrgMemory,
  | 'importCursors'
  | 'listMemoryInjects'
  | 'recall'
  | 'searchGraph'
  | 'warm'
  | 'previewStartBlock'
  | 'recordContextInjection'
  | 'explainAccess'
  | 'explainDenials'
  | 'testPolicies'
  | 'transfer'
  | 'experiments'
> & {
  readonly policies: Pick<OrgPolicies, 'put' | 'list' | 'remove'>;
  readonly administration: Pick<OrgAdministration, 'explain'>;
  readonly graph: CodeGraphTarget;
  readonly capture: Pick<OrgCapture, 'remember' | 'linkAmendments'>;
  readonly apiKeys: Omit<ApiKeys, 'verify'>;
  readonly feedback: Pick<OrgFeedback, 'observation' | 'outcome' | 'setOutcome'>;
  readonly config: Pick<
    OrgConfig,
    'verifyChanges' | 'effective' | 'project' | 'setProject' | 'budgets' | 'recallMatrix' | 'retention' | 'plan'
  >;
  readonly observations: Pick<
    ObservationStore,
    'remember' | 'rememberMany' | 'get' | 'list' | 'talks' | 'count' | 'supersede' | 'release' | 'forget' | 'exportRows'
  > & {
    readonly amendments: Pick<AmendmentStore, 'list' | 'undo'>;
    /** At most 500 at once. */
    importRows(rows: readonly unknown[]): Promise<ImportResult>;
  };
};
