import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSources } from '../../../../scripts/lib/files.mjs';
import { manifestOf, publicEntries } from '../../../../scripts/lib/packages.mjs';
import { publicNames } from '../../../../scripts/lib/public-names.mjs';

const SUBPATHS = [
  '.',
  './types',
  './operator',
  './building-blocks',
  './capture',
  './derivation',
  './errors',
  './history',
  './pglite',
  './pg',
  './testing',
  './package.json',
];

const namesIn = (file: string): string[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n');

const NAMES = {
  // One name a line, in a file of its own: they are too many for this one.
  '.': namesIn('root-names.txt'),
  './building-blocks': namesIn('building-blocks-names.txt'),
  './operator': namesIn('operator-names.txt'),
  './types': namesIn('types-names.txt'),
  './capture': [
    'Amendment',
    'AmendmentStore',
    'AnswerEvent',
    'CaptureDetector',
    'CaptureEvent',
    'CaptureResult',
    'CapturedExchange',
    'CapturedStatement',
    'CommandEvent',
    'DEFAULT_EXTRACTION_CAPS',
    'EditEvent',
    'ExtractionCaps',
    'ExtractionOptions',
    'ExtractionOutcome',
    'ExtractionReport',
    'ExtractionUsage',
    'ExtractorAnswer',
    'LineVoice',
    'NewAmendment',
    'OpenAiExtractorOptions',
    'OrgCapture',
    'PromptEvent',
    'RecalledTalk',
    'Redaction',
    'SessionFrame',
    'StatementExtractor',
    'TalkLine',
    'ToolCallEnd',
    'captureExchanges',
    'captureStatements',
    'createOpenAiExtractor',
    'detectInjection',
    'givenLines',
    'readExchange',
    'redactSecrets',
    'repeatsGiven',
    'secretKind',
    'toolCallActivities',
    'toolCallEvents',
  ],
  './derivation': [
    'DerivedContextEntry',
    'FACETS',
    'FACET_MAX_CHARACTERS',
    'Facet',
    'HEURISTICS',
    'Heuristic',
    'Reading',
    'deriveContext',
  ],
  './errors': [
    'ERROR_CODES',
    'ErrorCode',
    'InklingError',
    'InklingErrorOptions',
    'observationNotFound',
    'sessionNotFound',
  ],
  './history': [
    'AiSdkMiddleware',
    'BlockAnchor',
    'BlockOptions',
    'BlockTag',
    'ChannelInjectionState',
    'ClaudeAgentHookAnswer',
    'ClaudeAgentHookMatcher',
    'ClaudeAgentHooks',
    'ConversationMemory',
    'ConversationMemoryItem',
    'ConversationMemoryOptions',
    'DEFAULT_MEMORY_INJECTION',
    'INJECTION_BLOCK_PREFIX',
    'INJECTION_BLOCK_SUFFIX',
    'LangChainMiddleware',
    'LiveBlock',
    'MastraProcessor',
    'MemoryInjection',
    'MemoryInjectionOutcome',
    'MemoryInjectionRequest',
    'MemoryInjectionSettings',
    'MemoryQuestion',
    'MemorySource',
    'MemoryTrace',
    'NotInjectedReason',
    'OpenAiAgentsInputFilter',
    'OpenAiAgentsSession',
    'PinnedQuestion',
    'PruneOptions',
    'RecentMemory',
    'RenderedMemories',
    'SettingsReading',
    'TextTokens',
    'aiSdkMiddleware',
    'claudeAgentHooks',
    'computeMemoryInjection',
    'createConversationMemory',
    'createInjectionMessage',
    'createInjectionState',
    'createPersistenceFilter',
    'drainOldest',
    'escapeIncomingMessages',
    'escapeInjectionMarkers',
    'estimateHistoryTokens',
    'insertInjectionBlock',
    'isInjectionBlock',
    'langChainMiddleware',
    'mastraProcessor',
    'openAiAgentsFilter',
    'openAiAgentsSession',
    'pruneOldInjectionBlocks',
    'readInjectionState',
    'readMemoryInjectionSettings',
    'removeInjectionBlocks',
    'renderMessagesAsTranscript',
    'unescapeInjectionMarkers',
    'withoutInjectionBlocks',
    'wrapInjectionBlock',
  ],
  './pglite': ['Durability', 'PgliteOptions', 'openPglite'],
  './pg': ['PostgresClient', 'PostgresOptions', 'PostgresPool', 'PostgresQuery', 'PostgresResult', 'openPostgres'],
  './testing': [
    'DEFAULT_SEARCH_SETTINGS',
    'IndexHost',
    'IndexHostOptions',
    'IndexStats',
    'LINE_WEIGHTS',
    'ScopeIndex',
    'ScopeStats',
    'SearchDocument',
    'SearchSettings',
    'SearchSettingsPatch',
    'TALK_WORTH',
    'TextPreparer',
    'VectorHost',
    'VectorHostOptions',
    'VectorMatch',
    'VectorQuestion',
    'composeObservationBlock',
    'createInProcessIndexHost',
    'createIndexHost',
    'createScopeIndex',
    'createVectorHost',
    'createWorkerTextPreparer',
    'decidingLines',
    'searchSettings',
    'shortIdOf',
    'shownRows',
    'signalsOf',
    'startTextWorker',
    'steeringFeatures',
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
