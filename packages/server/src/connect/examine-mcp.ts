import { registeredMcp } from './connect-client.ts';
import type { ConnectionFacts, Connector } from './connector.ts';
import { probeMcp, type McpProbe } from './probe-mcp.ts';

/** What doctor found of a client's MCP server. */
export interface McpReport {
  /** `outdated`: `inkling init` would write another entry. `left`: another server has the name. */
  readonly registration: 'registered' | 'outdated' | 'left' | 'none';
  /** Of `left`. */
  readonly why: string | null;
  /** null = it was not started. */
  readonly probe: McpProbe | null;
}

/** Looks for Inkling's MCP server in a client's configuration and, where it `mayStart`, starts it as the client would. */
export async function examineMcp(connector: Connector, facts: ConnectionFacts, mayStart: boolean): Promise<McpReport> {
  const { entry, isCurrent } = registeredMcp(connector, facts);
  if (entry.kind === 'left') return { registration: 'left', why: entry.why, probe: null };
  if (entry.kind === 'none') return { registration: 'none', why: null, probe: null };
  const { projectDirectory: directory, environment } = facts;
  const probe = mayStart ? await probeMcp(entry.command, { directory, environment }) : null;
  return { registration: isCurrent ? 'registered' : 'outdated', why: null, probe };
}
