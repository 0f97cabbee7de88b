/** What a rival without fields is given: who said it, and the text. */
export function itemText({ speaker, text }) {
  return speaker === undefined ? text : `${speaker}: ${text}`;
}
