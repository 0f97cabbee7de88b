import type { Session } from '@inkling/engine';
import { shortId } from '../text/format.ts';

/** What a session is called: its work item's title, else its identifier, else its id. */
export function sessionName({ id, workItem }: Pick<Session, 'id' | 'workItem'>): string {
  return workItem?.title ?? workItem?.identifier ?? workItem?.issueId ?? shortId(id);
}

/** Where a session is looked at. */
export function sessionHref(id: string, tab = ''): string {
  return `/sessions/${encodeURIComponent(id)}${tab === '' ? '' : `/${tab}`}`;
}
