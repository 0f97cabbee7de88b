import { section, type Requirement } from './requirement.ts';

/** Seed "Graph Context Injection". */
export const seed002: readonly Requirement[] = [
  ...section('002', 'Introduction', {
    tested: {
      'S2-001':
        'Graph context injection composes a ## Knowledge Graph Triplets markdown block at session start, surfacing the most architecturally relevant (source, relationship, target) triplets for the current work item.',
      'S2-002': 'if the graph engine is disabled or returns no results, the block falls back to observations only.',
      'S2-003':
        'The combined block is delivered to the agent over the durable inject rail shortly after a worker claims the session',
    },
  }),
  ...section('002', 'Activation', {
    tested: {
      'S2-004': 'Graph context injection has two independent gates that are AND-combined',
      'S2-005': 'Per-project enablement: isGraphEnabledForProject(orgId, projectId) must be true.',
      'S2-006': "the project's memory is enabled and graph is on for the project",
      'S2-007':
        "either via an explicit project_memory_config.graph_enabled = true toggle or because the org's plan grants the kg_enabled feature flag (OR semantics).",
      'S2-008': 'The old org-wide graph_engine_enabled flag no longer exists.',
      'S2-009': "Work-type inclusion: the current session's work type must be selected for graph-augmented recall.",
      'S2-010': 'an operator-configured, per-work-type setting (with per-org overrides)',
      'S2-012':
        'bug_fix, refactor, and feature are graph-augmented; chore is off; unknown work types fall back to included.',
      'S2-011': 'managed in the memory admin console (/admin/memory, operator-only), not static code.',
    },
  }),
  ...section('002', 'Delivery', {
    tested: {
      'S2-013':
        'The block is composed by injectContextForClaimedSession after a worker claims the session, and delivered through the durable session_memory_injects queue',
      'S2-014':
        'the platform enqueues the rendered block (## Relevant Past Observations + ## Knowledge Graph Triplets)',
      'S2-017': "the project's runtimeInjectEnabled memory sub-toggle must be on",
      'S2-018': 'when it is off, the block is still computed and logged, just not pushed;',
      'S2-015':
        "the session's owning worker pulls and applies it via the daemon's handle.Inject on its next lock-refresh beat",
      'S2-016': 'non-empty block only;',
      'S2-019':
        'enqueue is idempotent per (sessionId, contentHash), so a re-claimed session recomputing the identical block is a no-op;',
      'S2-020': 'fire-and-forget - an enqueue failure never affects the session.',
    },
  }),
  ...section('002', 'Retrieval query text', {
    tested: {
      'S2-021':
        'The retrieval query used for both observation recall and graph search is composed from the work item, not the raw issue UUID',
      'S2-022': 'issue identifier + cached issue title + the first line of the description',
      'S2-023': 'written on session creation - no extra Linear API calls',
      'S2-024':
        'It degrades stepwise to identifier-only → issue UUID → session id when fields are missing (retrieval-query.ts).',
    },
  }),
  ...section('002', 'Block format', {
    tested: {
      'S2-025': 'The injected markdown block follows the Source → relationship → Target format',
      'S2-026': '- AuthService → implements → IAuthProvider',
      'S2-027': 'Triplets are added in descending importance order until the token budget is exhausted.',
      'S2-028': 'The budget defaults to 500 tokens (characters / 4).',
      'S2-029': 'Over-budget triplets are silently skipped - the block never exceeds the budget.',
    },
  }),
  ...section('002', 'Cedar enforcement', {
    tested: {
      'S2-030':
        'Before any triplet reaches the prompt, buildGraphContextBlock runs Cedar PEP authorization on both endpoint nodes of each triplet.',
      'S2-031': "A triplet is included only if both source and target pass enforceGraphAccess with verb: 'read'.",
      'S2-032': 'Cross-org triplets always fail this check - they cannot reach any agent prompt.',
      'S2-033':
        'const block = await buildGraphContextBlock({ identity: { agentId, orgId, projectId, sessionId }, scope: { orgId, projectId },',
      'S2-034': 'budgetTokens: 500, topK: 10, neighborhoodDepth: 2',
      'S2-035': '// block.block - markdown string (empty if no authorized triplets)',
      'S2-036': '// block.triplets - authorized GraphContextTriplet[]',
      'S2-037': '// block.actualTokens - estimated token usage',
      'S2-038':
        'The function degrades gracefully on any error (missing embedder, store unavailable, Cedar deny-all) by returning an empty block.',
    },
  }),
  ...section('002', 'Injection log', {
    tested: {
      'S2-040':
        "when the session completes, applyFeedback reads the injection log to identify which nodes and edges influenced the agent's work.",
      'S2-039':
        "The surfaced triplet node IDs are persisted to context_injection_logs alongside the session's other memory context.",
      'S2-041': 'sourceEntity: string relationship: string targetEntity: string',
      'S2-042': 'relevanceScore: number      // lower = more relevant',
      'S2-043': 'sourceNodeId: string        // graph_nodes UUID targetNodeId: string        // graph_nodes UUID',
      'S2-044': 'provenance?: { observationId?: string | null sessionId?: string | null timestamp?: Date | null }',
    },
  }),
  ...section('002', 'Checking graph context at runtime', {
    tested: {
      'S2-046':
        'An empty graph_node_ids array means the graph block was not populated (project memory or graph off, work type not selected in the recall matrix, no matching triplets, or Cedar denied everything).',
      'S2-045':
        "SELECT graph_node_ids, graph_edge_keys, created_at FROM context_injection_logs WHERE session_id = '<session-id>' ORDER BY created_at DESC LIMIT 1;",
    },
  }),
];
