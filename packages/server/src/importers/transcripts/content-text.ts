import { isRecord, textOf } from '../../base/record.ts';

/** The text of a message's content: a text, a list of texts or of parts with a `text` that is no thought. '' when there is none. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = Array.isArray(content) ? content : [content];
  return parts
    .map((part) => (isRecord(part) ? (part['thought'] === true ? '' : textOf(part['text'])) : textOf(part)))
    .filter((text) => text !== '')
    .join('\n');
}
