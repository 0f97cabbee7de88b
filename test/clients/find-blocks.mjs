import { estimateTokens } from '@inkling/engine';

const START = '[Context from memory]';
const BLOCK = /\[Context from memory\] \((?<tag>[0-9a-z]{8}-\d+)\)\n[^]*?\n\[End of context from memory\] \(\k<tag>\)/g;

/** The blocks in the parts of a request, in its order, each with the part that it stands in and the notes that it shows. */
export function findBlocks(parts) {
  return parts.flatMap((part, index) => blocksOf(part.text).map((block) => ({ ...describe(block), part, index })));
}

/** One that somebody broke is a block that was not found. */
function blocksOf(text) {
  return text.includes(START) ? [...text.matchAll(BLOCK)].map(([block, tag]) => ({ text: block, tag })) : [];
}

function describe({ text, tag }) {
  return {
    text,
    /** The session's nonce and the stretch between two compactions. */
    tag,
    ids: [...text.matchAll(/^- \[([0-9a-f-]{36}|[0-9a-hjkmnp-tv-z]{8})\]/gm)].map(([, id]) => id),
    // The engine's own estimate, on all that the agent pays for: both lines of the frame are in it.
    tokens: estimateTokens(text),
  };
}
