import type { Sent } from './call.ts';

/** Events behind a number, or before one. */
export interface ActivityPageQuery {
  readonly after?: number;
  readonly before?: number;
}

const PAGE = 200;

/** The newest events. */
export const LAST_PAGE: ActivityPageQuery = { before: Number.MAX_SAFE_INTEGER };

/** A page of a session's events. */
export function activitiesQuestion(sessionId: string, query: ActivityPageQuery): Sent<'listActivities'> {
  return { params: { sessionId }, query: { ...query, limit: PAGE } };
}
