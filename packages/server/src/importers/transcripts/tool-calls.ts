import { toolCallEvents, type CaptureEvent } from '@inkling/engine/capture';

/** How a tool call came back. */
export interface ToolResult {
  readonly at: string;
  readonly succeeded: boolean;
  readonly output: string;
}

/** Tool calls of a transcript that wait for their results. */
export interface ToolCalls {
  called(id: string, name: string, input: unknown): void;
  /** What the call and its end tell; [] for a result without a call. */
  answered(id: string, result: ToolResult): CaptureEvent[];
}

// An agent has a handful of calls open at once; a transcript that was cut has more.
const MOST_OPEN = 1_000;

/** Puts calls and results together. */
export function createToolCalls(): ToolCalls {
  const open = new Map<string, { readonly name: string; readonly input: unknown }>();
  return {
    called(id, name, input) {
      if (open.size < MOST_OPEN) open.set(id, { name, input });
    },
    answered(id, result) {
      const call = open.get(id);
      open.delete(id);
      return call ? toolCallEvents(call.name, call.input, result) : [];
    },
  };
}
