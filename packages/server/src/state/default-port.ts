/** Registered to nobody, and below the range that systems hand out by themselves. */
export const DEFAULT_PORT = 4655;
