import type { Sent } from '../api/call.ts';

/** What the first page asks. */
export function helpQuestion({ project = '' }: { readonly project?: string }): Sent<'didItHelp'> {
  return { query: project === '' ? {} : { projectId: project } };
}
