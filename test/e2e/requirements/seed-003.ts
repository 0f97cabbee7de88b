import { section, type Requirement } from './requirement.ts';

/** Seed "Context Derivation". */
export const seed003: readonly Requirement[] = [
  ...section('003', 'How It Works', {
    tested: {
      'S3-002': 'A post-tool-use hook fires after every successful tool invocation during a session.',
      'S3-003':
        'The hook calls deriveContext(toolName, toolInput) - a pure function that applies a heuristic table to the tool name and input, returning zero or more DerivedContextEntry values.',
      'S3-004': "Each entry is posted as a type: 'context' activity through the standard activity-ingest path.",
      'S3-005': 'contextKey: string contextValue: unknown',
      'S3-006': 'The function is pure - no I/O, no side effects.',
      'S3-007': 'It can be called on any tool call without risk.',
      'S3-008': 'If no heuristic matches, it returns an empty array (a no-op).',
      'S3-001':
        "extracts structured facts from an agent's tool calls in real time, making them available in the Session Inspector's Context Browser tab, the session topology overlay, and future session context budgets.",
    },
  }),
  ...section('003', 'MCP Tool Name Normalization', {
    tested: {
      'S3-009': 'MCP tools arrive with a qualified name like mcp__af-code__af_code_search_symbols.',
      'S3-010':
        'The derivation function strips the MCP prefix before matching, leaving the leaf name af_code_search_symbols.',
      'S3-011': 'platform-specific MCP tools match the same heuristic rules as built-in tools.',
    },
  }),
  ...section('003', 'Heuristic Table', {
    tested: {
      'S3-012':
        'Each row describes which tool name pattern triggers an extraction and what contextKey / contextValue is produced.',
    },
  }),
  ...section('003', 'Viewing Derived Context', {
    tested: {
      'S3-015': '"currentFile": "/src/auth/index.ts"',
      'S3-016': '"lastEditedFile": "/src/auth/middleware.ts"',
      'S3-017': '"lastSearch": { "tool": "Grep", "pattern": "requireOrgAccess" }',
      'S3-018': '"lastGitOp": "git add src/auth/"',
      'S3-019': '"workingDirectory": "/workspace/platform"',
      'S3-020': '"lastTestRun": { "command": "pnpm test -- auth" }',
      'S3-021': '"lastMemoryOp": { "op": "recall", "detail": "auth cookie pattern" }',
      'S3-022': '"lastSubAgentDispatch": "Write integration tests for checkout"',
      'S3-013':
        'The Context Browser tab in the Session Inspector shows the current values of all derived context keys for a live or completed session.',
      'S3-014': 'Values update in near-real-time via the SSE connection while the session is active.',
    },
  }),
  ...section('003', 'Adding a New Facet', {
    tested: {
      'S3-023': 'Match on the leaf tool name (after MCP prefix stripping) to keep rules portable.',
      'S3-024': 'Return a JSON-serializable contextValue - no circular references, no class instances.',
      'S3-025': 'Document the use case in a comment above the case.',
      'S3-026': 'Keep contextKey names camelCase and scoped to what the facet represents (not what tool produced it).',
      'S3-027':
        'The function is unit-tested; add test cases in derive-context.test.ts covering the new tool name and at least one edge case (missing input field, empty string, unexpected type).',
    },
  }),
  ...section('003', 'Relationship to Architecture Context', {
    tested: {
      'S3-028': "Context facets derived here feed the platform's graph context injection system.",
      'S3-029':
        'The lastEditedFile and currentFile facets are used to scope knowledge-graph queries to the files the agent is actively working on, so relevant architecture observations are surfaced at the start of the next turn.',
    },
  }),
];
