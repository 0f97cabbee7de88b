const START = '[Context from memory]';
const END = '[End of context from memory]';

/** The blocks in the parts of a request, in its order, each with the part that it stands in and the notes that it shows. */
export function findBlocks(parts) {
  return parts.flatMap((part, index) => blocksOf(part.text).map((text) => ({ ...describe(text), part, index })));
}

function blocksOf(text) {
  const blocks = [];
  for (let from = text.indexOf(START); from >= 0; from = text.indexOf(START, from + START.length)) {
    const end = text.indexOf(END, from);
    if (end < 0) break;
    blocks.push(text.slice(from, end + END.length));
  }
  return blocks;
}

function describe(text) {
  return {
    text,
    ids: [...text.matchAll(/^- \[([0-9a-f-]{36})\]/gm)].map(([, id]) => id),
    // The engine's own estimate, on all that the agent pays for: both lines of the frame are in it.
    tokens: Math.ceil(text.length / 4),
  };
}
