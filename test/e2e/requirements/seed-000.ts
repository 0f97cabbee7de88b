import { section, type Requirement } from './requirement.ts';

/** Seed "Context Injection". */
export const seed000: readonly Requirement[] = [
  ...section('000', 'Introduction', {
    tested: {
      'S0-004': 'is delivered to the agent over the durable inject rail.',
      'S0-002':
        'buildSessionMemoryBlock retrieves observations from the store, applies feedback ranking, and formats them into a markdown block',
      'S0-001':
        'Context injection is the mechanism by which the platform enriches a just-started agent session with relevant past observations.',
      'S0-003': 'When a worker claims a session',
    },
  }),
  ...section('000', 'How injection works › Delivery', {
    tested: {
      'S0-007':
        "the owning worker pulls + applies it through the daemon's handle.Inject on its next lock-refresh beat.",
      'S0-005':
        "The rendered block is delivered through the durable session_memory_injects queue, not by literally rewriting the agent's system prompt",
      'S0-006':
        'injectContextForClaimedSession (called after a worker claims the session) enqueues the block via enqueueMemoryInject',
      'S0-009': "Delivery is gated by the project's runtimeInjectEnabled memory sub-toggle",
      'S0-010':
        'when it is off, the block is still computed and the context_injection_logs row is still written (so feedback weighting keeps learning), but nothing is pushed to the agent.',
      'S0-011': 'Enqueue is idempotent per (sessionId, contentHash) and fire-and-forget',
      'S0-012': 'a failure never affects the session.',
      'S0-008': 'The queue is the same at-least-once rail described in In-Session Injection → Durable inject queue.',
    },
  }),
  ...section('000', 'How injection works › Retrieval query text', {
    tested: {
      'S0-013': 'In production the queryText is composed from the work item rather than the raw issue UUID',
      'S0-014': 'issue identifier + cached issue title + the first line of the description',
      'S0-015': 'degrading stepwise to identifier-only → issue UUID → session id when fields are missing',
      'S0-016': "via the platform's Linear issue cache, populated on session creation",
    },
  }),
  ...section('000', 'Token budgets', {
    tested: {
      'S0-018': 'The platform uses a 4-chars-per-token heuristic (no tiktoken dependency) to stay under the budget.',
      'S0-017': 'Each workType has a configurable token budget.',
      'S0-019': 'bug_fix750',
      'S0-020': 'feature400',
      'S0-021': 'refactor600',
      'S0-022': 'chore300',
      'S0-023': '(unknown)500 (fallback)',
      'S0-024': 'These are the DEFAULT_CONTEXT_BUDGET values from context-injection.ts.',
      'S0-025': 'Override them per org',
      'S0-026': 'Org overrides take precedence over the defaults map.',
      'S0-027': 'The budget controls how many observations are included',
      'S0-028': 'observations are added in ranked order until the token estimate would be exceeded',
      'S0-029': 'the exceeding observation is skipped and the loop continues (a shorter observation may still fit).',
    },
  }),
  ...section('000', 'Observation block format', {
    tested: {
      'S0-030': '## Relevant Past Observations',
      'S0-031': '- [<id>] <content excerpt up to 300 chars> (weight: <weight>)',
      'S0-032':
        'The excerpt is truncated at 300 characters to prevent a single verbose observation from consuming the entire budget.',
    },
  }),
  ...section('000', 'Graph context merging', {
    tested: {
      'S0-033':
        'When a Knowledge Graph is configured and the project has Knowledge Graph memory enabled (per-project; see Knowledge Graph enablement), the injection also runs a graph search and merges architectural triplets into the block',
      'S0-034': '## Knowledge Graph Triplets',
      'S0-035': '- AuthService → depends_on → PostgresDB',
      'S0-037': 'Graph search is per-workType gated in addition to the per-project enablement check',
      'S0-038': 'bug_fixYes',
      'S0-039': 'refactorYes',
      'S0-040': 'featureYes',
      'S0-041': 'choreNo',
      'S0-036':
        'Cross-org graph triplets are filtered by the Cedar PEP (enforceGraphAccess) before they reach the prompt.',
    },
  }),
  ...section('000', 'The injection log', {
    tested: {
      'S0-057':
        'graphNodeIds and graphEdgeKeys are also used at session completion by GraphFeedbackService.applyFeedback to propagate EMA weight updates back to the graph nodes that were helpful or misleading.',
      'S0-044': 'id?: string',
      'S0-045': 'sessionId: string',
      'S0-046': 'workType: string',
      'S0-047': 'budgetTokens: number    // configured budget',
      'S0-048': 'actualTokens: number    // tokens actually consumed',
      'S0-049': 'observationIds: string[]',
      'S0-050': 'sessionSummaryIds: string[]',
      'S0-051': 'graphNodeIds?: string[]    // graph node UUIDs surfaced to agent',
      'S0-052': 'graphEdgeKeys?: Array<{ sourceId: string targetId: string relationshipName: string }>',
      'S0-053': 'queryText: string',
      'S0-054': 'orgId?: string',
      'S0-055': 'projectId?: string',
      'S0-056': 'timestamp?: string      // ISO-8601, from DB row',
      'S0-042': 'Every injection is persisted to context_injection_logs by recordContextInjection.',
      'S0-043': 'This row powers the Feedback Impact and Context Budget Pareto analytics views',
    },
  }),
  ...section('000', 'Cross-project transfer', {
    tested: {
      'S0-058':
        'When crossProjectTransfer is passed to buildSessionMemoryBlock, the store is transparently wrapped with createCrossProjectTransferStore.',
      'S0-059': 'This surfaces Cedar-authorized observations from peer projects with overlapping tech stacks.',
      'S0-060': 'the 70% Jaccard similarity threshold',
    },
  }),
  ...section('000', 'Calling the API', {
    tested: {
      'S0-064': '// block.graphNodeIds',
      'S0-065': '// block.graphEdgeKeys',
      'S0-066': '// gated by isGraphEnabledForProject(orgId, projectId) - per-project, not an org flag',
      'S0-067': 'const logId = await recordContextInjection({',
      'S0-061':
        "const block = await buildSessionMemoryBlock({ sessionId: 'ses_abc', workType: 'bug_fix', orgId: 'org_123', projectId: 'proj_xyz', queryText: 'fix null pointer in auth middleware', store: myMemoryStore,",
      'S0-062': '// block.block - the markdown string to prepend to the system prompt',
      'S0-063': '// block.observationIds',
      'S0-068': 'actualTokens: block.actualTokens',
    },
  }),
];
