// A query is an identifier, a title and a line; 8192 characters is twenty times the longest seen, and bounds search and log alike.
const QUERY_MAX_CHARACTERS = 8192;

/**
 * The part of a query that is searched and logged: its first 8192 UTF-16 units, with NUL characters and unpaired surrogates
 * (PostgreSQL stores neither) as U+FFFD. One function for both, so that the log tells what was searched.
 */
export function boundQueryText(queryText: string): string {
  return queryText
    .slice(0, QUERY_MAX_CHARACTERS)
    .replaceAll('\0', '\uFFFD')
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}
