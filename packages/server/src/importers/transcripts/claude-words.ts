/** A call that was refused, or that the user broke off, says nothing about what it would have done. */
export const REFUSED = /doesn't want to (?:proceed|take this action)|tool use was rejected|interrupted by user/iu;
