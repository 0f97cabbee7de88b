import type { OperatorDatabase, Row, Statement, TenantDatabase } from '../../base/database/database.ts';
import { requiredMoment } from '../../base/optional-moment.ts';
import { requireId, requireInput, requireLabel, requireWholeNumber, INTEGER_MAX } from '../../base/require-input.ts';
import { wellFormedText } from '../../base/text/well-formed-text.ts';
import type { SessionFeedbackOutcome } from './observation-feedback.ts';
import { decideOutcome, type DecidedOutcome, type EvidenceSource, type OutcomeEvidence } from './decide-outcome.ts';

/** The outcome of a session with all that is known of it. */
export interface SessionOutcomeView extends DecidedOutcome {
  readonly sessionId: string;
  /** Oldest first. */
  readonly evidence: readonly OutcomeEvidence[];
}

/** What was seen, as against what somebody said: the next look sees all of it again, so what is not seen any more does not hold. */
export const SEEN_SOURCES: readonly EvidenceSource[] = [
  'commit',
  'survival',
  'fix-up',
  'revert',
  'check',
  'correction',
];

const SOURCES: readonly EvidenceSource[] = ['verdict', 'completion', ...SEEN_SOURCES];
const SAYS: readonly OutcomeEvidence['says'][] = ['accepted', 'rework', 'rejected', 'unknown', 'withdrawn'];

/** Of one look. */
const MOST_EVIDENCE = 1000;
const DETAIL_MAX_CHARACTERS = 300;

/** All evidence of a session, oldest first: what decides is compared with all that is stored. Each look replaces the one before, so there are two thousand at most. */
export async function listEvidence(tenant: TenantDatabase, sessionId: string): Promise<readonly OutcomeEvidence[]> {
  return tenant.query<OutcomeEvidence & Row>({
    name: 'evidence_list',
    text: `
      select source, subject, says, detail, actor, occurred_at as "occurredAt" from session_evidence
      where org_id = $1 and session_id = $2 order by occurred_at, source, subject`,
    values: [tenant.orgId, sessionId],
  });
}

/**
 * Stores evidence, each (source, subject) once: of two that say otherwise the later one holds, whichever comes first. With `only`, other evidence of
 * those sources is dropped: it is not seen any more. Fails with `invalid-input`.
 */
export async function storeEvidence(
  tenant: TenantDatabase,
  sessionId: string,
  evidence: readonly OutcomeEvidence[],
  only: readonly EvidenceSource[] = [],
): Promise<void> {
  requireInput(
    Array.isArray(evidence) && evidence.length <= MOST_EVIDENCE,
    'evidence',
    `a list of at most ${MOST_EVIDENCE} pieces`,
  );
  const moments = evidence.map(requireEvidence);
  const column = <Value>(read: (each: OutcomeEvidence) => Value): readonly Value[] => evidence.map(read);
  const store: Statement = {
    name: 'evidence_store',
    text: `
      insert into session_evidence as known (org_id, session_id, source, subject, says, detail, actor, occurred_at)
      select $1, $2, * from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[])
      on conflict (org_id, session_id, source, subject) do update
        set says = excluded.says, detail = excluded.detail, actor = excluded.actor, occurred_at = excluded.occurred_at
        where (excluded.occurred_at, excluded.says) > (known.occurred_at, known.says) or known.source = any($9::text[])`,
    values: [
      tenant.orgId,
      sessionId,
      column(({ source }) => source),
      column(({ subject }) => subject),
      column(({ says }) => says),
      column(({ detail }) => wellFormedText(detail.slice(0, DETAIL_MAX_CHARACTERS))),
      column(({ actor }) => actor),
      moments,
      only,
    ],
  };
  const drop: Statement = {
    name: 'evidence_drop',
    text: `
      delete from session_evidence e where e.org_id = $1 and e.session_id = $2 and e.source = any($3::text[])
        and (e.source, e.subject) not in (select * from unnest($4::text[], $5::text[]))`,
    values: [tenant.orgId, sessionId, only, column(({ source }) => source), column(({ subject }) => subject)],
  };
  await tenant.batch([drop, store]);
}

/** When it happened, as ISO-8601 UTC. Fails with `invalid-input` on what is no evidence. */
function requireEvidence(piece: OutcomeEvidence, index: number): string {
  const field = `evidence[${index}]`;
  requireInput(typeof piece === 'object' && piece !== null, field, 'an object');
  const { source, subject, says, detail, actor } = piece;
  requireInput(SOURCES.includes(source), `${field}.source`, `one of ${SOURCES.join(', ')}`);
  requireInput(SAYS.includes(says), `${field}.says`, `one of ${SAYS.join(', ')}`);
  requireLabel(subject, `${field}.subject`);
  requireInput(typeof detail === 'string', `${field}.detail`, 'a string');
  if ((actor ?? null) !== null) requireId(actor, `${field}.actor`);
  return requiredMoment(piece.occurredAt, `${field}.occurredAt`);
}

