import type { AgentClientName } from '../agents/agent-clients.ts';

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
  /** Runs this program. */
  readonly programCommand: readonly string[];
}

/** One file of a client, and how Inkling's entries come into it and out again. Both are functions of its text alone. */
export interface ConnectedFile {
  readonly file: string;
  /** The text with Inkling's entries, which it has once, whatever was there. `null` = there was no file. */
  readonly connect: (text: string | null) => string;
  /** The text without them; null = nothing is left that was not Inkling's. */
  readonly disconnect: (text: string) => string | null;
}

/** Connects one client. */
export interface Connector {
  readonly client: AgentClientName;
  /** For people. */
  readonly title: string;
  /** Whether the client seems to be installed for this user. Looks, and runs nothing. */
  isInstalled(facts: ConnectionFacts): boolean;
  files(facts: ConnectionFacts): readonly ConnectedFile[];
  /** What the user has to do by hand afterwards. */
  readonly afterwards?: string;
  /** Inkling's hooks as they are installed, ready to be run as the client runs them. Empty when it is not connected. */
  installedHooks(facts: ConnectionFacts): readonly InstalledHook[];
  /** Why the client itself passes over hooks that are installed, when it says so; null = it does not, or cannot be asked. Never rejects. */
  passesOver?(facts: ConnectionFacts): Promise<string | null>;
  /** The events that a canary goes through, in order, with the payloads that the client sends. */
  canary(session: CanarySession): readonly CanaryStep[];
}

/** A hook as the client runs it. Times in ms. */
export type InstalledHook = { readonly event: string; readonly timeoutMs: number } & (
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'http'; readonly url: string; readonly headers: Readonly<Record<string, string>> }
);

/** The session that a canary pretends to be. */
export interface CanarySession {
  readonly sessionId: string;
  readonly directory: string;
}

/** One event of it. */
export interface CanaryStep {
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The canary waits in the queue before this event, and its answer must bring it. */
  readonly carries: boolean;
}
