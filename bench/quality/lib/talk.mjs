/** Units of talk: what was said before and after an item belongs to it. A commit or a document stands for itself. */
const TALK = /turn|message|utterance|exchange|dialog|conversation|chat|speech/i;

/** Whether a set's items are parts of conversations, by the name of its unit. */
export function isTalk(unit) {
  return TALK.test(String(unit ?? ''));
}
