import type { IndexState } from './index-state.ts';

/** Averages may drift this far from the reference before the peaks are computed anew; until then they are scaled. */
const LARGEST_DRIFT = 1.2;
const SMALLEST_DRIFT = 0.7;

/** Peaks are 32-bit: this keeps a rounded one above what it bounds. */
const ROUNDING = 1 + 1e-6;

/** What an occurrence in the text or the paths of one document is divided by, at the reference lengths. */
export interface ReferenceNorms {
  readonly text: number;
  readonly path: number;
}

export function referenceNorms({ settings, documents, reference }: IndexState, slot: number): ReferenceNorms {
  const { text, path } = settings.fields;
  return {
    text: 1 - text.b + (text.b * documents.textLength[slot]!) / reference.text,
    path: 1 - path.b + (path.b * documents.pathLength[slot]!) / reference.path,
  };
}

/** Keeps the term's peak above the pseudo-frequency it has in this document, at the reference lengths. */
export function raisePeak(
  { settings, dictionary }: IndexState,
  term: number,
  packed: number,
  norms: ReferenceNorms,
): void {
  const { text, path, speaker, date } = settings.fields;
  let frequency = (text.weight * (packed & 0xff)) / norms.text;
  if (packed > 0xff) {
    frequency += (path.weight * ((packed >>> 8) & 0xff)) / norms.path;
    frequency += speaker.weight * ((packed >>> 16) & 0xff);
    frequency += date.weight * (packed >>> 24);
  }
  if (frequency > dictionary.peak[term]!) dictionary.peak[term] = frequency;
}

/**
 * The factor by which peaks, taken at the reference lengths, bound today's pseudo-frequencies: none grows faster than
 * the average of its field. When the averages have drifted far, all peaks are computed anew: about 50 ms at 100,000
 * documents, a few times in the life of an index.
 */
export function peakFactor(state: IndexState): number {
  const text = averageLength(state, 'text') / state.reference.text;
  const path = averageLength(state, 'path') / state.reference.path;
  const drift = Math.max(text, path);
  if (drift <= LARGEST_DRIFT && Math.min(text, path) >= SMALLEST_DRIFT) return Math.max(1, drift) * ROUNDING;
  refreshPeaks(state);
  return ROUNDING;
}

/** Tokens in the field of the average living document; 1 when there are none, so that it can divide. */
export function averageLength(state: IndexState, field: 'text' | 'path'): number {
  return state.totals[field] / Math.max(1, state.documents.live) || 1;
}

function refreshPeaks(state: IndexState): void {
  const { dictionary, postings, reference } = state;
  reference.text = averageLength(state, 'text');
  reference.path = averageLength(state, 'path');
  dictionary.peak.fill(0);
  for (let term = 0; term < postings.lists; term++) {
    const start = postings.start[term]!;
    const end = start + 2 * postings.count[term]!;
    for (let at = start; at < end; at += 2) {
      raisePeak(state, term, postings.data[at + 1]!, referenceNorms(state, postings.data[at]!));
    }
  }
}
