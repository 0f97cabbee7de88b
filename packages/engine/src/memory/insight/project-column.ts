/** A project as a filter of its column: null = every project; the column's '' = no project. */
export function projectColumn(projectId: string | null | undefined): string | null {
  return projectId === undefined ? null : (projectId ?? '');
}
