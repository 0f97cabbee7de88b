// How the checks of the extractor judge a scripted model: `npm run bench capture -- --extractor`. It says what is labelled, and then what was refused.
import { createMemory } from '@inkling/engine';
import { openPglite } from '@inkling/engine/pglite';

const ACTIVITIES = {
  prompt: ({ text }) => ({ type: 'action', body: { event: 'prompt', text } }),
  answer: ({ text }) => ({ type: 'response', body: { text } }),
  edit: ({ path }) => ({ type: 'action', body: { event: 'edit', path } }),
  command: ({ kind, command, succeeded, output }) =>
    succeeded
      ? { type: 'context', body: { key: 'lastTestRun', value: { command } } }
      : { type: 'error', body: { event: 'command', kind, command, output } },
};

const SCRIPTS = {
  'labelled statements, with the lines that say them': ({ says }, lines) =>
    says.flatMap((said) => labelled(said, lines)),
  'refused proposals, alone': ({ never }, lines) => proposed(never, lines).map(([line]) => quoted(line.part, [line])),
  'refused proposals, with their answer': ({ never }, lines) =>
    proposed(never, lines).map(([line, answer]) => quoted(line.part, [line, answer])),
  'refused proposals, with every line of the user': ({ never }, lines) =>
    proposed(never, lines).map(([line]) => quoted(line.part, [line, ...lines.filter(({ who }) => who === 'user')])),
};

/** Prints for each script how many of its statements hold. */
export async function reportExtractor(half, talks) {
  for (const [what, script] of Object.entries(SCRIPTS)) {
    const { given, refused, unread } = await play(talks, script);
    const notRead = unread === 0 ? '' : `, ${unread} talks not read: their user said next to nothing`;
    process.stdout.write(
      `${half}: ${what}: ${given} given, ${given - refused} accepted, ${refused} refused${notRead}\n`,
    );
  }
}

async function play(talks, script) {
  const total = { given: 0, refused: 0, unread: 0 };
  let playing = null;
  let told = () => undefined;
  const extractor = {
    modelId: 'scripted',
    mostTokens: () => 1,
    async extract(digest) {
      const statements = script(playing, linesOf(digest));
      total.given += statements.length;
      return { answer: { statements }, tokens: 1 };
    },
  };
  const memory = await createMemory({
    database: await openPglite({}),
    extraction: { extractor, onOutcome: (report) => told(report) },
  });
  for (const [n, talk] of talks.entries()) {
    playing = talk;
    const ended = new Promise((resolve) => (told = resolve));
    await hold(memory.org(`org_${n}`), talk);
    const { outcome, refused } = await ended;
    total.refused += refused;
    if (outcome === 'nothing-to-read') total.unread += 1;
  }
  await memory.close();
  return total;
}

async function hold(org, { events }) {
  await org.sessions.create({ id: 'ses', projectId: 'p', agentId: 'a' });
  const { lockToken } = await org.sessions.claim('ses', { workerId: 'w' });
  await org.activities.append(
    'ses',
    events.map((event) => ACTIVITIES[event.type](event)),
  );
  await org.sessions.complete('ses', lockToken);
}

function linesOf(digest) {
  return [...digest.matchAll(/^\[(\d+)\] (\w+)[^:]*: (.*)$/gm)].map(([, number, who, text]) => ({
    number: Number(number),
    who,
    text,
  }));
}

/** A label's parts in the words of the lines that have them; [] = the digest has them not. */
function labelled({ kinds, parts }, lines) {
  const found = parts.map((part) => {
    const having = lines.filter(({ text }) => text.toLowerCase().includes(part));
    return having.findLast(({ who }) => who === 'user') ?? having.at(-1);
  });
  if (found.includes(undefined)) return [];
  const cited = new Set(found.flatMap((line) => [line, neighbour(line, lines)]));
  const label = parts.join(', ');
  // A label of a word or two is no sentence: then those that it stands in.
  const sentences = new Set(found.map(({ text }, at) => sentenceWith(parts[at], text)));
  const content = label.split(' ').length > 3 ? label : [...sentences].join(' ');
  return [{ ...quoted(content, [...cited]), kind: kinds[0] }];
}

/** An agent's proposal has its answer behind it, an answer its proposal before it. */
function neighbour(line, lines) {
  const at = lines.indexOf(line);
  return line.who === 'agent'
    ? lines.slice(at).find(({ who }) => who === 'user')
    : lines.slice(0, at).findLast(({ who }) => who === 'agent');
}

/** Agents' lines that a label forbids, each with its answer. */
function proposed(never, lines) {
  return never.flatMap((part) => {
    const line = lines.find(({ who, text }) => who === 'agent' && text.toLowerCase().includes(part));
    return line ? [[{ ...line, part: sentenceWith(part, line.text) }, neighbour(line, lines)]] : [];
  });
}

function sentenceWith(part, text) {
  return text.split(/(?<=[.!?])\s+/u).find((sentence) => sentence.toLowerCase().includes(part)) ?? text;
}

function quoted(content, lines) {
  return { kind: 'decision', content, paths: [], passages: lines.flatMap((line) => line?.number ?? []) };
}
