import { messageOf, printableJson, printableText } from '../base/printable-text.ts';

/** Where a command's words go: results to standard output, everything else to standard error. */
export interface Terminal {
  /** True with `--json`: results and errors are JSON, one value a line. */
  readonly json: boolean;
  /** True when somebody sits at both ends, so that a question can be asked. */
  readonly interactive: boolean;
  /** A result: as JSON, or in the words of `describe`. */
  result(value: unknown, describe: () => string): void;
  /** A line for people, about the result. */
  note(text: string): void;
  /** A warning, in its own words or an error's. */
  warn(of: unknown): void;
  /** Shows how far long work is. Does nothing when standard error is no terminal. */
  progress(label: string, done: number, total: number): void;
}

const BAR_WIDTH = 24;
// Redrawing is cheap, a log that records the terminal is not: ten times a second is smooth enough.
const REDRAW_MS = 100;

export function createTerminal(json: boolean): Terminal {
  const bar = createProgressBar(process.stderr, () => performance.now());
  return {
    json,
    interactive: process.stdin.isTTY && process.stderr.isTTY,
    result(value, describe) {
      bar.clear();
      const text = json ? printableJson(value) : printableText(describe());
      if (text !== '') process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
    },
    note(text) {
      bar.clear();
      process.stderr.write(`${printableText(text)}\n`);
    },
    warn(of) {
      this.note(`warning: ${messageOf(of)}`);
    },
    progress: bar.show,
  };
}

/** A bar on the current line of a terminal. It reads no keys, so Ctrl-C keeps its meaning. */
export function createProgressBar(
  stream: { readonly isTTY?: boolean; write(text: string): unknown },
  now: () => number,
) {
  let drawn = 0;
  let drawnAt = Number.NEGATIVE_INFINITY;
  const clear = (): void => {
    if (drawn > 0) stream.write(`\r${' '.repeat(drawn)}\r`);
    drawn = 0;
  };
  return {
    clear,
    show: (label: string, done: number, total: number): void => {
      if (!stream.isTTY || (done < total && now() - drawnAt < REDRAW_MS)) return;
      const line = progressLine(label, done, total);
      clear();
      stream.write(line);
      drawn = line.length;
      drawnAt = now();
    },
  };
}

function progressLine(label: string, done: number, total: number): string {
  const share = total > 0 ? Math.min(1, done / total) : 1;
  const filled = Math.round(share * BAR_WIDTH);
  return `${label} [${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${done}/${total}`;
}

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM'];

/** Calls back with the first Ctrl-C or polite kill; a second one ends the process at once, as if nobody listened. What is returned stops it. */
export function onEndSignal(heard: (signal: NodeJS.Signals) => void): () => void {
  const first = (signal: NodeJS.Signals): void => {
    dismiss();
    heard(signal);
  };
  const dismiss = (): void => {
    for (const name of SIGNALS) process.off(name, first);
  };
  for (const name of SIGNALS) process.on(name, first);
  return dismiss;
}
