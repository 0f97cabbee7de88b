/**
 * What daemons were told and what they said, kept outside of them. It judges: nothing that was acknowledged is lost, nothing is delivered again
 * behind its acknowledgement, and of a session at most one block is in flight.
 */
export function createLedger() {
  const stored = new Map();
  const enqueued = new Map();
  const acked = new Set();
  const inFlight = new Map();
  const wrongs = [];
  return {
    counts: () => ({ stored: stored.size, enqueued: enqueued.size, acked: acked.size }),
    stored: (id, content) => stored.set(id, content),
    enqueued: (sessionId, text) => enqueued.set(text, sessionId),
    /** A block came with a heartbeat. `isUnknown`: the heartbeat before it got no answer, so its acknowledgement may have been taken or not. */
    delivered(sessionId, { deliveryId, text }, isUnknown) {
      const before = inFlight.get(sessionId);
      if (acked.has(deliveryId)) wrongs.push(`${text} was delivered again behind its acknowledgement`);
      if (before !== undefined && before !== deliveryId && !isUnknown)
        wrongs.push(`${sessionId} has two blocks in flight`);
      inFlight.set(sessionId, deliveryId);
    },
    /** A heartbeat brought no block: none is in flight, also when the acknowledgement was taken with an answer that never came. */
    nothing: (sessionId) => inFlight.delete(sessionId),
    acked(sessionId, deliveryId) {
      acked.add(deliveryId);
      inFlight.delete(sessionId);
    },
    wrong: (what) => wrongs.push(what),
    /** Holds what is known against what the store says now: its observations by id, and the injects of each session. */
    judge({ observations, injects }) {
      for (const [id, content] of stored)
        if (observations.get(id) !== content) wrongs.push(`lost: observation ${content}`);
      for (const [text, sessionId] of enqueued) {
        const row = injects.get(sessionId)?.find((inject) => inject.text === text);
        if (row === undefined) wrongs.push(`lost: block ${text}`);
        else if (acked.has(row.deliveryId) && row.status !== 'acked')
          wrongs.push(`lost: the acknowledgement of ${text}`);
      }
      for (const [sessionId, rows] of injects) {
        if (rows.filter(({ status }) => status === 'delivered').length > 1)
          wrongs.push(`${sessionId} has two blocks in flight`);
      }
      return wrongs;
    },
  };
}
