import type { Experiment, ExperimentReport, SessionOutcomeView } from '@inkling/engine/types';
import { z } from 'zod';
import { ADMINS, ANY_ROLE, endpoint, PEOPLE, WORKERS } from './endpoint.ts';
import { countInQuery, idSchema, observationIdSchema, sessionParams, timeSchema, uuidSchema, words } from './fields.ts';

export const giveFeedback = endpoint('giveFeedback', 'post', '/v1/feedback', {
  summary: 'Rate an observation: helpful, misleading or outdated',
  description:
    'Once for each agent and day. applied says whether it counted, and refusal why not: said-before, transferred (the memory belongs to another project and is read-only in this one), not-given (the session did not receive it, or does not exist). An outdated observation is not recalled any more.',
  roles: ANY_ROLE,
  agent: 'asks',
  body: z.strictObject({
    observationId: observationIdSchema,
    sessionId: idSchema.nullable().exactOptional(),
    projectId: idSchema.nullable().exactOptional(),
    agentId: idSchema.exactOptional(),
    verdict: words.verdict,
  }),
  answer: z.object({
    applied: z.boolean(),
    refusal: words.refusal,
    weight: z.number(),
  }),
  errors: ['ambiguous-id', 'observation-not-found'],
});

export const applySessionFeedback = endpoint('applySessionFeedback', 'post', '/v1/sessions/{sessionId}/feedback', {
  summary: 'Evaluate a session again: its evidence, its outcome, and what it used',
  description:
    'This happens automatically when a session ends, and for some days afterwards. Repeating it changes nothing. It takes no body; to set how a session ended, use PUT /v1/sessions/{sessionId}/outcome.',
  roles: WORKERS,
  params: sessionParams,
  answer: z.object({
    outcome: words.outcome,
    observations: z.array(
      z.object({
        observationId: uuidSchema,
        evidence: words.evidence,
        oldWeight: z.number(),
        newWeight: z.number(),
      }),
    ),
    graph: z.object({ nodes: z.number().int(), edges: z.number().int() }),
  }),
  errors: ['session-not-found'],
});

export const rankDelta = endpoint('rankDelta', 'get', '/v1/feedback/rank-delta', {
  summary: 'How far feedback moved observations in the ranking of retrievals, the most moved first',
  description:
    'meanDelta is the rank without weights minus the rank with them: positive means that feedback moved the observation up.',
  roles: PEOPLE,
  action: 'viewAnalytics',
  query: z.strictObject({
    sessionId: idSchema.exactOptional(),
    observationId: observationIdSchema.exactOptional(),
    since: timeSchema.exactOptional(),
    limit: countInQuery(1, 1000).exactOptional(),
  }),
  answer: z.object({
    rows: z.array(
      z.object({
        observationId: uuidSchema,
        retrievals: z.number().int(),
        injected: z.number().int(),
        meanDelta: z.number(),
        meanWeight: z.number(),
      }),
    ),
  }),
});

const sourceSchema = z.enum(['verdict', 'completion', 'commit', 'survival', 'fix-up', 'revert', 'check', 'correction']);

const outcomeView: z.ZodType<SessionOutcomeView> = z
  .object({
    sessionId: z.string(),
    outcome: words.outcome.describe('null = unknown'),
    source: sourceSchema.nullable().describe('What decided; null = there is no evidence'),
    confidence: z.number().describe('0 to 1: how far the deciding source can be trusted'),
    decidedAt: z.string().nullable(),
    evidence: z.array(
      z.object({
        source: sourceSchema,
        subject: z.string(),
        says: z.enum(['accepted', 'rework', 'rejected', 'unknown', 'withdrawn']),
        detail: z.string(),
        actor: z.string().nullable(),
        occurredAt: z.string(),
      }),
    ),
  })
  .meta({ id: 'SessionOutcome', description: 'What is known of how a session ended, and by what evidence.' });

const OUTCOME = '/v1/sessions/{sessionId}/outcome';
const shared = { params: sessionParams, answer: outcomeView, roles: ANY_ROLE, errors: ['session-not-found'] } as const;

