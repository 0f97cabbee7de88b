/** How a command ended, of which its client says that the call succeeded. */
export interface CommandEnd {
  readonly failure: string | null;
  readonly isUnsure?: true;
}

/** By its exit code; null = nobody said. A command that failed tells what it printed. */
export function commandEnd(code: number | null, output: string): CommandEnd {
  if (code === null) return { failure: null, isUnsure: true };
  return { failure: code === 0 ? null : output.trim() || `exit code ${code}` };
}
