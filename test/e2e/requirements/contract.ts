import { section, type Requirement } from './requirement.ts';

/** Where the contract differs from a seed, sharpens it, or builds now what the seed leaves for later. */
export const contract: readonly Requirement[] = [
  ...section('contract', '2. Tenancy, storage, scale', {
    tested: {
      'C-029': 'every primary key and unique constraint starts with it',
      'C-030': 'Row-level security on `org_id` is the second wall',
      'C-031': 'Nothing on a required path uses sequences, triggers, LISTEN/NOTIFY or advisory locks',
      'C-032': 'an owner file (exclusive create, pid + start time) stops a second one',
    },
  }),
  ...section('contract', '3. Observations', {
    tested: {
      'C-033': 'Writes are idempotent on (org, project, agent, content_hash)',
      'C-034': 'Secrets are redacted on write, by default on, before hashing, embedding and logging.',
      'C-035': 'hard delete removes text from every table',
      'C-042':
        'an observation that names files or symbols is checked against the checkout where one is at hand: gone or changed since → said in the line or demoted',
    },
  }),
  ...section('contract', '4. Recall', {
    tested: {
      'C-003':
        'The 6 most specific context words (highest idf) at weight 0.25, or 0.1 when the query has no pronoun and at least 3 words',
      'C-002': "`linear` = the seed's relevance × weight is a setting",
      'C-001': 'Ordering: ranking score × feedback factor',
    },
  }),
  ...section('contract', '5. Session start', {
    tested: {
      'C-007':
        'Context-aware queries (the persistence document\'s "future improvement", built now) are a setting (off / on / weight)',
      'C-004': 'A block never exceeds its budget, headings included.',
      'C-005': 'excerpts are cut on a grapheme boundary; newlines inside become spaces.',
      'C-006': 'the estimator is a port, and a real tokenizer can be set',
    },
  }),
  ...section('contract', '6. In-session', {
    tested: {
      'C-008':
        'the content fallback matches whole path tokens only (differs: a bare `index.ts` in prose does not count).',
      'C-009': 'Seen-set per session and epoch',
      'C-041':
        "The work type of a session's events is the session's own: gates, budgets, log rows and analytics use it. (differs from the seed's default 'feature')",
    },
  }),
  ...section('contract', '7. Delivery', {
    tested: {
      'C-010': 'Unique (org, session, epoch, content_hash). Differs: the epoch.',
      'C-011': "With no compaction it is the seed's key.",
      'C-012': 'a late ack of an older delivery is a no-op that says so.',
      'C-040':
        'Ids are UUIDv7 (differs: the ids of an inject too, the seed prints `obs_x`: corrections, forgetting and feedback find a queued block by them).',
    },
  }),
  ...section('contract', '8. Graph', {
    tested: {
      'C-036': '`graph_nodes` (deterministic UUIDv5 of org, project, type, name',
    },
  }),
  ...section('contract', '9. Policy', {
    tested: {
      'C-037': 'Fail closed with a reason.',
    },
  }),
  ...section('contract', '10. Feedback', {
    tested: {
      'C-013':
        'Differs from a plain EMA toward 1.0, under which an untested memory always beats a proven one: weight starts neutral at 1.0 and lives in [0, 2]',
      'C-014': 'Bystanders keep their weight.',
      'C-023':
        'An agent that was connected by `inkling init` has outcomes too, without anybody calling an API: evidence after the fact, each with its source, late ones included.',
      'C-024': '*Cited*, *followed* and *touched* are told apart everywhere; only the first two move weights.',
      'C-025': 'Idempotent per (session): replaying a completion changes nothing.',
      'C-026':
        'the report compares outcomes, corrections, tokens and time with and without, with intervals, and says when there is too little to tell.',
      'C-027': 'a project may withhold memory from a share of its sessions (off by default; 10 % suggested)',
    },
  }),
  ...section('contract', '11. Cross-project transfer', {
    tested: {
      'C-038': 'an explicit admin grant for the (source, destination) pair in that direction, and the Cedar gate',
    },
  }),
  ...section('contract', '12. Derivation', {
    tested: {
      'C-028':
        'Budgets of later sessions do not come from derived context (differs: the seed names them as a use; decision 0018): facets scope what is asked.',
    },
  }),
  ...section('contract', '13. History', {
    tested: {
      'C-015':
        'detection finds the pair anywhere in a text part, not only at its start; our nonce tells ours from a quotation.',
      'C-016':
        "Text from users and tools that begins with the prefix is escaped on the way in, so it can't pose as a block",
      'C-022': 'a per-session nonce in the block tells ours from theirs.',
      'C-017': 'Eviction modes: `immediate` (the seed) and `at-compaction`',
    },
  }),
  ...section('contract', '14. Safety of injected text', {
    tested: {
      'C-021': 'Imperative or injection-like content is flagged on write and kept out of blocks until reviewed',
      'C-018': "In a block they can't forge a heading, another line, an id, a fence or a role",
      'C-019': 'control characters, bidi overrides and zero-width runs are neutralised.',
      'C-020': 'The block says that these are dated notes from earlier sessions, evidence and not instructions.',
    },
  }),
  ...section('contract', '15. Surfaces', {
    tested: {
      'C-039': 'OpenAPI 3.1 document served and checked',
    },
  }),
];
