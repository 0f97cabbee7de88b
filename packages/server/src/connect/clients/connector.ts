import type { AgentClientName } from '../../base/agent-clients.ts';
import type { ModelRequest, ScriptedCall } from '../../scripted-model/model-dialect.ts';

/** For whom a client is connected: the user in every project, or everybody who works in one project. */
export type ConnectionScope = 'user' | 'project';

/** What connecting depends on. */
export interface ConnectionFacts {
  readonly scope: ConnectionScope;
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  /** The top of the project's work tree. */
  readonly projectDirectory: string;
  /** Where the daemon listens: the clients that speak HTTP by themselves know no other way to find it. */
  readonly daemonUrl: string;
  /** Lets hooks in, and nothing else. It is written into files of the user's own only. */
  readonly hookToken: string;
  readonly orgId: string;
  /** The hook command of this machine. */
  readonly hookScript: string;
  /** Whether Inkling's MCP server is registered beside its hooks. */
  readonly withMcp: boolean;
}

export interface Connector {
  readonly client: AgentClientName;
  readonly title: string;
  /** Whether the client seems to be installed for this user. Looks, and runs nothing. */
  isInstalled(facts: ConnectionFacts): boolean;
  /** What its hooks are written to. */
  files(facts: ConnectionFacts): readonly ConnectedFile[];
  /** Where it is told of MCP servers. Maybe one of the files above. */
  mcp(facts: ConnectionFacts): McpRegistration;
  /** What the user has to do by hand afterwards. */
  readonly afterwards?: string;
  /** Inkling's hooks as they are installed, ready to be run as the client runs them. Empty when it is not connected. */
  installedHooks(facts: ConnectionFacts): readonly InstalledHook[];
  /** Why the client itself passes over hooks that are installed, when it says so; null = it does not, or cannot be asked. Never rejects. */
  passesOver?(facts: ConnectionFacts): Promise<string | null>;
  /** The events that a canary goes through, in order, with the payloads that the client sends. */
  canary(session: CanarySession): readonly CanaryStep[];
  /** How the client itself is run against a model on this machine. (Default: it cannot be) */
  readonly trial?: ClientTrial;
}

/** A hook as the client runs it. Times in ms. */
export type InstalledHook = { readonly event: string; readonly timeoutMs: number } & (
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'http'; readonly url: string; readonly headers: Readonly<Record<string, string>> }
);

/** The session that a canary pretends to be. */
interface CanarySession {
  readonly sessionId: string;
  readonly directory: string;
}

/** One event of it. */
interface CanaryStep {
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The canary waits in the queue before this event, and its answer must bring it. */
  readonly carries: boolean;
}

/** Where a client is tried: nothing of its user's is there but Inkling's hooks. */
export interface TrialPlace {
  readonly home: string;
  readonly project: string;
  /** The model that it asks, without a slash at its end. */
  readonly modelUrl: string;
  readonly prompt: string;
  /** What its session is called, where the caller may name it. */
  readonly sessionId: string;
}

/** How a client itself is run once, offline, with the hooks of its user. */
export interface ClientTrial {
  /** Looked for on the path. */
  readonly program: string;
  /** The caller may name the session, so that a canary can wait in its queue before it begins. */
  readonly namesSession: boolean;
  /** What is in its home, by path: what keeps it offline, and Inkling's hooks as they are installed. */
  files(facts: ConnectionFacts, place: TrialPlace): Readonly<Record<string, string>>;
  /** What keeps it offline, by path in its home, before Inkling is connected there. */
  settings(place: TrialPlace): Readonly<Record<string, string>>;
  run(place: TrialPlace): TrialCommand;
  /** The arguments of a run that goes on with the last conversation in that directory, from those of a first one. */
  resume(args: readonly string[]): readonly string[];
  /** How the model calls our MCP tool `recall`. */
  readonly mcpTool: Pick<ScriptedCall, 'tool' | 'declaredAs'>;
  readonly compaction: {
    /** Whether a request asks the model for the summary. */
    summarises(asked: ModelRequest): boolean;
    /** Which request behind it has the start block, at once or with the next event. (Default: 0, the first) */
    readonly due?: number;
    /** A model that says it was sent so many tokens makes it compact before the next prompt; or several turns in one run, one of which compacts. */
    readonly by: { readonly inputTokens: number } | CompactingRun;
  };
}

/** Several turns in one run, one of which compacts. */
interface CompactingRun {
  run(place: TrialPlace): TrialCommand;
  /** Lines for its standard input, one for each turn. */
  turns(prompt: string): readonly string[];
  readonly endsTurn: (line: string) => boolean;
}

/** A program's arguments and what it has in its environment beside the path. */
export interface TrialCommand {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** One file of a client, and how Inkling's entries come into it and out again. Both are functions of its text alone. */
export interface ConnectedFile {
  readonly file: string;
  /** The text with Inkling's entries, which it has once, whatever was there. `null` = there was no file. */
  readonly connect: (text: string | null) => string;
  /** The text without them; null = nothing is left that was not Inkling's. */
  readonly disconnect: (text: string) => string | null;
  /** Of a file that is made; one that is there gives others no more than this. (Default: 0o644, and one that is there stays as it is) */
  readonly mode?: number;
}

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
export const NOT_OURS = 'an MCP server named inkling that init did not write is already there';

/** What a client calls the events of a short session; null = it has no such event. */
interface CanaryEvents {
  readonly start: string;
  readonly prompt: string;
  readonly beforeTool: string;
  readonly afterTool: string;
  readonly end: string;
}

/** How a client that sends fields of Claude Code's names differs from it. */
interface CanaryForm {
  readonly events: CanaryEvents;
  /** A tool of the client that reads a file, with its input. */
  readonly call: { readonly tool_name: string; readonly tool_input: object };
  /** False = the client takes no text with a prompt. (Default: true) */
  readonly promptCarries?: boolean;
  /** What it sends with every event beside, or in place of, the usual. */
  readonly also?: (session: CanarySession) => object;
}

/** A session with one prompt and one tool call, as the client would send it. */
export function canarySteps(session: CanarySession, form: CanaryForm): readonly CanaryStep[] {
  const { sessionId, directory } = session;
  const { events, promptCarries = true, also = () => ({}) } = form;
  const call = { ...form.call, tool_use_id: `${sessionId}-1` };
  const step = (event: string, fields: object, carries = false): CanaryStep => ({
    event,
    payload: { session_id: sessionId, cwd: directory, hook_event_name: event, ...fields, ...also(session) },
    carries,
  });
  return [
    step(events.start, { source: 'startup' }),
    step(events.prompt, { prompt: 'inkling doctor' }, promptCarries),
    step(events.beforeTool, call),
    step(events.afterTool, { ...call, tool_response: {} }, true),
    step(events.end, { reason: 'inkling doctor' }),
  ];
}

/** The events under Claude Code's names. */
export const CLAUDE_EVENTS: CanaryEvents = {
  start: 'SessionStart',
  prompt: 'UserPromptSubmit',
  beforeTool: 'PreToolUse',
  afterTool: 'PostToolUse',
  end: 'SessionEnd',
};
