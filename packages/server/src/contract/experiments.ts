import type { Experiment, ExperimentReport } from '@inkling/engine/types';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { idSchema, timeSchema, uuidSchema } from './fields.ts';
import { ADMINS, PEOPLE } from './role.ts';

const experimentSchema: z.ZodType<Experiment> = z
  .object({
    id: uuidSchema,
    projectId: z.string().nullable(),
    withhold: z.number().describe('The share of sessions that go without memory'),
    startedBy: z.string(),
    startedAt: timeSchema,
    stoppedBy: z.string().nullable(),
    stoppedAt: timeSchema.nullable().describe('null = it runs'),
  })
  .meta({ id: 'Experiment', description: 'A project that gives a share of its sessions no memory, for a while.' });

/** Whose experiments. */
export interface ExperimentQuery {
  /** '' = of sessions that belong to no project. */
  readonly projectId?: string;
}

const projectId = z.string().max(512).exactOptional();
const bound = z.number().nullable();
const side = z.object({ value: z.number(), low: z.number(), high: z.number(), sessions: z.number().int() });

/** What an experiment shows. */
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
        moreSessions: z.number().int().describe('About so many more are needed; 0 = it is decided'),
      }),
    ),
    conclusion: z.string().describe('By outcomes, in one sentence'),
  })
  .meta({ id: 'ExperimentReport', description: 'Sessions with memory against those without, with 95 % intervals.' });

/** The experiments of a project. */
export const listExperimentsEndpoint: Endpoint<{
  query: ExperimentQuery;
  answer: { readonly experiments: readonly Experiment[] };
}> = {
  id: 'listExperiments',
  method: 'get',
  path: '/v1/experiments',
  summary: 'The experiments of a project, or of all, newest first',
  roles: PEOPLE,
  action: 'viewAnalytics',
  query: z.strictObject({ projectId }),
  answer: z.object({ experiments: z.array(experimentSchema) }),
};

/** What an experiment withholds, and of whom. */
export interface ExperimentBody {
  /** null = of sessions that belong to no project. */
  readonly projectId: string | null;
  readonly withhold: number;
}

/** Begins an experiment. */
export const startExperimentEndpoint: Endpoint<{ body: ExperimentBody; answer: Experiment }> = {
  id: 'startExperiment',
  method: 'post',
  path: '/v1/experiments',
  summary: 'Give a share of the sessions of a project no memory from now on, to see whether memory helps',
  description:
    'A hash decides when a session is created, never later. What a session would have been shown is logged and not delivered. The change log names the caller.',
  roles: ADMINS,
  action: 'manageConfig',
  body: z.strictObject({ projectId: idSchema.nullable(), withhold: z.number().gt(0).max(0.9) }),
  answer: experimentSchema,
  errors: ['experiment-running'],
};

/** Whose experiment ends. */
export type StopExperimentBody = Pick<ExperimentBody, 'projectId'>;

/** Ends an experiment. */
export const stopExperimentEndpoint: Endpoint<{ body: StopExperimentBody; answer: Experiment }> = {
  id: 'stopExperiment',
  method: 'post',
  path: '/v1/experiments/stop',
  summary: 'End the experiment of a project: every session that begins from now on gets memory',
  roles: ADMINS,
  action: 'manageConfig',
  body: z.strictObject({ projectId: idSchema.nullable() }),
  answer: experimentSchema,
  errors: ['experiment-not-found'],
};

/** What an experiment shows so far. */
export const reportExperimentEndpoint: Endpoint<{
  query: ExperimentQuery & { readonly id?: string };
  answer: ExperimentReport;
}> = {
  id: 'reportExperiment',
  method: 'get',
  path: '/v1/experiments/report',
  summary:
    'Sessions with memory against those without: outcomes, corrections, tokens, tool calls, time to the first passing test',
  description: 'Of the newest experiment of the project, unless id names another one.',
  roles: PEOPLE,
  action: 'viewAnalytics',
  query: z.strictObject({ projectId, id: uuidSchema.exactOptional() }),
  answer: experimentReportSchema,
  errors: ['experiment-not-found'],
};
