import { createIndexAdapter } from '../index-adapter.mjs';
import { PLAIN_BM25 } from '../ranking-parts.mjs';
import { itemText } from './item-text.mjs';

/** BM25 with stems and stop words over the text alone. */
export function createPlainBm25() {
  const index = createIndexAdapter(PLAIN_BM25);
  const textOnly = (item) => ({ id: item.id, text: itemText(item), ts: item.ts, session: item.session });
  return { ...index, open: () => index.open(), add: (items) => index.add(items.map(textOnly)) };
}
