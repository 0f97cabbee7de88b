/** A project as a filter of its column: undefined = every project (null); null = what belongs to none (the column's ''). */
export function projectColumn(projectId: string | null | undefined): string | null {
  return projectId === undefined ? null : (projectId ?? '');
}
