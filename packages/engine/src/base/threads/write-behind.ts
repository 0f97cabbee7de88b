import type { Clock } from '../clock.ts';
import { createYieldTurn } from './yield-turn.ts';

/** Writes later, and together, what nobody waits for. */
export interface WriteBehind {
  /** Something waits to be written. It never throws and never waits. */
  due(): void;
  /** Writes what is there now. Failures go to `onError`; what they were about is lost. */
  flush(): Promise<void>;
  /** Writes the rest and hears of nothing more. */
  close(): Promise<void>;
}

/** What it stands on. */
export interface WriteBehindOptions {
  readonly clock: Pick<Clock, 'schedule' | 'monotonic'>;
  /**
   * Whether the writes of one flush go together. They must where each waits for a moment in which nothing is asked (an embedded database): one
   * by one, more would come than can go. On a server they must not: each has a connection that a recall may need.
   */
  readonly together: boolean;
  /** Takes what waits, as writes that go behind those taken before. */
  readonly take: () => readonly (() => Promise<unknown>)[];
  readonly onError: (error: unknown) => void;
}

// Agents make a few calls a second, and a block is logged some milliseconds after what it was made from: all of a second's are written together.
const DELAY_MS = 1000;

/** Creates the writer; from the first that is due to its writing a second passes. */
export function createWriteBehind({ clock, together, take, onError }: WriteBehindOptions): WriteBehind {
  let writing: Promise<void> = Promise.resolve();
  let underWay = 0;
  let cancel: (() => void) | null = null;
  let isClosed = false;

  /** A write is made when it starts, which takes a tenth of a millisecond: hundreds in one turn would keep the thread from its deadlines. */
  async function writeAll(writes: readonly (() => Promise<unknown>)[]): Promise<void> {
    const yieldTurn = createYieldTurn(clock);
    const started: Promise<unknown>[] = [];
    for (const write of writes) {
      const ended = write().catch(onError);
      if (together) started.push(ended);
      else await ended;
      await yieldTurn();
    }
    await Promise.all(started);
  }
  function due(): void {
    if (!isClosed) cancel ??= clock.schedule(onTime, DELAY_MS);
  }
  /** Whoever keeps what waits has a bound for it. What was taken has none, so it is not taken before what was taken last is written. */
  function onTime(): void {
    cancel = null;
    if (underWay === 0) void flush();
    else due();
  }
  function flush(): Promise<void> {
    cancel?.();
    cancel = null;
    const writes = take();
    underWay += 1;
    writing = writing.then(() => writeAll(writes)).then(() => void (underWay -= 1));
    return writing;
  }
  return {
    due,
    flush,
    close() {
      isClosed = true;
      return flush();
    },
  };
}