/**
 * Decides anew what became of a session and stores it in its row. Whoever stores evidence decides after it, so the last one to decide has seen all of it.
 */
export async function storeOutcome(tenant: TenantDatabase, sessionId: string): Promise<SessionOutcomeView> {
  for (;;) {
    const evidence = await listEvidence(tenant, sessionId);
    const decided = decideOutcome(evidence);
    const [, rows] = await tenant.batch([
      { text: 'select id from sessions where org_id = $1 and id = $2 for update', values: [tenant.orgId, sessionId] },
      storeDecision(tenant.orgId, sessionId, decided, evidence),
    ]);
    if (rows?.[0]?.['decided'] === true) return { sessionId, ...decided, evidence };
  }
}

/** `decided` is false when evidence came since it was read. */
function storeDecision(
  orgId: string,
  sessionId: string,
  { outcome }: DecidedOutcome,
  evidence: readonly OutcomeEvidence[],
): Statement {
  return {
    name: 'evidence_decide',
    text: `
      with seen as (
        select * from unnest($4::text[], $5::text[], $6::text[]) as s (source, subject, says)
      ), stored as (
        select source, subject, says from session_evidence where org_id = $1 and session_id = $2
      ), same as (
        select not exists (select * from seen except select * from stored) and not exists (select * from stored except select * from seen) as decided
      ), written as (
        update sessions s set outcome = $3, updated_at = clock_timestamp() from same
        where s.org_id = $1 and s.id = $2 and same.decided and s.outcome is distinct from $3
      )
      select decided from same`,
    values: [
      orgId,
      sessionId,
      outcome,
      evidence.map(({ source }) => source),
      evidence.map(({ subject }) => subject),
      evidence.map(({ says }) => says),
    ],
  };
}

/** The outcome that a worker gave at the end, as a statement behind it: nothing when the session did not end by it. */
export function evidenceOfCompletion(orgId: string, sessionId: string, outcome: SessionFeedbackOutcome): Statement {
  return {
    text: `
      insert into session_evidence (org_id, session_id, source, says, occurred_at)
      select s.org_id, s.id, 'completion', $3::text, s.ended_at from sessions s
      where s.org_id = $1 and s.id = $2 and s.status = 'completed' and s.outcome = $3::text
      on conflict do nothing`,
    values: [orgId, sessionId, outcome],
  };
}

/** Sessions whose evidence may have changed since it was looked for. */
export interface DueSession {
  readonly id: string;
  readonly projectId: string | null;
}

// Looked at at the latest when a fix-up cannot come any more, and that a commit survived was seen.
const DUE = `
  s.ended_at > clock_timestamp() - interval '9 days' and (s.outcome_looked_at is null
    or clock_timestamp() - s.outcome_looked_at > greatest(interval '1 hour', (clock_timestamp() - s.ended_at) / 4))`;

/** Organisations that have sessions to be looked at. */
export async function listOrganisationsWithDueSessions(
  operator: Pick<OperatorDatabase, 'query'>,
  most: number,
): Promise<readonly string[]> {
  const rows = await operator.query<Row & { readonly org_id: string }>({
    text: `select distinct s.org_id from sessions s where ${DUE} order by 1 limit $1`,
    values: [most],
  });
  return rows.map(({ org_id }) => org_id);
}

/**
 * Sessions of agents that ended in the last nine days and were not looked at for a quarter of their age (at least an hour), longest waiting first; notes
 * that they are looked at now. Fails with `invalid-input` on a number out of range.
 */
export async function takeDueSessions(tenant: TenantDatabase, most: number): Promise<readonly DueSession[]> {
  requireWholeNumber(most, 'most', 0, INTEGER_MAX);
  return tenant.query<DueSession & Row>({
    text: `
      with due as (
        select s.id from sessions s
        where s.org_id = $1 and ${DUE}
        order by s.outcome_looked_at nulls first, s.ended_at limit $2 for update skip locked
      )
      update sessions s set outcome_looked_at = clock_timestamp() from due where s.org_id = $1 and s.id = due.id
      returning s.id, nullif(s.project_id, '') as "projectId"`,
    values: [tenant.orgId, most],
  });
}
