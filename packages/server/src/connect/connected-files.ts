import type { ConnectedFile } from './connected-file.ts';
import type { ConnectionFacts, Connector } from './connector.ts';

/** Every file of a client that holds something of Inkling's, each once: its hooks, and its MCP server when that is wanted. */
export function connectedFiles(connector: Connector, facts: ConnectionFacts): readonly ConnectedFile[] {
  const files = connector.files(facts);
  const mcp = connector.mcp(facts);
  if (files.some(({ file }) => file === mcp.file)) {
    return files.map((hooks) => (hooks.file === mcp.file ? inOneFile(hooks, mcp, facts.withMcp) : hooks));
  }
  return facts.withMcp ? [...files, mcp] : files;
}

/** Whatever is connected, both are taken out. */
function inOneFile(hooks: ConnectedFile, mcp: ConnectedFile, withMcp: boolean): ConnectedFile {
  return {
    file: hooks.file,
    connect: (text) => (withMcp ? mcp.connect(hooks.connect(text)) : hooks.connect(text)),
    disconnect(text) {
      const rest = mcp.disconnect(text);
      return rest === null ? null : hooks.disconnect(rest);
    },
  };
}
