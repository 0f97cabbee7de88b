import { InklingError } from '../../base/errors.ts';
import type { Observation, ObservationInput } from '../../memory/observations/observation.ts';
import type { ObservationStore } from '../../memory/observations/observation-store.ts';
import { readExchange } from '../../memory/talk/exchange.ts';

/**
 * The store in which an exchange takes the place of what its agent had said last when the session was read before, at its end or while it went
 * on: a proposal never stands without its answer. Contract section 3. And in which a turn that is read anew takes the place of what was read of it.
 */
export function supersedingAnswered(store: ObservationStore): ObservationStore {
  return {
    ...store,
    async rememberMany(inputs, options) {
      const results = await store.rememberMany(inputs, options);
      const made = inputs.filter((_input, index) => results[index]?.created);
      const written = new Set(results.map(({ id }) => id));
      for (const sessionId of answeredIn(made)) await supersedeAnswered(store, sessionId, written);
      return results;
    },
  };
}

/** The sessions of which exchanges with an answer are given. */
function answeredIn(inputs: readonly ObservationInput[]): ReadonlySet<string> {
  const answered = inputs.filter(({ kind, content }) => kind === 'exchange' && isAnswer(content));
  return new Set(answered.flatMap(({ sessionId }) => sessionId ?? []));
}

function isAnswer(content: string): boolean {
  const { agent, user } = readExchange(content);
  return agent !== '' && user !== '';
}

async function supersedeAnswered(
  store: ObservationStore,
  sessionId: string,
  written: ReadonlySet<string>,
): Promise<void> {
  const { rows } = await store.list({ sessionId, kind: 'exchange', limit: 1000 });
  const standing = rows.filter(({ supersededBy }) => supersededBy === null);
  const answers = standing.filter(({ content }) => isAnswer(content));
  for (const row of standing) {
    const isOpen = readExchange(row.content).user === '';
    const answer = isOpen
      ? answers.find((other) => isAnsweredBy(row, other))
      : answers.find((other) => !written.has(row.id) && written.has(other.id) && isReadAnew(row, other));
    if (answer) await store.supersede(row.id, answer.content).catch(unlessSuperseded);
  }
}

/** The same turn of the same agent, of which an earlier reading kept other words. */
function isReadAnew(row: Observation, other: Observation): boolean {
  const isOfSame = row.projectId === other.projectId && row.agentId === other.agentId;
  return isOfSame && isSameTurn(row, other) && readExchange(row.content).user === readExchange(other.content).user;
}

/** The same words, which a session that goes on after its end has in another turn; or the same turn, whose last words were still to come. */
function isAnsweredBy(open: Observation, answer: Observation): boolean {
  const isOfSame = open.projectId === answer.projectId && open.agentId === answer.agentId;
  if (!isOfSame || open.createdAt > answer.createdAt) return false;
  return readExchange(open.content).agent === readExchange(answer.content).agent || isSameTurn(open, answer);
}

/**
 * A prompt that was reported is told from others by its activity. Turns are counted in the session in which they were said; one that is not told
 * is no other's.
 */
function isSameTurn(a: Observation, b: Observation): boolean {
  if ((a.metadata.sessionId ?? a.sessionId) !== (b.metadata.sessionId ?? b.sessionId)) return false;
  const [activity, other] = [numberIn(a, 'capture', 'activity'), numberIn(b, 'capture', 'activity')];
  if (activity !== null && other !== null) return activity === other;
  const turn = numberIn(a, 'exchange', 'turn');
  return turn !== null && turn === numberIn(b, 'exchange', 'turn');
}

function numberIn({ metadata }: Observation, part: string, name: string): number | null {
  const value = ((metadata[part] ?? {}) as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'number' ? value : null;
}

/** Somebody else was first. */
export function unlessSuperseded(error: unknown): void {
  const isDone = InklingError.isInstance(error) && error.code === 'observation-superseded';
  if (!isDone) throw error;
}
