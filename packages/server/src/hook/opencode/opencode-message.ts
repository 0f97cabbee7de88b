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
export function deliveriesOf(part: OpencodePart): readonly string[] {
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
