import { CommanderError } from 'commander';
import { InklingError } from '@inkling/engine/errors';
import { EXIT, exitCodeOf, type ExitCode } from './exit-codes.ts';
import { messageOf as plainMessage, printableJson, printableLine, printableText } from '../base/printable-text.ts';

/** How errors are to be told. */
export interface ErrorStyle {
  readonly json: boolean;
  /** Add the stack trace, also those of the causes. */
  readonly debug: boolean;
}

// Long enough for every message of ours with a path in it; a database may answer with a page.
const MAX_MESSAGE_CHARACTERS = 1_000;

/** Tells of an error on standard error: one line, or one JSON value. Returns how the program ends. */
export function reportError(error: unknown, style: ErrorStyle): ExitCode {
  // Commander has already printed what was wrong with the command line, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (isClosedPipe(error)) return EXIT.ok;
  process.stderr.write(`${style.json ? errorJson(error) : errorLine(error)}\n`);
  if (style.debug) process.stderr.write(`${printableText(stackOf(error))}\n`);
  return exitCodeOf(error);
}

function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}

function errorLine(error: unknown): string {
  return printableLine(`error ${codeOf(error)}: ${messageOf(error)}`, MAX_MESSAGE_CHARACTERS);
}

function errorJson(error: unknown): string {
  const known = InklingError.isInstance(error);
  const details = known ? { hint: error.hint ?? null, details: error.details } : { hint: null, details: {} };
  return printableJson({ error: { code: codeOf(error), message: messageOf(error), ...details } });
}

function codeOf(error: unknown): string {
  return InklingError.isInstance(error) ? error.code : 'unexpected';
}

function messageOf(error: unknown): string {
  if (InklingError.isInstance(error)) return error.message;
  return `${plainMessage(error)} (Run again with --debug for the stack trace.)`;
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\ncaused by: ${stackOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
