import type { SessionFeedbackOutcome } from './observation-feedback.ts';

/**
 * Where a piece of evidence comes from. `verdict`: somebody said so. `completion`: the worker said so at the end. `commit`: a commit of the session is
 * on the default branch. `survival`: its lines are still there days later. `fix-up`: another commit repaired its lines within days. `revert`: it was
 * reverted. `check`: the session's last test, build or check. `correction`: the user took back or corrected what the agent had done.
 */
export type EvidenceSource =
  | 'verdict'
  | 'completion'
  | 'commit'
  | 'survival'
  | 'fix-up'
  | 'revert'
  | 'check'
  | 'correction';

/** What somebody may say of a session. */
export type SaidOutcome = SessionFeedbackOutcome | 'unknown';

/** One thing that is known of how a session ended. */
export interface OutcomeEvidence {
  readonly source: EvidenceSource;
  /** What of it: the commit's hash, `test`, the number of an activity; '' where there can only be one. */
  readonly subject: string;
  /** `withdrawn`: what was said is taken back, as if nobody had said anything. */
  readonly says: SessionFeedbackOutcome | 'unknown' | 'withdrawn';
  /** In words, at most 300 characters. */
  readonly detail: string;
  /** Who says it; null = nobody, it was seen. */
  readonly actor: string | null;
  /** ISO-8601 UTC. */
  readonly occurredAt: string;
}

/** What the evidence amounts to. */
export interface DecidedOutcome {
  /** null = unknown. */
  readonly outcome: SessionFeedbackOutcome | null;
  /** What decided; null = there is no evidence. */
  readonly source: EvidenceSource | null;
  /** 0 to 1: how far the deciding source can be trusted. 1 for what somebody said. */
  readonly confidence: number;
  /** When the deciding evidence happened. */
  readonly decidedAt: string | null;
}

/** How far each source can be trusted. Estimates, not measured: they rank sources and tell a reader how sure to be. */
const CONFIDENCE: Readonly<Record<EvidenceSource, number>> = {
  verdict: 1,
  completion: 0.95,
  revert: 0.9,
  survival: 0.8,
  'fix-up': 0.8,
  correction: 0.7,
  commit: 0.6,
  check: 0.5,
};

/**
 * The outcome that a session's evidence amounts to: the same for the same evidence, in whatever order it came. What somebody said counts alone; then
 * what became of the commits and what the user said, bad news first; then the last checks. Without evidence nothing is known.
 */
export function decideOutcome(evidence: readonly OutcomeEvidence[]): DecidedOutcome {
  const of = (source: EvidenceSource): readonly OutcomeEvidence[] =>
    evidence.filter((each) => each.source === source && each.says !== 'withdrawn');
  const decided =
    last(of('verdict')) ??
    last(of('completion')) ??
    afterReverts(of('revert'), of('commit')) ??
    afterRepairs(of('fix-up'), of('correction'), of('commit')) ??
    last(of('survival')) ??
    last(of('check').filter(({ says }) => says === 'rework')) ??
    last(of('commit')) ??
    last(of('check'));
  if (decided === null) return { outcome: null, source: null, confidence: 0, decidedAt: null };
  const { source, says, occurredAt } = decided;
  const outcome = says === 'unknown' || says === 'withdrawn' ? null : says;
  return { outcome, source, confidence: CONFIDENCE[source], decidedAt: occurredAt };
}

/** Reverted altogether, the work was rejected; a part of it that stayed was worth something. */
function afterReverts(
  reverts: readonly OutcomeEvidence[],
  commits: readonly OutcomeEvidence[],
): OutcomeEvidence | null {
  const reverted = new Set(reverts.map(({ subject }) => subject));
  const revert = last(reverts);
  if (revert === null) return null;
  return commits.every(({ subject }) => reverted.has(subject)) ? revert : { ...revert, says: 'rework' };
}

/** What the user wanted undone, and was committed all the same, was done again. */
function afterRepairs(
  fixUps: readonly OutcomeEvidence[],
  corrections: readonly OutcomeEvidence[],
  commits: readonly OutcomeEvidence[],
): OutcomeEvidence | null {
  const fixUp = last(fixUps);
  if (fixUp !== null) return fixUp;
  const correction = last(corrections);
  return correction !== null && commits.length > 0 ? { ...correction, says: 'rework' } : correction;
}

/** The latest, of several at one moment the one whose subject comes last. */
function last(evidence: readonly OutcomeEvidence[]): OutcomeEvidence | null {
  const later = (a: OutcomeEvidence, b: OutcomeEvidence): boolean =>
    a.occurredAt === b.occurredAt ? a.subject > b.subject : Date.parse(a.occurredAt) > Date.parse(b.occurredAt);
  return evidence.reduce<OutcomeEvidence | null>(
    (best, each) => (best === null || later(each, best) ? each : best),
    null,
  );
}
