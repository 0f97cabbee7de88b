import type { ConnectedFile } from './connected-file.ts';

/** What stands under Inkling's name among a client's MCP servers. */
export type McpEntry =
  | { readonly kind: 'none' }
  | { readonly kind: 'ours'; readonly command: readonly string[] }
  /** Somebody else's, or in a form that nothing can be added to: it is left as it is. */
  | { readonly kind: 'left'; readonly why: string };

/** A client's configuration of MCP servers, with Inkling's in it. */
export interface McpRegistration extends ConnectedFile {
  /** What is there now; null = there is no such file. Fails with `invalid-input` when the file cannot be read as what it is. */
  readonly read: (text: string | null) => McpEntry;
}

/** Why an entry under Inkling's name stays as it is. */
export const NOT_OURS = 'another MCP server has the name inkling there, or one that was added by hand';
