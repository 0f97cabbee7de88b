import type {
  Clock,
  DeliveredInject,
  MemoryInjectionSubscriber,
  Observation,
  OrgMemory,
  ProviderHookEvent,
  Session,
  TokenEstimator,
} from '@inkling/engine';
import type { SubscriberInject } from '@inkling/engine/building-blocks';
import type { SessionSettings } from '../config/project-settings.ts';
import type { ActivityWriter } from './activity-writer.ts';
import type { AgentClientName } from '../base/agent-clients.ts';
import type { Blame } from '../git/file-history.ts';
import type { CheckoutFiles, FileOfProject } from '@inkling/engine/types';
import type { DirectoryFacts } from '../project/directory-facts.ts';
import type { Dispatch } from './dispatches.ts';
import type { HistoryRead, WrittenBlock } from './transcript-evidence.ts';

/** What the service of one organisation stands on. */
export interface HookServicePorts extends DirectoryFacts {
  readonly memory: OrgMemory;
  readonly subscriber: MemoryInjectionSubscriber;
  readonly activities: ActivityWriter;
  readonly hints: HintDesk;
  readonly clock: Clock;
  /** Nobody else's: the tokens of the sessions' locks and the nonces of their blocks are derived from it. */
  readonly secret: string;
  /** The lines of a file in a checkout, each with its commit; null = no history. Never rejects. */
  readonly blame: Blame;
  /** The files of a session's checkout today. Never rejects. */
  readonly checkout: Required<CheckoutFiles<FileOfProject>>;
  /** The settings of a directory's sessions; those of the user where it is null or in no repository. Never rejects. */
  readonly settingsOf: (directory: string | null) => Promise<SessionSettings>;
  readonly onError: (error: unknown) => void;
  /** Counts the tokens of what an agent gets. (Default: the library's estimate) */
  readonly estimateTokens?: TokenEstimator | undefined;
  /** Told of a session that has ended; nobody waits for what comes of it. */
  readonly onEnded: (sessionId: string) => void;
}

/** Where hints go that were found for an event: into its own answer when nothing waits before them but a start block at hand, else into the session's queue. */
export interface HintDesk {
  /** For the subscriber: whether it is written or handed over, the hint is on its way when this resolves; with null the session has it already. */
  enqueue(hint: SubscriberInject): Promise<unknown>;
  /** An event of the session is being answered that can carry text; what is returned ends that. */
  attend(session: AgentSession): () => void;
  /** Puts a hint into the session's queue. */
  queue(hint: SubscriberInject): Promise<unknown>;
}

/** Whose session an exchange would be in: what was stored for no agent is nobody's, and Gemini's transcripts name their client otherwise. */
export function placeOfTalk({
  agentId,
  projectId,
}: Pick<Observation, 'agentId' | 'projectId'>): Pick<Session, 'agentId' | 'projectId'> {
  const client = agentId === 'gemini' ? 'gemini-cli' : agentId;
  return { agentId: client === 'user' ? null : client, projectId };
}

/**
 * Throws `forbidden` for a session, or what is to become one, that the caller is not bound to. Undefined for whoever owns the machine: they may
 * go on with any session.
 */
export type RequireRight = ((session: Pick<Session, 'agentId' | 'projectId'>) => void) | undefined;

/** A client's session while the service serves it. What must outlive the process is in the store. */
export interface AgentSession {
  readonly id: string;
  /** Who spoke first for the session. Clients run each other's hooks: what another name reports of it has been reported already. */
  readonly client: AgentClientName;
  readonly agentId: string | null;
  readonly projectId: string | null;
  readonly lockToken: string;
  /** As the file of its project had them when it was opened, or asked something last. */
  settings: SessionSettings;
  /** Where the agent works, as its last event has it; null = not known. */
  directory: string | null;
  /** In every block's envelope. */
  readonly nonce: string;
  /** Switched off by the user in this session, or in the one that dispatched it. {@link isOff} says whether it is off at all. */
  isSwitchedOff: boolean;
  epoch: number;
  /** Somebody has said what the session is about: a branch, a dispatch or a prompt. */
  isDescribed: boolean;
  /** Its first prompt has said it. */
  isTitled: boolean;
  /** The block of the session's start: wanted until one waits in the queue, or it is known that there is none; settled when it was handed over. Untitled: a branch or a dispatch brought none, its first prompt may. */
  startBlock: 'wanted' | 'waiting' | 'untitled' | 'settled';
  /** A start that was late or failed is tried again at present, behind the events. */
  isCatchingUp: boolean;
  /** The delivery that was handed over last, until that is written. */
  handedOver: string | null;
  /** Blocks that stand in an answer, by their deliveries, until it is known whether the agent has them. */
  readonly written: Map<string, WrittenBlock>;
  /** What the transcript of a client that writes its history anew showed of the blocks of this epoch; null = not read yet. */
  history: HistoryRead | null;
  /** When the lock was renewed last, by the clock that never goes back; null = not since the session was opened here. */
  heartbeatAt: number | null;
  /** Blocks that were taken for an answer which nobody waited for any more, or before anybody asked: the next event has them at once. */
  readonly ready: TakenBlock[];
  /** Hints that an event's own answer carries. */
  readonly hints: SubscriberInject[];
  /** What was given up within the time of its event. */
  readonly open: OpenQuestion[];
  /** One event at a time sees to the block of the start: some clients fire the session's start and its first prompt together. */
  starting: Promise<unknown>;
  /** One event at a time takes blocks from the queue: two would be given the same one. */
  turn: Promise<unknown>;
  /** The number of the newest prompt; null = none was told here yet. */
  promptId: string | null;
  /** The newest prompt, while nothing was told behind it. */
  lastPrompt: { readonly text: string; readonly heardAtMs: number } | null;
  /** The answer of a turn is awaited in the client's transcript. */
  isListening: boolean;
  /** What sub-agents were asked that have not begun yet, oldest first. */
  readonly dispatches: Dispatch[];
  /** The file that the agent edited last. */
  lastEditedFile: string | null;
}

/** A block in its envelope, and the delivery that brought it. */
export interface TakenBlock {
  readonly text: string;
  readonly inject: DeliveredInject;
}

/** A question that is asked once more, and how often it has been. */
export interface OpenQuestion {
  readonly event: ProviderHookEvent;
  readonly tries: number;
  /** Its time ended; else the index was not loaded yet. */
  readonly isOutOfTime: boolean;
}

/** Off, by its user or by the settings that hold at present: nothing is injected and nothing is recorded. */
export function isOff({ isSwitchedOff, settings }: Pick<AgentSession, 'isSwitchedOff' | 'settings'>): boolean {
  return isSwitchedOff || settings.isOff;
}
