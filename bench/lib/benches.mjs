// Every benchmark, in a sentence, and what it can be told. `npm run bench` lists them without a build; each main.mjs reads its own.
import {
  directory,
  existingFile,
  existingPath,
  file,
  flag,
  names,
  newDirectory,
  oneOf,
  repository,
  someOf,
  text,
  wholeNumber,
  wholeNumbers,
} from './argument-kinds.mjs';

const DATABASES = ['pglite', 'postgres'];
const option = (kind, about, standard) => ({ kind, about, standard });
const required = (kind, about) => ({ kind, about, required: true });

const SETS = required(
  directory,
  'labelled sets, .json or .json.gz; docs/benchmarks/quality.md says what one looks like',
);
const OBSERVATIONS = option(wholeNumber(), 'observations in the memory', 100_000);
const KIND = option(oneOf('commit', 'exchange'), 'what the observations are; exchanges in sessions of 12', 'commit');
const databases = option(someOf(...DATABASES), 'where the rows are', DATABASES);

export const BENCHES = {
  agent: {
    about: "What Inkling's hooks add to an agent's tool call, as seen from beside the agent.",
    options: {
      observations: OBSERVATIONS,
      calls: option(wholeNumber(), 'tool calls', 300),
      sessions: option(wholeNumber(), 'sessions at once', 1),
      'tool-ms': option(wholeNumber(0), 'how long a tool runs', 30),
      starts: option(wholeNumber(0), 'sessions whose start block is waited for, beside a load', 100),
      load: option(wholeNumber(0), 'programs that compute beside those sessions', 4),
      data: option(newDirectory, 'a data directory that is filled once and kept; filling takes minutes'),
    },
  },
  capture: {
    about:
      'How well capture tells statements that outlive their prompt from everything else, on prompts labelled by hand.',
    options: {
      misses: option(flag, 'name each statement that was wrong or missed', false),
      extractor: option(flag, 'a scripted extraction model too', false),
    },
  },
  daemon: {
    about: 'How soon the daemon is ready, what it weighs, and how long tool calls over HTTP take.',
    options: {
      database: option(oneOf(...DATABASES), 'where the rows are', 'pglite'),
      observations: OBSERVATIONS,
      events: option(wholeNumber(), 'tool calls', 20_000),
      sessions: option(wholeNumber(), 'sessions at once', 1),
      import: option(flag, 'beside an import', false),
    },
  },
  decisions: {
    about:
      'A decision set end to end: a scripted agent works on its reports through the real hooks, with memory and without.',
    options: {
      data: required(
        existingFile,
        'a decision set, .json or .json.gz; docs/benchmarks/talks.md says what one looks like',
      ),
      withhold: option(wholeNumber(), 'the share of sessions that go without memory, in percent', 50),
    },
  },
  derivation: {
    about: 'What deriving the facts of a tool call costs.',
    values: { calls: option(wholeNumber(), 'calls of each kind', 2_000_000) },
  },
  feedback: {
    about:
      'What feedback makes of 200 memories, a third of them harmful, when outcomes are noisy; or of a repository: whether what was learned from its history shows in later blocks.',
    values: {
      sessions: option(wholeNumber(), 'sessions that are played; of a repository at most so many', 1200),
      seed: option(wholeNumber(0), 'the same seed gives the same run', 7),
    },
    options: {
      repository: option(repository, 'learn from its history in place of the simulation'),
      commits: option(wholeNumber(), 'only its newest so many commits', 3000),
    },
  },
  'file-history': {
    about: 'What asking git for the history of a file costs a tool call.',
    options: {
      commits: option(wholeNumber(), 'commits of the repository', 100_000),
      lines: option(wholeNumber(), 'lines of its big file', 10_000),
      calls: option(wholeNumber(), 'tool calls', 300),
      'tool-ms': option(wholeNumber(0), 'how long a tool runs', 30),
    },
  },
  'follow-up': {
    about: 'What the context of a conversation is worth to a question that refers back to it.',
    options: {
      data: SETS,
      sets: option(names, 'these sets alone', ['devmembench']),
      show: option(wholeNumber(0), 'made questions to print of each kind', 0),
    },
  },
  graph: {
    about: 'Writing and searching the knowledge graph.',
    options: { sizes: option(wholeNumbers, 'nodes', [1000, 10_000, 100_000]), databases },
  },
  'graph-index': {
    about:
      "How right the graph's import edges are, and how fast code is indexed. Ends with 1 below the target of 0.95.",
    options: {
      python: option(directory, 'a library in Python (default: the newest in /usr/lib)'),
      misses: option(flag, 'name each edge that is wrong or missing', false),
    },
  },
  history: {
    about: "What blocks in a chat history cost: time, and the provider's prompt cache.",
    values: { turns: option(wholeNumber(), 'turns of the scripted session', 50) },
  },
  import: {
    about: 'How fast a git history is imported, first run and second run.',
    options: {
      commits: option(wholeNumber(), 'commits of the history that is made', 10_000),
      repository: option(repository, 'a history of your own'),
      'database-url': option(text, 'a PostgreSQL server (default: an embedded database)'),
    },
  },
  'in-session': {
    about: 'What a tool call costs its caller, alone and while an import writes beside it.',
    options: {
      sizes: option(wholeNumbers, 'observations', [1000, 10_000, 100_000]),
      databases,
      events: option(wholeNumber(), 'tool calls', 2000),
      sessions: option(wholeNumbers, 'sessions at once', [1, 16]),
      import: option(oneOf('on', 'off'), 'also beside an import', 'on'),
      kind: KIND,
    },
  },
  insight: {
    about: 'What the inspector asks, on a full organisation. Each question must stay below a second.',
    values: {
      observations: option(wholeNumber(), 'observations in the memory', 100_000),
      sessions: option(wholeNumber(), 'sessions', 10_000),
    },
  },
  inspector: {
    about: 'The inspector in a real browser before a real daemon. Ends with 1 when a target is missed.',
    options: {
      observations: option(wholeNumber(), 'observations in the memory', 10_000),
      sessions: option(wholeNumber(), 'sessions (default: a tenth of the observations)'),
      loads: option(wholeNumber(), 'loads of each view', 7),
      reports: option(wholeNumber(), 'activities whose way to the screen is timed', 50),
      only: option(text, 'views with this in their name'),
    },
  },
  lines: {
    about: 'What the lines of blocks cost in real tokens, and how the estimate compares; compact beside classic.',
    options: {
      repository: option(repository, "a git repository (default: Inkling's own)"),
      blocks: option(wholeNumber(), 'blocks of each format, start blocks and tool calls alike', 120),
      show: option(wholeNumber(0), 'blocks of each format to print', 0),
    },
  },
  peers: {
    about: 'What Inkling and others find, and how much of a decision each token that they inject holds.',
    options: {
      data: option(directory, 'recall sets, and decision sets (decisions*.json.gz) (default: ../shared/eval/data)'),
      peers: option(newDirectory, 'measure other packages too; they are installed here, and kept'),
      budget: option(wholeNumbers, 'tokens of a block', [200, 500]),
      limit: option(wholeNumber(), 'queries of each kind from each recall set', 100),
      sets: option(names, 'these recall sets alone'),
      only: option(names, 'contenders whose names hold one of these'),
    },
  },
  policy: {
    about: 'What a decision of a policy costs.',
    values: { requests: option(wholeNumber(), 'requests', 500) },
  },
  prompts: {
    about: 'How many prompts that name little or no subject ("now add a test for it") bring a block all the same.',
    options: {
      repository: option(repository, "a git repository (default: Inkling's own)"),
      transcripts: option(directory, 'past sessions of Claude Code, as in its projects directory (default: none)'),
      prompts: option(existingFile, 'prompts, one a line (default: those of this benchmark)'),
      show: option(wholeNumber(0), 'blocks to print', 0),
    },
  },
  quality: {
    about: 'What the ranking finds, what each of its parts is worth, and what others find.',
    options: {
      data: SETS,
      sets: option(names, 'these sets alone'),
      limit: option(wholeNumber(), 'queries of each kind from each store at most (default: all)'),
      when: option(oneOf('right', 'wrong'), 'give each query a time: a right one, or a wrong one'),
      peers: option(flag, 'measure other packages too, installed into a temporary folder', false),
      adapters: option(directory, 'measure your own adapters too'),
      json: option(file, 'write the figures too'),
    },
  },
  queue: {
    about: 'Full cycles of the durable inject queue a second, beside pg-boss.',
    values: { seconds: option(wholeNumber(), 'seconds of each measurement', 5) },
  },
  recall: {
    about: 'How long recall and a whole block take, quiet and beside an import, and what an index costs.',
    options: {
      sizes: option(wholeNumbers, 'observations in one scope', [1000, 10_000]),
      databases,
      queries: option(wholeNumber(), 'queries', 300),
      kind: KIND,
      'pglite-max': option(wholeNumber(), 'the largest size for the embedded database', 100_000),
    },
  },
  security: {
    about: 'How many secrets are redacted, how many attacks are kept out, and how much else of both.',
    options: {
      rules: option(
        existingPath,
        "secrets are made from these rules: gitleaks' file, trufflehog's pkg/detectors, or JSON [{ id, regex }]",
      ),
      texts: option(existingPath, "other people's texts as JSON: [{ source, attack, text }], attack true or false"),
      repository: option(repository, 'whose lines are looked at for what is no secret', '.'),
      misses: option(flag, 'name each secret that was missed and each line that was changed', false),
      fit: option(flag, 'fit the weights of steering anew, write them and stop', false),
    },
  },
  storage: {
    about: 'What the embedded database costs.',
    values: { rounds: option(wholeNumber(), 'rounds', 500) },
  },
  talks: {
    about:
      'How much of a decision a start block holds, when it was talked over in an earlier session, and what each part of that is worth.',
    options: {
      data: required(
        existingFile,
        'a decision set, .json or .json.gz; docs/benchmarks/talks.md says what one looks like',
      ),
      budget: option(wholeNumbers, 'tokens of a block', [200, 500, 750]),
    },
  },
  writes: {
    about: "What hooks cost an embedded database's one connection.",
    options: {
      observations: OBSERVATIONS,
      calls: option(wholeNumber(), 'tool calls', 600),
      sessions: option(wholeNumber(), 'sessions at once', 4),
      every: option(wholeNumber(0), 'milliseconds from one tool call of a session to its next', 250),
      'data-dir': option(newDirectory, 'a data directory that is filled once and kept; each run works on a copy'),
    },
  },
};
