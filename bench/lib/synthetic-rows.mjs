// Statements as a long history has them, made as fast as they are stored: words by Zipf's law over a vocabulary that keeps
// growing (identifiers), about 180 characters, one to three of a repository's files each.
import { createRandom } from './random.mjs';

const SYLLABLES =
  'ba ce di fo gu ka le mi no pu ra se ti vo wu xa ye zi clo dra fle gri sta tre pro con ver ant ing ion'.split(' ');
const COMMON =
  'fix add the use for when of in to a not and set read write cache test error file path type call data'.split(' ');
const WORDS = 30_000;
const FILES = 20_000;
const CREATED_FROM = Date.UTC(2015, 0, 1);
const MINUTE_MS = 60_000;

function createVocabulary(random) {
  const word = () => Array.from({ length: 2 + random.below(3) }, () => random.pick(SYLLABLES)).join('');
  return [...COMMON, ...Array.from({ length: WORDS }, word)];
}

// Made once and before anything is measured: it takes 30 ms.
const VOCABULARY = createVocabulary(createRandom(1));

const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** Exchanges of one session. */
const TALK = 12;

/** What a commit has, or an exchange of a session. */
function frameOf(kind, seed, index) {
  if (kind !== 'exchange') return { metadata: {} };
  return { sessionId: `talk-${seed}-${Math.floor(index / TALK)}`, metadata: { exchange: { turn: index % TALK } } };
}

/** `count` rows for `importRows`, of the kind `commit` or `exchange`; the same seed gives the same rows. `isDone` ends them early. */
export function* syntheticRows({ count, seed, projectId, kind = 'commit', isDone = () => false }) {
  const random = createRandom(seed);
  // The inverse of 1/rank: rank n comes up in proportion to 1/n.
  const word = () => VOCABULARY[Math.floor(VOCABULARY.length ** random.next()) - 1];
  const term = () => (random.next() < 0.08 ? word() + capital(word()) + capital(word()) : word());
  const sentence = (length) => Array.from({ length }, term).join(' ');
  const path = () => {
    const file = Math.floor(FILES ** random.next());
    return `src/${VOCABULARY[file % 97]}/${VOCABULARY[file % 1009]}/${VOCABULARY[file]}.ts`;
  };
  const [first, second] = kind === 'exchange' ? ['Agent: ', 'User: '] : ['', ''];
  for (let index = 0; index < count && !isDone(); index += 1) {
    const { metadata, ...frame } = frameOf(kind, seed, index);
    yield {
      content: `${first}${capital(sentence(6 + random.below(6)))}.\n\n${second}${sentence(10 + random.below(20))} (#${seed * count + index})`,
      ...frame,
      projectId,
      agentId: 'bench',
      kind,
      createdAt: new Date(CREATED_FROM + index * MINUTE_MS).toISOString(),
      metadata: { ...metadata, paths: Array.from({ length: 1 + random.below(3) }, path) },
    };
  }
}

/** Passes rows on and keeps `wanted` queries: six words of a row, and one of its files. */
export function* withQueries(rows, count, wanted, queries) {
  const random = createRandom(7);
  const every = Math.max(1, Math.floor(count / wanted));
  let index = 0;
  for (const row of rows) {
    if (index++ % every === 0 && queries.length < wanted) {
      const words = row.content.split(/\s+/);
      queries.push({
        text: Array.from({ length: 6 }, () => random.pick(words)).join(' '),
        path: row.metadata.paths[0],
      });
    }
    yield row;
  }
}
