import type { IndexState } from './index-state.ts';

/** Averages may drift this far from the reference before the peaks are computed anew; until then they are scaled. */
const LARGEST_DRIFT = 1.2;
const SMALLEST_DRIFT = 0.7;

/** Peaks are 32-bit: this keeps a rounded one above what it bounds. */
const ROUNDING = 1 + 1e-6;

/** Keeps the term's peak above the pseudo-frequency it has in this document, at the reference lengths. */
export function raisePeak(state: IndexState, term: number, slot: number, packed: number): void {
  const frequency = referenceFrequency(state, slot, packed);
  if (frequency > state.dictionary.peak[term]!) state.dictionary.peak[term] = frequency;
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
    for (let at = start; at < end; at += 2) raisePeak(state, term, postings.data[at]!, postings.data[at + 1]!);
  }
}

function referenceFrequency({ settings, documents, reference }: IndexState, slot: number, packed: number): number {
  const { text, path, speaker, date } = settings.fields;
  const textNorm = 1 - text.b + (text.b * documents.textLength[slot]!) / reference.text;
  const pathNorm = 1 - path.b + (path.b * documents.pathLength[slot]!) / reference.path;
  return (
    ((packed & 0xff) === 0 ? 0 : (text.weight * (packed & 0xff)) / textNorm) +
    (((packed >>> 8) & 0xff) === 0 ? 0 : (path.weight * ((packed >>> 8) & 0xff)) / pathNorm) +
    speaker.weight * ((packed >>> 16) & 0xff) +
    date.weight * (packed >>> 24)
  );
}
