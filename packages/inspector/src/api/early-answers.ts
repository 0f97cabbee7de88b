import { addressOf, call, type Answer, type OperationId, type Sent } from './call.ts';

/** Something to ask the daemon. */
export type Question = { readonly [Id in OperationId]: { readonly id: Id; readonly sent: Sent<Id> } }[OperationId];

/** Answers that nobody took yet, by what was asked. */
const answers = new Map<string, Promise<Answer<OperationId>>>();

/** Asks before there is a view that wants to know: the daemon searches while the browser still reads the view's code. */
export function askEarly({ id, sent }: Question): void {
  const answer = call<OperationId>(id, sent);
  // A refusal is told by the view that takes it; when none does, it is nobody's.
  answer.catch(() => undefined);
  answers.set(keyOf(id, sent), answer);
}

/** The answer that was asked for early, once: whoever asks again wants to know what is so then. */
export function takeEarly<Id extends OperationId>(id: Id, sent: Sent<Id>): Promise<Answer<Id>> | null {
  const key = keyOf(id, sent);
  const answer = answers.get(key) ?? null;
  answers.delete(key);
  return answer;
}

function keyOf<Id extends OperationId>(id: Id, sent: Sent<Id>): string {
  const { body = null } = sent as { readonly body?: unknown };
  return `${id} ${addressOf(id, sent)} ${JSON.stringify(body)}`;
}
