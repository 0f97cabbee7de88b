/** Where a talk is read: in its project, which a key of some projects must name; '' = whatever project. */
export function talkHref(sessionId: string, project: string): string {
  const search = new URLSearchParams({ session: sessionId, ...(project === '' ? {} : { project }) });
  return `/memory/talks?${search.toString()}`;
}
