import { expect, test } from 'vitest';
import { readSources } from '../../../../scripts/lib/files.mjs';
import { manifestOf, publicEntries } from '../../../../scripts/lib/packages.mjs';
import { publicNames } from '../../../../scripts/lib/public-names.mjs';

const SUBPATHS = ['.', './pglite', './pg', './testing', './package.json'];

const NAMES = {
  '.': [
    'AuthorizationResource',
    'Authorizer',
    'BackfillProgress',
    'BackfillResult',
    'ChangesPage',
    'ChangesRequest',
    'Classification',
    'Clock',
    'ContextBudgetConfig',
    'ContextInjectionLog',
    'DEFAULT_CONTEXT_BUDGET',
    'DEFAULT_FEEDBACK_RANKING',
    'DEFAULT_RECALL',
    'DEFAULT_SEARCH_SETTINGS',
    'DEFAULT_SEMANTIC_RELEVANCE',
    'DEFAULT_SEMANTIC_SETTINGS',
    'Database',
    'DatabaseDriver',
    'ERROR_CODES',
    'EmbedMissingOptions',
    'EmbedOptions',
    'Embedder',
    'ErrorCode',
    'FeedCursor',
    'FeedbackRankable',
    'FeedbackRanked',
    'FeedbackRankingSettings',
    'FieldName',
    'FieldSettings',
    'ForgetRequest',
    'GraphEdgeKey',
    'ImportCursor',
    'ImportCursors',
    'ImportResult',
    'ImportSource',
    'InklingError',
    'InklingErrorOptions',
    'LeftOut',
    'ListContextInjectionsOptions',
    'ListRequest',
    'Memory',
    'MemoryOptions',
    'MemoryStore',
    'MigrationResult',
    'Observation',
    'ObservationChange',
    'ObservationFilter',
    'ObservationInput',
    'ObservationKind',
    'ObservationMetadata',
    'ObservationPage',
    'ObservationRecord',
    'ObservationSource',
    'ObservationStatus',
    'ObservationStore',
    'OllamaEmbedderOptions',
    'OnnxEmbedderOptions',
    'OpenAiEmbedderOptions',
    'OperatorDatabase',
    'OrgMemory',
    'PATH_OVERLAP_BOOST',
    'PathBoostable',
    'PathBoosted',
    'PolicyDecision',
    'Principal',
    'RecallExplanation',
    'RecallRequest',
    'RecallResult',
    'RecalledObservation',
    'RejectedRow',
    'RememberResult',
    'RetrievalWorkItem',
    'Row',
    'SchemaReport',
    'ScopePageRequest',
    'SearchSettings',
    'SearchSettingsPatch',
    'SemanticAnswer',
    'SemanticRelevance',
    'SemanticSettings',
    'SessionMemoryBlock',
    'SessionMemoryOutcome',
    'SessionMemoryRequest',
    'Statement',
    'StatementOptions',
    'StoredContextInjection',
    'SupersedeOptions',
    'SupersedeResult',
    'TenantDatabase',
    'TokenEstimator',
    'UNKNOWN_WORK_TYPE_BUDGET',
    'applyFeedbackRanking',
    'boostByPathOverlap',
    'buildSessionMemoryBlock',
    'checkSchema',
    'composeRetrievalQuery',
    'createDefaultAuthorizer',
    'createMemory',
    'createOllamaEmbedder',
    'createOnnxEmbedder',
    'createOpenAiEmbedder',
    'estimateTokens',
    'migrate',
    'requireSchema',
    'resolveContextBudget',
    'systemClock',
  ],
  './pglite': ['Durability', 'PgliteOptions', 'openPglite'],
  './pg': ['PostgresClient', 'PostgresOptions', 'PostgresPool', 'PostgresQuery', 'PostgresResult', 'openPostgres'],
  './testing': [
    'DEFAULT_SEARCH_SETTINGS',
    'IndexHost',
    'IndexHostOptions',
    'IndexStats',
    'ScopeIndex',
    'ScopeStats',
    'SearchDocument',
    'SearchSettings',
    'SearchSettingsPatch',
    'createInProcessIndexHost',
    'createIndexHost',
    'createScopeIndex',
    'searchSettings',
  ],
};

// Pins: what a program can import. A missing name breaks programs; a new one needs a line in the changelog.

test('subpaths of @inkling/engine', () => {
  expect(Object.keys(manifestOf('packages/engine').exports)).toEqual(SUBPATHS);
});

test('inkling exports no modules: it is a program', () => {
  expect(manifestOf('packages/server').exports).toEqual({ './package.json': './package.json' });
  expect(manifestOf('packages/server').bin).toEqual({ inkling: './bin/inkling.js' });
});

test('names of each entry, types included', () => {
  const sources = readSources('packages/engine');
  const names = publicEntries('packages/engine').map(({ subpath, source }: { subpath: string; source: string }) => [
    subpath,
    publicNames(source, sources)
      .map(({ name }: { name: string }) => name)
      .toSorted(),
  ]);
  expect(Object.fromEntries(names)).toEqual(NAMES);
});
