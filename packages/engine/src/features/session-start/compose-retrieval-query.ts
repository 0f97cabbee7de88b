/** What is known of a work item when a session is created. Every field may be missing. */
export interface RetrievalWorkItem {
  /** Issue identifier, for example `ENG-412`. */
  readonly identifier?: string | null;
  readonly title?: string | null;
  readonly description?: string | null;
  /** The tracker's UUID of the issue. */
  readonly issueId?: string | null;
}

/** One line of plain words, or '' for a field that is missing, blank or no text at all: trackers send what they like. */
function words(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll(/[\p{Control}\p{Separator}]+/gu, ' ').trim() : '';
}

/** The first line of a text that is not blank; descriptions often open with an empty one. */
function firstLine(value: unknown): string {
  if (typeof value !== 'string') return '';
  return words(value.trimStart().split(/[\n\r\u2028\u2029]/u, 1)[0]);
}

/**
 * The text to recall with: identifier + title + first line of the description, as far as there are any; else the issue's
 * UUID; else the session's id. With only the identifier it is the identifier, with only a title the title. Never fails.
 * Source: seed "Context Injection", retrieval query text.
 *
 * @example composeRetrievalQuery({ identifier: 'ENG-412', title: 'Null pointer in auth' }, 'ses_1') === 'ENG-412 Null pointer in auth'
 */
export function composeRetrievalQuery(workItem: RetrievalWorkItem | null | undefined, sessionId: string): string {
  const { identifier, title, description, issueId } = workItem ?? {};
  const described = [words(identifier), words(title), firstLine(description)].filter((part) => part !== '').join(' ');
  return described || words(issueId) || words(sessionId);
}
