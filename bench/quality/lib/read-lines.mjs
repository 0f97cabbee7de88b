const LINE_FEED = 10;

/** The lines of a stream of bytes, without their ends; null stands for one longer than `maxBytes`, which is not kept. */
export async function* readLines(stream, maxBytes) {
  let pieces = [];
  let bytes = 0;
  const add = (piece) => {
    bytes += piece.length;
    if (bytes > maxBytes) pieces = [];
    else pieces.push(piece);
  };
  const take = () => {
    const line = bytes > maxBytes ? null : Buffer.concat(pieces).toString('utf8');
    pieces = [];
    bytes = 0;
    return line;
  };
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  if (bytes > 0) yield take();
}
