/**
 * The name that heuristics match: without the prefix of an MCP server, in lower case, `_` and `-` left out.
 *
 * - `mcp__server__tool` (Claude Code, Codex, Gemini CLI with a qualified name): what follows the last `__`
 * - `mcp:tool`, `MCP:tool` (Cursor), `server/tool`: what follows
 *
 * `Read`, `read_file`, `readFile` and `mcp__filesystem__read-file` differ by the agent's habits, not by what they do.
 */
export function leafToolName(toolName: string): string {
  let from = 0;
  if (toolName.startsWith('mcp__')) from = toolName.lastIndexOf('__') + 2;
  const separator = Math.max(toolName.lastIndexOf('/'), toolName.lastIndexOf(':'));
  if (separator >= from) from = separator + 1;
  return toolName.slice(from).replaceAll(/[_-]/g, '').toLowerCase();
}
