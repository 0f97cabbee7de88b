import type { RecallResult } from '@inkling/engine';
import type { LeftOut } from '@inkling/engine/types';
import { printableLine } from '../base/printable-text.ts';

/** What the last line about a recall has to know beside its result. */
export interface RecallQuestion {
  readonly query: string;
  readonly projectId: string;
  readonly minRelevance: number;
  readonly explain: boolean;
}

/** How a recall ended, in one line: how much was found, where, in what time, and, when it was to explain, what was left out and why. */
export function describeRecallEnd(result: RecallResult, question: RecallQuestion): string {
  const { query, projectId, minRelevance, explain } = question;
  if (result.namesNothing) return `"${printableLine(query, 80)}" names nothing to look for.`;
  const elapsed = `${result.elapsedMs.toFixed(1)} ms`;
  if (result.outcome !== 'ok') return `No answer within the deadline (${elapsed}).`;
  const degraded = result.degraded ? `, ${result.degraded}` : '';
  const place = `in ${printableLine(projectId, 200)} (${elapsed}${degraded})`;
  const leftOut = describeLeftOut(result.leftOut, minRelevance);
  const behind = leftOut === '' ? '' : `; left out: ${leftOut}`;
  if (result.rows.length > 0) return `${result.rows.length} found ${place}${behind}`;
  if (leftOut !== '') return `Nothing of what was found is shown ${place}${behind}`;
  return `Nothing relevant is remembered ${place}${explain ? '' : '; --explain says whether anything was left out'}`;
}

/** By reason, the one first that keeps something back from somebody. */
function describeLeftOut(rows: readonly LeftOut[], minRelevance: number): string {
  const of = (reason: LeftOut['reason']): readonly LeftOut[] => rows.filter((row) => row.reason === reason);
  const below = of('below-relevance');
  const best = Math.max(...below.map(({ relevance }) => relevance));
  const parts = [
    counted(of('denied'), `denied by policy (${policiesOf(of('denied'))})`),
    counted(below, `below the relevance of ${minRelevance} (the best has ${Number(best.toPrecision(2))})`),
    counted(of('near-duplicate'), 'nearly the same as another'),
    counted(of('not-recallable'), 'not recallable any more'),
  ];
  return printableLine(parts.filter((part) => part !== '').join(', '), 400);
}

function counted(rows: readonly LeftOut[], words: string): string {
  return rows.length === 0 ? '' : `${rows.length} ${words}`;
}

/** A denial without a decision, or without a policy in it, is what anything but a clear permit comes to. */
function policiesOf(rows: readonly LeftOut[]): string {
  const names = rows.map(({ decision }) => decision?.policy ?? 'no policy permits it');
  return [...new Set(names)].join(', ');
}
