import type { Clock } from '@inkling/engine';
import { InklingError } from '@inkling/engine/errors';
import {
  type CallToolResult,
  CLIENT_INFO_META_KEY,
  type McpServer,
  type ServerContext,
  type StandardSchemaWithJSON,
  type ToolAnnotations,
} from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { recordAt, textOf } from '../base/record.ts';
import { isWrittenForReaders, toldOf } from '../base/told-of-error.ts';
import type { CommandMemory } from '../client/command-memory.ts';
import { MEMORY_ID_HINT, NO_MEMORY_ID } from '../contract/fields.ts';

/** What the tools ask of one organisation's memory, be it opened here or a daemon's. */
export type McpMemory = Pick<CommandMemory, 'recall' | 'searchGraph' | 'explainAccess' | 'capture'> & {
  readonly observations: Pick<CommandMemory['observations'], 'get'>;
  readonly feedback: Pick<CommandMemory['feedback'], 'observation' | 'setOutcome'>;
};

/** Who uses the tools, and on which memory. */
export interface McpContext {
  /** null = none was named: every project of the organisation is searched, and what is remembered belongs to none. */
  readonly projectId: string | null;
  readonly sessionId: string | null;
  /** null = as the client calls itself. */
  readonly agentId: string | null;
  /** For a client that does not say its name. */
  readonly otherwise: string;
  /** Whether a memory is in a project of who uses the tools. (Default: each is) */
  readonly isWithin?: (id: string) => Promise<boolean>;
  /** Rejects unless who uses the tools may change a memory; `doesReplace`: what it says would not hold any more. (Default: whoever may read it may) */
  readonly requireChange?: (id: string, doesReplace: boolean) => Promise<void>;
  /** Rejects unless who uses the tools may speak for a session. (Default: they may) */
  readonly requireSession?: (sessionId: string) => Promise<void>;
  /** Files as an agent names them, told from the top of its checkout, without those outside. (Default: as they are) */
  readonly filesOf?: (named: readonly string[]) => Promise<readonly string[]>;
  /** Whether the checkout that the agent works in has a file, told from its top; null = nobody can tell. (Default: no checkout is at hand) */
  readonly hasFile?: (file: string) => Promise<boolean | null>;
  readonly clock: Clock;
  /** Gives the work its memory. Fails as the memory does, with `daemon-unavailable` too. */
  ask<T>(work: (memory: McpMemory) => Promise<T>): Promise<T>;
  /** Hears of failures that nobody foresaw; their words are not for the model. */
  onError(error: unknown): void;
}

/** Who calls a tool, and whether they still wait. */
export interface ToolCall {
  readonly context: McpContext;
  /** The context's agent, else the client's own name for itself. */
  readonly agentId: string;
  /** Aborts when the client takes the call back. */
  readonly signal: AbortSignal;
}

/** One tool with its schemas. What it answers is also sent as text, for clients that know no structured content. */
interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** For the model: when to call it, and what comes back. */
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly input: Input;
  readonly output: Output;
  run(input: z.output<Input>, call: ToolCall): Promise<z.output<Output>>;
}

export type McpTool = (server: McpServer, context: McpContext) => void;

/** A client's name for itself is no id that we gave: longer ones are cut. */
const MAX_AGENT_CHARACTERS = 128;

/** Makes a tool: its errors become answers that the model reads, with their code and the way out. */
export function mcpTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): McpTool {
  const { name, title, description, annotations, input, output } = definition;
  return (server, context) => {
    const schemas = { inputSchema: unchecked(input), outputSchema: output as z.ZodObject };
    server.registerTool(name, { title, description, annotations, ...schemas }, async (given, { mcpReq }) => {
      try {
        const agentId = agentOf(server, context, mcpReq.envelope);
        const answer = await definition.run(checked(input, given, name), { context, agentId, signal: mcpReq.signal });
        return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
      } catch (error) {
        return refused(error, context);
      }
    });
  };
}

/** Tells clients what fits and lets everything through: the server's own refusal would have neither a code nor a way out. */
function unchecked(input: z.ZodObject): StandardSchemaWithJSON {
  return { '~standard': { ...input['~standard'], validate: (value) => ({ value }) } };
}

/** A mistake in each of twenty ids would otherwise be told twenty times. */
const MOST_ISSUES = 3;

/** The input as its schema makes it. Throws `invalid-input`, which names the places that are wrong without their values. */
function checked<Input extends z.ZodObject>(input: Input, given: unknown, tool: string): z.output<Input> {
  const result = input.safeParse(given);
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, MOST_ISSUES);
  const told = issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message));
  throw new InklingError('invalid-input', `The input of ${tool} is wrong: ${told.join('; ')}.`, {
    hint: issues.some(({ message }) => message === NO_MEMORY_ID)
      ? MEMORY_ID_HINT
      : `The input schema of ${tool} says what fits.`,
  });
}

type Envelope = ServerContext['mcpReq']['envelope'];

/** A client says its name with each request, or, before 2026-07-28, when it connects. */
function agentOf({ server }: McpServer, { agentId, otherwise }: McpContext, envelope: Envelope): string {
  const given = recordAt(envelope, CLIENT_INFO_META_KEY)['name'] ?? server.getClientVersion()?.name;
  const name = textOf(given).trim().slice(0, MAX_AGENT_CHARACTERS);
  return agentId ?? (name || otherwise);
}

function refused(error: unknown, context: McpContext): CallToolResult {
  if (!isWrittenForReaders(error)) context.onError(error);
  const { code, message } = toldOf(error);
  const hint = InklingError.isInstance(error) && error.hint !== undefined ? ` ${error.hint}` : '';
  return { content: [{ type: 'text', text: `${code}: ${message}${hint}` }], isError: true };
}
