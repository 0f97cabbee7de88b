import { analyticsQuestions, analyticsScope } from './analytics/analytics-questions.ts';
import { activitiesQuestion, LAST_PAGE } from './api/activities-question.ts';
import type { Question } from './api/early-answers.ts';
import { graphQuestion } from './graph/graph-question.ts';
import { helpQuestion } from './help/help-question.ts';
import { MEMORY_PAGE, listQuery, recallBody, readMemoryFilters } from './memory/memory-filters.ts';
import { sessionsQuestion } from './sessions/sessions-question.ts';
import { topologyQuestion } from './topology/topology-question.ts';

/** What the view of an address asks when it is drawn, so that it can be asked before there is a view. Addresses that are not here ask later. */
export function earlyQuestions(path: string, search: URLSearchParams, nowMs: number): readonly Question[] {
  // A part that is written in another way is left to the view.
  if (path.includes('%')) return [];
  const [, place = '', part = ''] = path.split('/');
  const filters = Object.fromEntries(search);
  switch (place) {
    case '':
      return [{ id: 'didItHelp', sent: helpQuestion(filters) }];
    case 'sessions':
      if (part !== '') return sessionQuestions(part);
      return [{ id: 'listSessions', sent: sessionsQuestion(filters) }];
    case 'topology':
      return [{ id: 'getLiveTopology', sent: topologyQuestion(filters, nowMs) }];
    case 'memory':
      return part === '' ? memoryQuestions(filters) : [];
    case 'graph':
      return [{ id: 'getGraphNeighbourhood', sent: graphQuestion(filters) }];
    case 'analytics':
      return analyticsQuestions(part, analyticsScope(filters, nowMs), filters);
    default:
      return [];
  }
}

function sessionQuestions(sessionId: string): readonly Question[] {
  return [
    { id: 'getSession', sent: { params: { sessionId } } },
    { id: 'listActivities', sent: activitiesQuestion(sessionId, LAST_PAGE) },
  ];
}

function memoryQuestions(search: Readonly<Record<string, string>>): readonly Question[] {
  const filters = readMemoryFilters(search);
  if (filters.q.trim() !== '') return [{ id: 'recall', sent: { body: recallBody(filters) } }];
  const query = listQuery(filters);
  return [
    { id: 'listObservations', sent: { query: { ...query, limit: MEMORY_PAGE } } },
    { id: 'countObservations', sent: { query } },
  ];
}
