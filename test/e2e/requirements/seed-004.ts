import { section, type Requirement } from './requirement.ts';

/** Seed "Memory Injection Persistence Model". Its rejected options state no behaviour of ours and have no id. */
export const seed004: readonly Requirement[] = [
  ...section('004', '1. The Problem', {
    tested: {
      'S4-001':
        'Memory injection (`compute_memory_injection`) retrieves relevant memories and injects them into the LLM context as a `[Context from memory]` block before each turn.',
    },
  }),
  ...section('004', '2. Existing controls', {
    tested: {
      'S4-002': '`context_window_depth`: cooldown turns before a memory can be re-injected (via `injected_ids` map)',
      'S4-003': 'Semantic dedup buffer with turn tracking',
      'S4-004': '`max_total`: hard cap on memories per injection pass',
      'S4-005': '`contextual_min_score`: minimum hybrid score for contextual candidates',
      'S4-006': '`ambient_enabled`: runtime master switch for pinned type retrieval',
    },
  }),
  ...section('004', '4. Chosen Solution › Core principles', {
    tested: {
      'S4-007': '**Injected blocks persist in history** — preserves conversational continuity',
      'S4-008': '**Hard cap on block count** — before each new injection, purge oldest blocks beyond limit',
      'S4-009': '**Compactor ignores injection blocks** — no summarization of raw memory data',
      'S4-010': '**One new setting** — `max_injected_blocks_in_history` (default: 3).',
      'S4-011': 'Setting 0 = ephemeral mode.',
    },
  }),
  ...section('004', '4. Chosen Solution › Behavior walk-through', {
    tested: {
      'S4-012':
        'Turn 1: User asks about auth → inject block #1 (10 memories about auth) → history: [... block#1, user_msg, assistant_response]',
      'S4-013':
        'Turn 2: User follow-up "why JWT?" → inject block #2 (5 memories, some overlap deduped) → block#1 still present — LLM has full auth context',
      'S4-014':
        'Turn 3: User asks about the database → inject block #3 (8 memories about DB) → blocks #1, #2 still present (cap=3, ok)',
      'S4-015':
        'Turn 4: User continues on DB topic → inject block #4 (DB follow-up memories) → cap exceeded → purge block #1 (oldest)',
      'S4-016':
        'Alice: "How does rate limiting work?" → inject block #1 (rate limiting) Bob: "Did you see the game?" → inject block #2 (nothing relevant) Alice: "What about Redis for that?" → inject block #3 (Redis + rate limiting)',
      'S4-017':
        "Block #1 (rate limiting) is still in history. Alice's follow-up benefits from it despite Bob's intervening message. Cap=3, no eviction yet.",
      'S4-018':
        'Compactor reads history → render_messages_as_transcript skips [Context from memory] blocks → summary reflects actual dialogue only',
      'S4-019': '→ injection blocks in the compacted zone are simply dropped',
      'S4-020': '→ no reinforcement loop',
    },
  }),
  ...section('004', '4. Chosen Solution › Injection block identification', {
    tested: {
      'S4-021': 'Blocks are identified by a stable text prefix — no metadata parsing needed',
      'S4-022': 'const INJECTION_BLOCK_PREFIX: &str = "[Context from memory]";',
      'S4-023':
        'Message::User { content } => content.iter().any(|item| { matches!(item, UserContent::Text(t) if t.text.starts_with(INJECTION_BLOCK_PREFIX)) }),',
      'S4-024': '_ => false,',
      'S4-025': "users can't send messages with this prefix through the messaging adapter",
    },
  }),
  ...section('004', '4. Chosen Solution › Purge logic', {
    tested: {
      'S4-026': '// Ephemeral mode: remove all injection blocks',
      'S4-027': 'if injection_indices.len() >= max_keep {',
      'S4-028': 'let to_remove = injection_indices.len() - max_keep + 1; // +1 to make room for new block',
      'S4-029': '// Remove oldest first',
    },
  }),
  ...section('004', '4. Chosen Solution › Compactor filter', {
    tested: {
      'S4-030': '// Skip injected memory context — not part of the dialogue',
    },
  }),
  ...section('004', '4. Chosen Solution › Config changes', {
    tested: {
      'S4-031': 'max_injected_blocks_in_history = 3  # 0 = ephemeral mode',
      'S4-032': 'context_window_depth = 10',
    },
  }),
  ...section('004', '4. Chosen Solution › Interaction with existing systems', {
    tested: {
      'S4-033': 'Filter them out in `render_messages_as_transcript`',
      'S4-034':
        '`estimate_history_tokens` counts injection blocks | No change — conservative estimate triggers earlier compaction (safe direction)',
      'S4-035':
        '`drain(..N)` removes whatever is oldest, including blocks | No change — acceptable. Next turn re-injects',
      'S4-036': 'Branch clones history including injection blocks',
      'S4-037': 'Correct behavior — branch should have same context as the LLM',
      'S4-038': "Only logs explicit user/bot messages | No change — injection blocks aren't logged to DB",
      'S4-039': '`context_window_depth` controls re-injection delay | Reduce default from 50 to 10',
    },
  }),
  ...section('004', '5. Future Improvement: Context-Aware Retrieval', {
    tested: {
      'S4-040':
        'Enrich the hybrid search query with a summary of the last 2-3 exchanges so that implicit follow-ups ("why that?") benefit from conversational context in the search query itself.',
    },
  }),
  ...section('004', '6. Validation Checklist', {
    tested: {
      'S4-041': 'Cap enforced: never more than N injection blocks in history',
      'S4-042': '`max_injected_blocks_in_history = 0` gives ephemeral behavior',
      'S4-043': 'Compaction summaries contain zero `[Context from memory]` content',
      'S4-044': 'Multi-turn follow-ups on same topic retain context (blocks visible)',
      'S4-045': 'Topic change naturally evicts old injection blocks',
      'S4-046': '`context_window_depth = 10` prevents excessive re-injection',
      'S4-047': "Memory persistence branches don't re-save existing memories at excessive rates",
      'S4-048': 'Branches forked during injection see the injected context',
      'S4-049': "Emergency truncation doesn't crash on injection blocks",
    },
  }),
  ...section('004', '7. Risks to Monitor', {
    tested: {
      'S4-050': 'Using a shared constant prevents this.',
    },
  }),
];
