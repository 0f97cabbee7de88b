// A history that looks like people's: bodies of some sentences, one to six paths of a tree of 400 files, few equal messages.

const VERBS = ['Fix', 'Add', 'Remove', 'Refactor', 'Handle', 'Document', 'Speed up', 'Test', 'Rename', 'Guard'];
const AREAS = ['auth', 'queue', 'parser', 'session', 'router', 'cache', 'policy', 'index', 'schema', 'client'];
const NOUNS = [
  'timeout',
  'retry',
  'token',
  'cursor',
  'header',
  'deadline',
  'lock',
  'budget',
  'path',
  'worker',
  'snapshot',
  'edge',
];

/** A linear congruential generator: the same history on every machine. */
function createRandom(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The input of `git fast-import` for a branch "main" with so many commits. */
export function* historyStream(commits) {
  const random = createRandom(42);
  const pick = (list) => list[random(list.length)];
  const sentence = () =>
    `The ${pick(AREAS)} ${pick(NOUNS)} no longer waits for the ${pick(NOUNS)} of the ${pick(AREAS)} when ${random(90)} of them are open.`;
  for (let number = 1; number <= commits; number += 1) {
    const subject = `${pick(VERBS)} ${pick(NOUNS)} in ${pick(AREAS)} ${pick(NOUNS)} (#${number})`;
    const body = Array.from({ length: random(5) }, sentence).join(' ');
    yield record(number, body === '' ? subject : `${subject}\n\n${body}`, `Author ${random(40)}`);
    for (let file = 0; file <= random(6); file += 1) {
      yield `M 100644 inline src/${pick(AREAS)}/${pick(NOUNS)}-${random(4)}.ts\ndata 9\n${String(number).padStart(8, '0')}\n\n`;
    }
  }
}

function record(number, message, author) {
  const who = `${author} <${author.toLowerCase().replace(' ', '.')}@example.com> ${1_600_000_000 + number * 600} +0000`;
  return `commit refs/heads/main\ncommitter ${who}\ndata ${Buffer.byteLength(message)}\n${message}\n`;
}
