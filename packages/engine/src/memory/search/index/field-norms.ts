import { grown } from './column.ts';
import type { IndexState } from './index-state.ts';
import { neighbourLength1, neighbourLength2 } from '../query/session-chain.ts';

/** What one occurrence counts in each field, by the field's length; valid for one version of the index. */
export interface FieldNorms {
  version: number;
  text: Float64Array;
  path: Float64Array;
  averages: { text: number; path: number; neighbour1: number; neighbour2: number };
}

export function createFieldNorms(): FieldNorms {
  const averages = { text: 1, path: 1, neighbour1: 1, neighbour2: 1 };
  return { version: -1, text: new Float64Array(0), path: new Float64Array(0), averages };
}

/** Brings the tables up to the index. A table by length makes one division per length of one per posting. */
export function refreshFieldNorms(norms: FieldNorms, state: IndexState): void {
  if (norms.version === state.version) return;
  norms.version = state.version;
  const live = Math.max(1, state.documents.live);
  norms.averages = {
    text: averageLength(state, 'text'),
    path: averageLength(state, 'path'),
    neighbour1: state.neighbours.one / live || 1,
    neighbour2: state.neighbours.two / live || 1,
  };
  fillNorms(norms, state, norms.averages);
}

/** Fills the tables for these averages, as far as the index has lengths. */
function fillNorms(norms: FieldNorms, state: IndexState, averages: FieldNorms['averages']): void {
  const { text, path } = state.settings.fields;
  norms.averages = averages;
  norms.text = table(norms.text, state.longest.text, text.weight, text.b, averages.text);
  norms.path = table(norms.path, state.longest.path, path.weight, path.b, averages.path);
}

function table(old: Float64Array, longest: number, weight: number, b: number, average: number): Float64Array {
  const norms = grown(old, longest + 1);
  for (let length = 0; length <= longest; length++) norms[length] = weight / (1 - b + (b * length) / average);
  return norms;
}

/** Pseudo-frequency of a term in the document's own fields. `packed` holds the occurrences of the four fields. */
export function ownFrequency(norms: FieldNorms, state: IndexState, docId: number, packed: number): number {
  const { documents, settings } = state;
  let frequency = 0;
  const text = packed & 0xff;
  if (text > 0) frequency += norms.text[documents.textLength[docId]!]! * text;
  if (packed <= 0xff) return frequency;
  const path = (packed >>> 8) & 0xff;
  if (path > 0) frequency += norms.path[documents.pathLength[docId]!]! * path;
  return (
    frequency +
    settings.fields.speaker.weight * ((packed >>> 16) & 0xff) +
    settings.fields.date.weight * (packed >>> 24)
  );
}

/** What an occurrence in a text one away counts for this document. */
export function neighbour1Norm(norms: FieldNorms, state: IndexState, docId: number): number {
  const { weight, b } = state.settings.fields.neighbour1;
  return weight / (1 - b + (b * neighbourLength1(state.documents, docId)) / norms.averages.neighbour1);
}

/** What an occurrence in a text two away counts for this document. */
export function neighbour2Norm(norms: FieldNorms, state: IndexState, docId: number): number {
  const { weight, b } = state.settings.fields.neighbour2;
  return weight / (1 - b + (b * neighbourLength2(state.documents, docId)) / norms.averages.neighbour2);
}

/** Tokens in the field of the average living document; 1 when there are none, so that it can divide. */
function averageLength(state: IndexState, field: 'text' | 'path'): number {
  return state.totals[field] / Math.max(1, state.documents.live) || 1;
}
