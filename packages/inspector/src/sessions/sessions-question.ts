import type { Session } from '@inkling/engine';
import type { Sent } from '../api/call.ts';

/** What the address of the list of sessions says. */
export const SESSION_FILTERS = ['status', 'work', 'agent', 'project', 'text'] as const;

/** Sessions that are shown at first. */
export const SESSIONS_PAGE = 50;

/** The sessions that the address names. */
export function sessionsQuestion(
  filters: Partial<Readonly<Record<(typeof SESSION_FILTERS)[number], string>>>,
  limit: number = SESSIONS_PAGE,
): Sent<'listSessions'> {
  const { status = '', work = '', agent = '', project = '', text = '' } = filters;
  return {
    query: {
      limit,
      figures: true,
      ...(status === '' ? {} : { status: status as Session['status'] | 'live' }),
      ...(work === '' ? {} : { workType: work }),
      ...(agent === '' ? {} : { agentId: agent }),
      ...(project === '' ? {} : { projectId: project }),
      ...(text === '' ? {} : { text }),
    },
  };
}
