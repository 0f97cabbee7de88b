/**
 * Puts the vectors of observations that are in force again at the end of their feed, as part of the statement that has these as `rows`: who
 * holds vectors in memory has dropped them, and would not hear of them again.
 */
export const announceVectorsOf = (rows: string): string =>
  `update observation_embeddings e set updated_at = clock_timestamp() from ${rows} where e.org_id = $1 and e.observation_id = ${rows}.id`;
