/** The fields of opencode's own types that the plugin touches; everything else passes through as it is. */
export interface OpencodePart {
  readonly type: string;
  readonly id?: string;
  readonly text?: string;
  readonly synthetic?: boolean;
  /** It is in no request. */
  readonly ignored?: boolean;
  readonly messageID?: string;
  /** Of a text that the model wrote: its end is there when it is whole. */
  readonly time?: { readonly end?: number };
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Of a tool's part. */
  readonly state?: {
    readonly output?: string;
    readonly metadata?: Readonly<Record<string, unknown>>;
  };
}

/** A message as `messages.transform` hands it over. */
export interface OpencodeMessage {
  readonly info: { readonly role?: string; readonly sessionID?: string };
  parts: OpencodePart[];
}

/** Marks what the plugin added, in the metadata of a part or of a tool's state: the exact text. */
export const ADDED = 'inkling';

/** Beside it, the deliveries that brought it. */
export const DELIVERIES = 'inklingDeliveries';

/** The deliveries of what the plugin added to a part. */
function deliveriesOf(part: OpencodePart): readonly string[] {
  const metadata = part.type === 'tool' ? part.state?.metadata : part.metadata;
  const deliveries = metadata?.[DELIVERIES];
  return Array.isArray(deliveries) ? deliveries.filter((one): one is string => typeof one === 'string') : [];
}

/** What the plugin added to a part; '' = nothing. A text that only looks like a block is somebody's own. */
export function addedText(part: OpencodePart): string {
  const inText = part.type === 'text' && part.synthetic === true ? part.metadata?.[ADDED] : undefined;
  const inOutput = part.type === 'tool' ? part.state?.metadata?.[ADDED] : undefined;
  const added = inText ?? inOutput;
  return typeof added === 'string' ? added : '';
}

const BLOCK_END = '[End of context from memory]';

/**
 * Leaves the newest `keep` blocks in a request and takes the older ones out, in place of the messages that have them: opencode asks for a title with
 * the same messages, and that has none. Only what the plugin added is touched: a part of its own goes as a whole, and behind a tool's output
 * exactly the text that was put there. No call is parted from its result. Answers the deliveries that the history has.
 */
export function purgeBlocks(messages: OpencodeMessage[], keep: number): readonly string[] {
  const seen = new Set<string>();
  let left = keep;
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index]!;
    const parts: OpencodePart[] = [];
    for (const part of message.parts.toReversed()) {
      const blocks = isCutOff(part) ? 0 : countBlocks(addedText(part));
      const deliveries = blocks === 0 ? [] : deliveriesOf(part);
      // A process that ended before it had told of a block was sent it again.
      const isRepeated = deliveries.length > 0 && deliveries.every((id) => seen.has(id));
      const stays = blocks === 0 || (left > 0 && !isRepeated);
      if (!isRepeated) left -= blocks;
      for (const id of deliveries) seen.add(id);
      const kept = stays ? shown(part) : withoutAdded(part);
      if (kept !== null) parts.unshift(kept);
    }
    messages[index] = { ...message, parts };
  }
  return [...seen];
}

function countBlocks(text: string): number {
  return text.split(BLOCK_END).length - 1;
}

/** What the plugin added to a message is in no request but those that come through here. */
function shown(part: OpencodePart): OpencodePart {
  return part.ignored === true && addedText(part) !== '' ? { ...part, ignored: false } : part;
}

/** An output that was cut since does not end with what was added. */
function isCutOff({ type, state, ...part }: OpencodePart): boolean {
  return type === 'tool' && state?.output?.endsWith(addedText({ type, state, ...part })) !== true;
}

/** null = nothing of the part is left. */
function withoutAdded(part: OpencodePart): OpencodePart | null {
  if (part.type === 'text') return null;
  const { state } = part;
  if (state?.output === undefined) return part;
  return { ...part, state: { ...state, output: state.output.slice(0, -addedText(part).length) } };
}

/** What agents said last, by session. */
export type Answers = ReturnType<typeof createAnswers>;

/** What stands before a tool call is a message of its own: the one that ends a turn is its answer. */
export function createAnswers() {
  const answers = new Map<string, { readonly messageID: string; readonly texts: Map<string, string> }>();
  return {
    /** A part of a message came or changed. */
    hear(sessionID: string, { type, id, messageID, text, synthetic, time }: OpencodePart): void {
      // A user's text has no end.
      const isWhole = type === 'text' && synthetic !== true && time?.end !== undefined;
      if (!isWhole || id === undefined || messageID === undefined || text === undefined) return;
      const known = answers.get(sessionID);
      const answer = known?.messageID === messageID ? known : { messageID, texts: new Map<string, string>() };
      answer.texts.set(id, text);
      answers.set(sessionID, answer);
    },
    /** The texts of the newest message, and forgets them; '' = there are none. */
    take(sessionID: string): string {
      const texts = answers.get(sessionID)?.texts.values() ?? [];
      answers.delete(sessionID);
      return [...texts].join('\n\n').trim();
    },
  };
}
