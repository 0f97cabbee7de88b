/**
 * Blocks one below the other, as many as a client takes whole. One that does not fit is left out, never cut: half a block has no end mark,
 * and a client that cuts by itself shows the model a path instead of the notes.
 */
export function fitBlocks(blocks: readonly string[], maxCharacters: number): string {
  let text = '';
  for (const block of blocks) {
    const longer = text === '' ? block : `${text}\n\n${block}`;
    if (longer.length <= maxCharacters) text = longer;
  }
  return text;
}