export const getSessionOutcome = endpoint('getSessionOutcome', 'get', OUTCOME, {
  ...shared,
  summary: 'What is known of how a session ended, and by what evidence',
});

export const setSessionOutcome = endpoint('setSessionOutcome', 'put', OUTCOME, {
  ...shared,
  summary: 'Set how a session ended, overriding all other evidence',
  description:
    'It can be set at any later time: the weights become what they would have been. unknown means that nobody can know. The change log names the caller.',
  body: z.strictObject({
    outcome: z.enum(['accepted', 'rework', 'rejected', 'unknown']),
    reason: z.string().max(300).exactOptional(),
  }),
});

export const removeSessionOutcome = endpoint('removeSessionOutcome', 'delete', OUTCOME, {
  ...shared,
  summary: 'Remove the verdict on how a session ended: the other evidence decides again',
});

const experimentSchema: z.ZodType<Experiment> = z
  .object({
    id: uuidSchema,
    projectId: z.string().nullable(),
    withhold: z.number().describe('The share of sessions that go without memory'),
    startedBy: z.string(),
    startedAt: timeSchema,
    stoppedBy: z.string().nullable(),
    stoppedAt: timeSchema.nullable().describe('null = still running'),
  })
  .meta({ id: 'Experiment', description: 'A project that gives a share of its sessions no memory, for a while.' });

const projectId = z.string().max(512).exactOptional();
const bound = z.number().nullable();
const side = z.object({ value: z.number(), low: z.number(), high: z.number(), sessions: z.number().int() });

export const experimentReportSchema: z.ZodType<ExperimentReport> = z
  .object({
    experiment: experimentSchema,
    sessions: z.object({ with: z.number().int(), without: z.number().int() }),
    measures: z.array(
      z.object({
        measure: z.enum(['accepted', 'corrected', 'tokens', 'tool-calls', 'seconds-to-test']),
        with: side,
        without: side,
        difference: z.object({ value: z.number(), low: bound, high: bound }),
        verdict: z.enum(['better', 'worse', 'same', 'too-little']),
        moreSessions: z
          .number()
          .int()
          .describe('About how many more sessions are needed; 0 = none: the verdict is reached'),
      }),
    ),
    conclusion: z.string().describe('By outcomes, in one sentence'),
  })
  .meta({ id: 'ExperimentReport', description: 'Sessions with memory against those without, with 95 % intervals.' });

export const listExperiments = endpoint('listExperiments', 'get', '/v1/experiments', {
  summary: 'The experiments of a project, or of all, newest first',
  roles: PEOPLE,
  action: 'viewAnalytics',
  query: z.strictObject({ projectId }),
  answer: z.object({ experiments: z.array(experimentSchema) }),
});

export const startExperiment = endpoint('startExperiment', 'post', '/v1/experiments', {
  summary: 'Start an experiment: withhold memory from a share of the sessions of a project',
  description:
    'A hash decides when a session is created, never later. What a session would have been shown is logged and not delivered. The change log names the caller.',
  roles: ADMINS,
  action: 'manageConfig',
  body: z.strictObject({ projectId: idSchema.nullable(), withhold: z.number().gt(0).max(0.9) }),
  answer: experimentSchema,
  errors: ['experiment-running'],
});

export const stopExperiment = endpoint('stopExperiment', 'post', '/v1/experiments/stop', {
  summary: 'Stop the experiment of a project: every session that starts from now on gets memory',
  roles: ADMINS,
  action: 'manageConfig',
  body: z.strictObject({ projectId: idSchema.nullable() }),
  answer: experimentSchema,
  errors: ['experiment-not-found'],
});

export const reportExperiment = endpoint('reportExperiment', 'get', '/v1/experiments/report', {
  summary:
    'Sessions with memory against those without: outcomes, corrections, tokens, tool calls, time to the first passing test',
  description: 'Of the newest experiment of the project, unless id names another one.',
  roles: PEOPLE,
  action: 'viewAnalytics',
  query: z.strictObject({ projectId, id: uuidSchema.exactOptional() }),
  answer: experimentReportSchema,
  errors: ['experiment-not-found'],
});
