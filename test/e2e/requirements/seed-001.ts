import { section, type Requirement } from './requirement.ts';

/** Seed "In-Session Injection", with its chapter "Durable inject queue". */
export const seed001: readonly Requirement[] = [
  ...section('001', 'Introduction', {
    tested: {
      'S1-001':
        'In-session injection delivers memory observations to an agent while a session is running, not just at its start.',
      'S1-002':
        "The InSessionMemoryInjector subscribes to the Layer-6 verb bus and, on each tool call, retrieves contextually relevant observations and injects them into the agent's context mid-flight.",
      'S1-003':
        'In-session injection is additive to start-of-session context injection. Both paths can run simultaneously.',
      'S1-004': 'Observations injected mid-session are deduplicated against those already delivered at session start.',
    },
  }),
  ...section('001', 'Production wiring', {
    tested: {
      'S1-005':
        'It subscribes the injector to the global hook bus on pre-tool-use / post-tool-use provider hook events (the daemon bridges these cross-process), translating each into the VerbBusEvent shape below.',
      'S1-006': 'injectMessage is implemented as an enqueue onto the durable session_memory_injects queue',
      'S1-008':
        "Delivery is gated per session by the project's runtimeInjectEnabled memory sub-toggle (the per-project tenant authority - there is no process-global env gate).",
      'S1-009': 'When it is off, retrieval/matching still runs but nothing is pushed.',
      'S1-010':
        'The session must be running/claimed with an agent attached; self-dispatched stages that never run an agent are skipped.',
      'S1-007':
        "the session's owning worker pulls the block and applies it via the daemon's handle.Inject on its next lock-refresh beat.",
    },
  }),
  ...section('001', 'How it works › Latency budget', {
    tested: {
      'S1-011': 'The injector enforces a 100ms hard budget for the entire lookup + ranking + Cedar filtering pipeline.',
      'S1-012':
        "If the budget is exceeded, handleVerbEvent returns { outcome: 'budget-exceeded' } and the agent's verb is never blocked.",
      'S1-013': 'latencyBudgetMs: 100',
      'S1-014': 'minRelevanceScore: 0.4',
      'S1-015': 'budgetTokens: 200',
      'S1-016': 'maxSuggestionsPerEvent: 3',
      'S1-017': "skipTools: ['TodoWrite', 'BashOutput']",
    },
  }),
  ...section('001', 'Configuration', {
    tested: {
      'S1-018': 'enabled: boolean',
      'S1-019': 'disabledForAgents?: string[]    // per-agent opt-out',
      'S1-020': 'latencyBudgetMs?: number        // default 100ms',
      'S1-021': 'minRelevanceScore?: number      // default 0.4',
      'S1-022': 'budgetTokens?: number           // default 200',
      'S1-023': "workType?: string               // for budget lookup, default 'feature'",
      'S1-024': 'maxSuggestionsPerEvent?: number // default 3',
      'S1-025': "skipTools?: string[]            // default ['TodoWrite', 'BashOutput']",
      'S1-026': 'skipTools prevents high-frequency tools from overwhelming the agent with repeated suggestions.',
      'S1-078': 'Add any write-heavy utility tools that your agents use constantly.',
    },
  }),
  ...section('001', 'Creating an injector', {
    tested: {
      'S1-027':
        'const injector = createInSessionMemoryInjector({ store: myMemoryStore, capability: { supportsMessageInjection: true, injectMessage: async (sessionId, text) => {',
      'S1-028': 'const sub = injector.subscribeToVerbBus(myVerbBus)',
      'S1-029': 'injector.forgetSession(sessionId)',
      'S1-030': 'sub.unsubscribe()',
    },
  }),
  ...section('001', 'VerbBusEvent shape', {
    tested: {
      'S1-031': "phase: 'pre-verb' | 'post-verb' sessionId: string orgId: string projectId?: string agentId: string",
      'S1-032': "tool: string           // e.g. 'Edit', 'Read', 'Bash'",
      'S1-033': 'paths?: string[]       // file paths the tool is touching',
      'S1-034': 'query?: string         // free-form query if available',
      'S1-035': 'emittedAt: number      // wall-clock ms',
      'S1-036': "memoryScope?: 'project' | 'org' | 'session' memoryNamespace?: string",
    },
  }),
  ...section('001', 'Injection outcomes', {
    tested: {
      'S1-037': 'injectedBlock delivered directly to the agent via injectMessage',
      'S1-038': 'queuedProvider lacks supportsMessageInjection; block queued for next turn',
      'S1-039': 'no-matchNo relevant observations found after filtering',
      'S1-040': 'skippedTool in skipTools list',
      'S1-041': 'budget-exceededLookup did not complete within latencyBudgetMs',
      'S1-042': 'disabledInjector disabled globally or for this agent',
    },
  }),
  ...section('001', 'Next-turn fallback', {
    tested: {
      'S1-043':
        'When the execution provider does not support live message injection (supportsMessageInjection: false), observations are queued as PendingInjection entries.',
      'S1-044': 'The session orchestrator drains this queue at the start of each new agent turn',
      'S1-045': 'const pending = injector.drainPendingForNextTurn(sessionId)',
    },
  }),
  ...section('001', 'Action-aware ranking', {
    tested: {
      'S1-046':
        "The injector issues two targeted queries per verb event: one anchored on the focal file path, one on the verb's query field (if present).",
      'S1-047': 'Results are merged and then boosted for path overlap',
      'S1-050': 'After path boosting, standard feedback-weighted ranking is applied with weightingEnabled: true.',
      'S1-049': 'Checks metadata.paths[] first, falls back to content body substring match',
      'S1-048': 'boostByPathOverlap: +0.2 additive, capped at 1.0',
    },
  }),
  ...section('001', 'Memory scope and namespace', {
    tested: {
      'S1-051': "'project'Default - retrieves from {orgId, projectId}",
      'S1-052': "'org'Widens to all projects under the org",
      'S1-053': "'session'Restricts to observations stamped with the current sessionId in metadata.sessionId",
      'S1-054':
        'memoryNamespace (when set) further restricts to observations whose metadata.namespace matches exactly.',
    },
  }),
  ...section('001', 'Graph triplet integration', {
    tested: {
      'S1-055':
        'When a graph.matcher is provided, the injector also runs a graph query and filters the resulting triplets through the Cedar PEP (enforceGraphAccess) before including them in the block',
      'S1-056': 'Cross-org triplets require Cedar permit on both the subject and object node.',
      'S1-057': 'Failure in the PEP defaults to deny (fail closed).',
    },
  }),
  ...section('001', 'Durable inject queue', {
    tested: {
      'S1-058': 'The durable inject queue backed by the session_memory_injects table closes that gap',
      'S1-059':
        "the start-of-session block (context injection) and the in-session injector's matched blocks are each enqueued here and applied by the owning worker via handle.Inject.",
    },
  }),
  ...section('001', 'Durable inject queue › Lifecycle', {
    tested: {
      'S1-060': 'The queue follows a three-phase enqueue → claim → ack cycle',
      'S1-061':
        'Enqueue is idempotent on (session_id, content_hash) - the same observation block cannot be enqueued twice for the same session.',
      'S1-062': 'Duplicate calls return null without inserting.',
      'S1-063': 'Claim keeps exactly one in-flight inject per session at all times.',
      'S1-064':
        'An unacked delivered row is re-delivered every heartbeat beat until the worker echoes its deliveryId back.',
      'S1-065': 'Ack marks the row as consumed, unblocking the next enqueued entry.',
      'S1-066':
        'The lock-refresh gate ensures that a worker that lost session ownership never receives an inject - claim is tied to the current lock holder.',
    },
  }),
  ...section('001', 'Durable inject queue › API', {
    tested: {
      'S1-067': 'const row = await enqueueMemoryInject({',
      'S1-068': "agentId: 'agent_sdlc_dev',   // optional",
      'S1-069': "observationIds: ['obs_x'],    // optional provenance",
      'S1-070': '// row is null when the same text was already enqueued for this session',
      'S1-071': "const inject = await claimPendingInjectForSession('sess_abc')",
      'S1-072': '// send inject.text to the agent; track inject.deliveryId for ack',
      'S1-073': "await ackMemoryInject('sess_abc', inject.deliveryId)",
    },
  }),
  ...section('001', 'Choosing between verb-bus and durable queue', {
    tested: {
      'S1-074': 'Delivery guaranteeBest-effortAt-least-once (re-delivered until acked)',
      'S1-075': 'LatencyNear-real-time (path-aware)Next heartbeat beat',
      'S1-076': 'Provider requirementsupportsMessageInjection preferredNone (heartbeat-based)',
      'S1-077': 'Dedup scopeIn-process session seen setDatabase - cross-replica safe',
      'S1-079': 'Use caseContextual mid-session hintsCritical observations, BFSI sessions',
    },
  }),
];
