/** One file of a client, and how Inkling's entries come into it and out again. Both are functions of its text alone. */
export interface ConnectedFile {
  readonly file: string;
  /** The text with Inkling's entries, which it has once, whatever was there. `null` = there was no file. */
  readonly connect: (text: string | null) => string;
  /** The text without them; null = nothing is left that was not Inkling's. */
  readonly disconnect: (text: string) => string | null;
  /** Of a file that is made. (Default: 0o644) */
  readonly mode?: number;
}
