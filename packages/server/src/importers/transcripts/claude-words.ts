/** What a user message begins with when no user wrote it: commands and their output, interruptions, a summary after a compaction. */
export const NOT_TYPED =
  /^\s*(?:<(?:command-\w+|local-command-\w+|bash-\w+|task-notification|system-reminder)|caveat: the messages below|\[request interrupted|this session is being continued from a previous)/iu;

/** A call that was refused, or that the user broke off, says nothing about what it would have done. */
export const REFUSED = /doesn't want to (?:proceed|take this action)|tool use was rejected|interrupted by user/iu;
