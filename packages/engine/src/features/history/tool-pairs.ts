import { readMessage, type MessageEntry } from './read-message.ts';

/** Gemini names no call: there the tool's name ties an answer to the oldest open call of it. */
const keyOf = ({ callId, name }: MessageEntry): string => (callId === '' ? `name ${name}` : `id ${callId}`);

interface OpenCalls {
  readonly open: (entry: MessageEntry, at: number) => void;
  /** Index of the message whose call this answers; -1 = nobody called. */
  readonly close: (entry: MessageEntry) => number;
  /** Index of the earliest message with an open call; -1 = none. */
  readonly first: () => number;
}

function trackCalls(): OpenCalls {
  const waiting = new Map<string, number[]>();
  return {
    open(entry, at) {
      const key = keyOf(entry);
      const known = waiting.get(key);
      if (!known) waiting.set(key, [at]);
      // One that has an id is one call, also when its parts, its `tool_calls` and the message with its answer all show it.
      else if (entry.callId === '') known.push(at);
    },
    close(entry) {
      const key = keyOf(entry);
      const known = waiting.get(key);
      const at = known?.shift() ?? -1;
      if (known?.length === 0) waiting.delete(key);
      return at;
    },
    first: () => Math.min(...[...waiting.values()].map(([at]) => at!), Number.POSITIVE_INFINITY),
  };
}

/** Index of the earliest message with a tool call that nobody has answered; Infinity when there is none. */
export function firstOpenCall(history: readonly unknown[]): number {
  const calls = trackCalls();
  for (const [at, message] of history.entries()) {
    for (const entry of readMessage(message).entries) {
      if (entry.kind === 'call') calls.open(entry, at);
      if (entry.kind === 'result') calls.close(entry);
    }
  }
  return calls.first();
}

/**
 * The history without its oldest `count` messages, for when it must shrink at once: what is oldest goes, blocks too. More go where an
 * answer would be left without its call. Any count is fine, and so is any history.
 */
export function drainOldest<M>(history: readonly M[], count: number): M[] {
  const calls = trackCalls();
  let cut = Math.max(0, Math.floor(count) || 0);
  for (const [at, message] of history.entries()) {
    for (const entry of readMessage(message).entries) {
      if (entry.kind === 'call') calls.open(entry, at);
      if (entry.kind !== 'result') continue;
      const calledAt = calls.close(entry);
      // An answer without a call is as lost as one whose call goes; one that never had a call before the cut is not ours to judge.
      if (calledAt >= 0 && calledAt < cut && at >= cut) cut = at + 1;
    }
  }
  return history.slice(cut);
}
