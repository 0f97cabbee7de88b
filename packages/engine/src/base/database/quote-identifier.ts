/** Quotes a name for use as an SQL identifier. The one way a name gets into a statement's text. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
