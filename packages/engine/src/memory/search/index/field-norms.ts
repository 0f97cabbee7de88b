import type { IndexState } from './index-state.ts';
import type { FieldSettings } from '../search-settings.ts';
import { neighbourLength1, neighbourLength2 } from '../query/session-chain.ts';

/** Tokens in a field of the average living document; 1 when there are none, so that it can divide. */
export interface FieldAverages {
  readonly text: number;
  readonly path: number;
  readonly neighbour1: number;
  readonly neighbour2: number;
}

/** The averages as the index stands now. */
export function fieldAverages({ documents, totals, neighbours }: IndexState): FieldAverages {
  const live = Math.max(1, documents.live);
  return {
    text: totals.text / live || 1,
    path: totals.path / live || 1,
    neighbour1: neighbours.one / live || 1,
    neighbour2: neighbours.two / live || 1,
  };
}

/** What one occurrence counts in a field of this length. */
export function fieldNorm({ weight, b }: FieldSettings, length: number, average: number): number {
  return weight / (1 - b + (b * length) / average);
}

/** Pseudo-frequency of a term in the document's own fields. `packed` holds the occurrences of the four fields. */
export function ownFrequency(averages: FieldAverages, state: IndexState, docId: number, packed: number): number {
  const { documents } = state;
  const { fields } = state.settings;
  let frequency = 0;
  const text = packed & 0xff;
  if (text > 0) frequency += fieldNorm(fields.text, documents.textLength[docId]!, averages.text) * text;
  if (packed <= 0xff) return frequency;
  const path = (packed >>> 8) & 0xff;
  if (path > 0) frequency += fieldNorm(fields.path, documents.pathLength[docId]!, averages.path) * path;
  return frequency + fields.speaker.weight * ((packed >>> 16) & 0xff) + fields.date.weight * (packed >>> 24);
}

/** What an occurrence in a text one away counts for this document. */
export function neighbour1Norm(averages: FieldAverages, { settings, documents }: IndexState, docId: number): number {
  return fieldNorm(settings.fields.neighbour1, neighbourLength1(documents, docId), averages.neighbour1);
}

/** What an occurrence in a text two away counts for this document. */
export function neighbour2Norm(averages: FieldAverages, { settings, documents }: IndexState, docId: number): number {
  return fieldNorm(settings.fields.neighbour2, neighbourLength2(documents, docId), averages.neighbour2);
}
