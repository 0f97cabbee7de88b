/** Element text to value; null elements never reach it. */
export type ElementParser = (text: string) => unknown;

interface Cursor {
  readonly text: string;
  at: number;
}

/** Parses PostgreSQL's array text (`{1,NULL,"a,b",{…}}`) with `,` between elements. Nested arrays nest. */
export function parseArray(text: string, parseElement: ElementParser): unknown[] {
  // A lower bound other than 1 is written in front: [0:2]={…}. JavaScript arrays have none, so it is dropped.
  return readArray({ text, at: text.indexOf('{') }, parseElement);
}

function readArray(cursor: Cursor, parseElement: ElementParser): unknown[] {
  const values: unknown[] = [];
  cursor.at += 1;
  while (cursor.at < cursor.text.length && cursor.text[cursor.at] !== '}') {
    values.push(readElement(cursor, parseElement));
    if (cursor.text[cursor.at] === ',') cursor.at += 1;
  }
  cursor.at += 1;
  return values;
}

function readElement(cursor: Cursor, parseElement: ElementParser): unknown {
  const first = cursor.text[cursor.at];
  if (first === '{') return readArray(cursor, parseElement);
  if (first === '"') return parseElement(readQuoted(cursor));
  const text = readBare(cursor);
  return text === 'NULL' ? null : parseElement(text);
}

function readBare(cursor: Cursor): string {
  const start = cursor.at;
  while (cursor.at < cursor.text.length && !',}'.includes(cursor.text[cursor.at]!)) cursor.at += 1;
  return cursor.text.slice(start, cursor.at);
}

function readQuoted(cursor: Cursor): string {
  let text = '';
  let start = cursor.at + 1;
  for (let at = start; at < cursor.text.length; at += 1) {
    const character = cursor.text[at];
    if (character === '\\') {
      text += cursor.text.slice(start, at);
      start = at + 1;
      at += 1;
    } else if (character === '"') {
      cursor.at = at + 1;
      return text + cursor.text.slice(start, at);
    }
  }
  cursor.at = cursor.text.length;
  return text + cursor.text.slice(start);
}
