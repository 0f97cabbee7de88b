import { linkAmendmentsEndpoint, listAmendmentsEndpoint, undoAmendmentEndpoint } from '../../contract/amendments.ts';
import { route, type Route } from '../route.ts';

/** Talks that change what an earlier one settled. */
export const amendmentRoutes: readonly Route[] = [
  route(listAmendmentsEndpoint, async ({ memory, query: { projectId } }) => ({
    amendments: await memory.observations.amendments.list(projectId === '' ? null : projectId),
  })),
  route(linkAmendmentsEndpoint, async ({ memory, body }) => ({
    amendments: await memory.capture.linkAmendments(body),
  })),
  route(undoAmendmentEndpoint, async ({ memory, body }) => ({
    undone: await memory.observations.amendments.undo(body),
  })),
];
