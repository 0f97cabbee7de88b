import type { EmbedOptions } from './embedder.ts';

/** How texts are changed before a model sees them. */
export interface TextPreparation {
  /** Put before each question, for models that were trained so: `query: `, `search_query: `. (Default: '') */
  readonly queryPrefix?: string;
  /** Put before each text that is searched: `passage: `, `search_document: `. Part of the vector space: see `modelId`. (Default: '') */
  readonly documentPrefix?: string;
  /** Longer texts are cut, prefix not counted, for models that refuse them. (Default: 8192, no observation is longer) */
  readonly maxInputCharacters?: number;
}

/** The texts as the model gets them. */
export function prepareTexts(
  texts: readonly string[],
  preparation: TextPreparation,
  kind: EmbedOptions['kind'] = 'document',
): string[] {
  const prefix = (kind === 'query' ? preparation.queryPrefix : preparation.documentPrefix) ?? '';
  const longest = preparation.maxInputCharacters ?? 8192;
  return texts.map((text) => prefix + cut(text, longest));
}

/** Never through a surrogate pair: half a character is not UTF-8. */
function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const last = text.charCodeAt(longest - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? longest - 1 : longest);
}
