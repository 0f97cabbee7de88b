/** A line of a JSONL source with its number, from 1. */
export interface NumberedLine {
  readonly number: number;
  /** Without its line end, and without a byte order mark before it. null = longer than any row can be; its text was not kept. */
  readonly text: string | null;
}

// 8 KiB of content and 256 KiB of metadata, each escaped at worst sixfold, stay below this; a file without line ends does not.
const MAX_LINE_BYTES = 2 * 1024 * 1024;
const LINE_FEED = 0x0a;

/** Splits bytes into lines without ever holding more than one, whatever the source's size. A last line needs no line end. */
export async function* readLines(source: AsyncIterable<Uint8Array | string>): AsyncGenerator<NumberedLine> {
  let pending: Buffer[] = [];
  let bytes = 0;
  let number = 1;
  const take = (): NumberedLine => {
    const text =
      bytes > MAX_LINE_BYTES
        ? null
        : Buffer.concat(pending)
            .toString('utf8')
            .replace(/^\uFEFF|\r$/g, '');
    pending = [];
    bytes = 0;
    return { number: number++, text };
  };
  for await (const piece of source) {
    const chunk = Buffer.from(piece as Uint8Array);
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      bytes += end - start;
      pending.push(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    bytes += chunk.length - start;
    // A line that is already too long is counted on, not kept.
    if (bytes <= MAX_LINE_BYTES) pending.push(chunk.subarray(start));
  }
  if (bytes > 0) yield take();
}
