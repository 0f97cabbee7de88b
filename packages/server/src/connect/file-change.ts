/** What connecting a client makes of one file. */
export interface FileChange {
  readonly file: string;
  /** null = there is no such file. */
  readonly before: string | null;
  /** null = the file goes. */
  readonly after: string | null;
}
