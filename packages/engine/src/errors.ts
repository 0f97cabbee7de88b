/** What errors are, without the library: for a process that has to say what is wrong before it reads the rest, or never does. */
export {
  InklingError,
  ERROR_CODES,
  observationNotFound,
  sessionNotFound,
  type ErrorCode,
  type InklingErrorOptions,
} from './base/errors.ts';
