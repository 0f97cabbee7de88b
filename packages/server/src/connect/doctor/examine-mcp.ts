import { messageOf } from '../../base/printable-text.ts';
import { readVersion } from '../../config/version.ts';
import { registeredMcp } from '../connect-client.ts';
import type { ConnectionFacts, Connector } from '../clients/connector.ts';

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
  const probe = mayStart ? await probeMcp(entry.command, facts) : null;
  return { registration: isCurrent ? 'registered' : 'outdated', why: null, probe };
}

/** How a registered MCP server did. Times in ms. */
export type McpProbe =
  | { readonly outcome: 'answers'; readonly tools: readonly string[]; readonly elapsedMs: number }
  | { readonly outcome: 'failed'; readonly problem: string };

const PATIENCE = { timeout: 20_000 };

/** Starts a registered command, connects as a client does, asks for the tools, and ends it. Never rejects. */
async function probeMcp(
  words: readonly string[],
  { projectDirectory: cwd, environment }: ConnectionFacts,
): Promise<McpProbe> {
  // Loaded here: no other command has a client.
  const { Client } = await import('@modelcontextprotocol/client');
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const [command = '', ...args] = words;
  // What clients speak today; a server that knows the next protocol knows this one.
  const client = new Client(
    { name: 'inkling-doctor', version: readVersion() },
    { versionNegotiation: { mode: 'legacy' } },
  );
  const transport = new StdioClientTransport({ command, args, cwd, env: given(environment), stderr: 'ignore' });
  const startedAt = performance.now();
  try {
    await client.connect(transport, PATIENCE);
    const { tools } = await client.listTools({}, PATIENCE);
    return { outcome: 'answers', tools: tools.map(({ name }) => name), elapsedMs: performance.now() - startedAt };
  } catch (error) {
    return { outcome: 'failed', problem: messageOf(error) };
  } finally {
    await client.close().catch(() => undefined);
    await transport.close().catch(() => undefined);
  }
}

function given(environment: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(entries);
}
