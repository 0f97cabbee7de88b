/** Runs work that may trap the policy engine. null = it did, in this turn of the event loop. */
export type Attempt = <Answer>(work: () => Answer) => Answer | null;

/**
 * A trap is tried again with a fresh engine, which takes 0.25 s, so only once in each turn: a request asks about all of its resources in
 * one turn, and the next request is another.
 */
export function createAttempts(onError: (error: unknown) => void): Attempt {
  let trapped = false;
  return (work) => {
    if (trapped) return null;
    try {
      return work();
    } catch (error) {
      trapped = true;
      queueMicrotask(() => {
        trapped = false;
      });
      onError(error);
      return null;
    }
  };
}
