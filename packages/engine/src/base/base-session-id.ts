/** The session that a session goes on from: one that is resumed after its end goes on as `<id>~2`, then `<id>~3`. */
export function baseSessionId(sessionId: string): string {
  return sessionId.replace(/~\d+$/u, '');
}
