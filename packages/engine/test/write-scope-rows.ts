import type { ScopeColumns, ScopeRow } from '../src/memory/observations/observation.ts';

/** The text of a page of these rows, as a database writes it. */
export function writeScopeRows(rows: readonly ScopeRow[]): string {
  const columns: ScopeColumns = {
    id: rows.map(({ id }) => id),
    projectId: rows.map(({ projectId }) => projectId),
    sessionId: rows.map(({ sessionId }) => sessionId),
    kind: rows.map(({ kind }) => kind),
    content: rows.map(({ content }) => content),
    createdAt: rows.map(({ createdAt }) => (typeof createdAt === 'number' ? createdAt : Date.parse(createdAt)) / 1000),
    validTo: rows.map(({ validTo }) => validTo),
    metadata: rows.map(({ metadata }) => metadata),
  };
  return JSON.stringify(columns);
}
