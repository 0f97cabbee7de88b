/** That the observation under the alias `o` may be recalled now, as SQL. */
export const RECALLABLE_NOW = `o.superseded_by is null and o.quarantine_reason is null and (o.valid_to is null or o.valid_to > clock_timestamp())`;

/** Kinds that tell what happened, not what holds: a commit does not go out of date when its files change. */
export const RECORDS_OF_EVENTS = `('commit', 'exchange', 'file_operation', 'session_summary', 'message')`;
