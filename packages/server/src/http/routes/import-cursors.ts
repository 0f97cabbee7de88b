import { getImportCursorEndpoint, setImportCursorEndpoint } from '../../contract/import-cursors.ts';
import { route, type Route } from '../route.ts';

/** How far imports had come. */
export const importCursorRoutes: readonly Route[] = [
  route(getImportCursorEndpoint, async ({ memory, query: { projectId = null, source } }) => ({
    cursor: await memory.importCursors.get(projectId, source),
  })),
  route(setImportCursorEndpoint, async ({ memory, query: { projectId = null, source }, body }) => {
    await memory.importCursors.set(projectId, source, body.cursor);
    return body;
  }),
];
