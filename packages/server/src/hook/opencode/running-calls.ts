/** The beginnings of tool calls that are still being asked for. */
export interface RunningCalls {
  /** Remembers the asking of a call's beginning until it has ended: a call whose end never comes leaves nothing behind. */
  begin(callId: string, asking: Promise<unknown>): void;
  /** Fulfilled when the beginning of a call is answered or has failed; at once when none is under way. */
  begun(callId: string): Promise<void>;
  readonly size: number;
}

/** Creates it for one process of opencode. */
export function createRunningCalls(): RunningCalls {
  const running = new Map<string, Promise<void>>();
  return {
    begin(callId, asking) {
      const drop = (): void => {
        // An id that came again is another call's by now.
        if (running.get(callId) === ended) running.delete(callId);
      };
      const ended: Promise<void> = asking.then(drop, drop);
      running.set(callId, ended);
    },
    begun: async (callId) => running.get(callId),
    get size() {
      return running.size;
    },
  };
}
