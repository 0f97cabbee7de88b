/** Requests that wait for the one connection of an embedded database. */
export interface RequestQueue<Request> {
  add(request: Request): void;
  /** The next to run, or undefined when none waits. */
  take(): Request | undefined;
  isEmpty(): boolean;
}

/** So many urgent ones in a row, then one of the others: a stream of tool calls does not keep a log from being written. */
const URGENT_IN_A_ROW = 16;

/**
 * Those first whose caller has a deadline, each kind in the order of arrival: a tool call does not wait for the writes that other calls left
 * behind. Callers that need an order wait for their answer first, as they must with a server's many connections.
 */
export function createRequestQueue<Request>(isUrgent: (request: Request) => boolean): RequestQueue<Request> {
  const urgent: Request[] = [];
  const others: Request[] = [];
  let inARow = 0;
  return {
    add: (request) => void (isUrgent(request) ? urgent : others).push(request),
    take() {
      if (urgent.length > 0 && (others.length === 0 || inARow < URGENT_IN_A_ROW)) {
        inARow += 1;
        return urgent.shift();
      }
      inARow = 0;
      return others.shift();
    },
    isEmpty: () => urgent.length + others.length === 0,
  };
}
