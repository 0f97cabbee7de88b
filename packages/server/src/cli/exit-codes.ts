import { InklingError } from '@inkling/engine/errors';
import { ERROR_ENDS } from '../base/error-ends.ts';

/** How the program ends. Scripts switch on these numbers: one never changes its meaning. */
export const EXIT = {
  ok: 0,
  /** Something failed that no other number names. */
  failure: 1,
  /** The command line, or a value on it, is wrong. */
  usage: 2,
  /** Another process owns the data directory. */
  busy: 3,
  /** Done, but some rows, lines or files were refused. */
  partial: 4,
  /** What was asked for, or imported from, is not there. */
  notFound: 5,
  /** The store cannot be used: unreachable, not writable, without rights, or a package is missing. */
  storage: 6,
  /** The schema and this version do not fit. */
  schema: 7,
  /** No answer within the deadline. */
  deadline: 8,
  /** Stopped by Ctrl-C, or answered with no. */
  cancelled: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The number for an error of any origin. */
export function exitCodeOf(error: unknown): ExitCode {
  return InklingError.isInstance(error) ? EXIT[ERROR_ENDS[error.code][1]] : EXIT.failure;
}
