import type { ClaimResult, Session, SessionInput } from '@inkling/engine';
import type {
  ClaimedSession,
  ClaimNextOptions,
  ClaimOptions,
  CompleteOptions,
  CreateSessionResult,
  EndOptions,
  EndResult,
  ListSessionsRequest,
  ReleaseSessionResult,
  SessionFigures,
  SessionPage,
  StartEpochResult,
} from '@inkling/engine/types';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import {
  countInQuery,
  flagInQuery,
  cursorSchema,
  idSchema,
  sessionParams,
  timeSchema,
  uuidSchema,
  type SessionParams,
} from './fields.ts';
import { ANY_ROLE, PEOPLE, WORKERS } from './role.ts';

const STATUSES = ['queued', 'claimed', 'working', 'completed', 'failed', 'stopped'] as const;

const text = z.string().nullable();
const count = z.number().int();

const parent = z.strictObject({ sessionId: idSchema, link: z.enum(['sub-agent', 'hand-off', 'resume']) });

const sessionSchema: z.ZodType<Session> = z
  .object({
    orgId: z.string(),
    id: z.string(),
    projectId: text,
    agentId: text,
    workType: z.string(),
    status: z.enum(STATUSES),
    epoch: z.number().int(),
    epochStartedAt: timeSchema,
    workerId: text,
    lockExpiresAt: timeSchema.nullable(),
    parent: parent.nullable(),
    experiment: z.object({ id: uuidSchema, heldOut: z.boolean() }).nullable(),
    outcome: z.enum(['accepted', 'rework', 'rejected']).nullable(),
    endReason: text,
    activitySeq: z.number().int(),
    workItem: z.object({ issueId: text, identifier: text, title: text, description: text }).nullable(),
    createdAt: timeSchema,
    claimedAt: timeSchema.nullable(),
    endedAt: timeSchema.nullable(),
    updatedAt: timeSchema,
  })
  .meta({ id: 'Session', description: 'One run of one agent on one work item.' });

const claimedSchema: z.ZodType<ClaimedSession> = z.object({
  outcome: z.literal('claimed'),
  session: sessionSchema,
  lockToken: uuidSchema,
});

const lockLostSchema = z.object({ outcome: z.literal('lock-lost'), session: sessionSchema });

/** Queues a session. */
export const createSessionEndpoint: Endpoint<{ body: SessionInput; answer: CreateSessionResult }> = {
  id: 'createSession',
  method: 'post',
  path: '/v1/sessions',
  summary: 'Queue a session and write its work item',
  description: 'Creating an id that is there answers the existing session with created: false.',
  roles: [...PEOPLE, 'worker'],
  agent: 'session',
  body: z.strictObject({
    id: idSchema.exactOptional(),
    projectId: idSchema.nullable().exactOptional(),
    agentId: idSchema.nullable().exactOptional(),
    workType: z.string().max(512).exactOptional(),
    workItem: z
      .strictObject({
        issueId: text.exactOptional(),
        identifier: text.exactOptional(),
        title: text.exactOptional(),
        description: text.exactOptional(),
      })
      .nullable()
      .exactOptional(),
    parent: parent.nullable().exactOptional(),
  }),
  answer: z.object({ created: z.boolean(), session: sessionSchema }),
  errors: ['session-not-found'],
};

/** Which sessions are wanted; one status at a time, as a query string has it. */
export interface SessionsQuery extends Omit<ListSessionsRequest, 'statuses' | 'projectId' | 'cursor' | 'since'> {
  /** `live` = queued, claimed or working. */
  readonly status?: Session['status'] | 'live';
  readonly since?: string;
  /** '' = what belongs to no project. */
  readonly projectId?: string;
  readonly cursor?: string;
  /** Also what each session was given. (Default: false) */
  readonly figures?: boolean;
}

/** One page of sessions. */
export const listSessionsEndpoint: Endpoint<{
  query: SessionsQuery;
  answer: SessionPage & { readonly figures?: readonly SessionFigures[] };
}> = {
  id: 'listSessions',
  method: 'get',
  path: '/v1/sessions',
  summary: 'List sessions, newest first',
  description:
    'A projectId of nothing (?projectId=) means what belongs to no project; without it, every project. The status live is queued, claimed ' +
    'or working; a text is looked for in the id and in the identifier and title of the work item. With figures=true also what each was given and used.',
  roles: ANY_ROLE,
  query: z.strictObject({
    status: z.enum([...STATUSES, 'live']).exactOptional(),
    projectId: z.string().max(512).exactOptional(),
    agentId: idSchema.exactOptional(),
    workType: z.string().max(512).exactOptional(),
    parentSessionId: idSchema.exactOptional(),
    text: z.string().min(1).max(200).exactOptional(),
    since: timeSchema.exactOptional(),
    limit: countInQuery(1, 200).exactOptional(),
    cursor: cursorSchema.exactOptional(),
    figures: flagInQuery.exactOptional(),
  }),
  answer: z.object({
    rows: z.array(sessionSchema),
    nextCursor: z.string().nullable(),
    figures: z
      .array(z.object({ sessionId: z.string(), blocks: count, tokens: count, cited: count, followed: count }))
      .exactOptional(),
  }),
};

/** One session. */
export const getSessionEndpoint: Endpoint<{ params: SessionParams; answer: Session }> = {
  id: 'getSession',
  method: 'get',
  path: '/v1/sessions/{sessionId}',
  summary: 'Read one session',
  roles: ANY_ROLE,
  params: sessionParams,
  answer: sessionSchema,
  errors: ['session-not-found'],
};

/** A session between the one that it came out of and those that came out of it. */
export interface SessionTopology {
  readonly session: Session;
  /** null = it came out of none. */
  readonly parent: Session | null;
  /** The newest 200. */
  readonly children: readonly Session[];
}

/** Where a session stands among others. */
export const getTopologyEndpoint: Endpoint<{ params: SessionParams; answer: SessionTopology }> = {
  id: 'getSessionTopology',
  method: 'get',
  path: '/v1/sessions/{sessionId}/topology',
  summary: 'The session that this one came out of, and those that came out of it',
  description: 'The newest 200 children; listSessions with parentSessionId has all of them.',
  roles: ANY_ROLE,
  params: sessionParams,
  answer: z.object({ session: sessionSchema, parent: sessionSchema.nullable(), children: z.array(sessionSchema) }),
  errors: ['session-not-found'],
};

const claimFields = { workerId: idSchema, ttlMs: z.number().int().min(1).max(86_400_000).exactOptional() };

/** Takes the lock of a session. */
export const claimSessionEndpoint: Endpoint<{ params: SessionParams; body: ClaimOptions; answer: ClaimResult }> = {
  id: 'claimSession',
  method: 'post',
  path: '/v1/sessions/{sessionId}/claim',
  summary: 'Take the lock of a session',
  description: 'held: another worker has it. The block of the session start is on its way when the answer is given.',
  roles: WORKERS,
  params: sessionParams,
  body: z.strictObject(claimFields),
  answer: z.union([claimedSchema, z.object({ outcome: z.literal('held'), session: sessionSchema })]),
  errors: ['session-not-found', 'session-transition-refused'],
};

/** Takes the session that waits longest. */
export const claimNextEndpoint: Endpoint<{ body: ClaimNextOptions; answer: { claimed: ClaimedSession | null } }> = {
  id: 'claimNextSession',
  method: 'post',
  path: '/v1/sessions/claim-next',
  summary: 'Take the session that waits longest',
  description: 'null when none waits. First one that its worker left, then the oldest queued one.',
  roles: WORKERS,
  body: z.strictObject({ ...claimFields, projectId: idSchema.nullable().exactOptional() }),
  answer: z.object({ claimed: claimedSchema.nullable() }),
};

/** What proves the holder of a lock. */
export interface LockProof {
  readonly lockToken: string;
}

/** Gives the lock back. */
export const releaseSessionEndpoint: Endpoint<{
  params: SessionParams;
  body: LockProof;
  answer: ReleaseSessionResult;
}> = {
  id: 'releaseSession',
  method: 'post',
  path: '/v1/sessions/{sessionId}/release',
  summary: 'Give the lock back: the session is queued again',
  roles: WORKERS,
  params: sessionParams,
  body: z.strictObject({ lockToken: uuidSchema }),
  answer: z.union([z.object({ outcome: z.literal('released'), session: sessionSchema }), lockLostSchema]),
  errors: ['session-not-found'],
};

const endSchema: z.ZodType<EndResult> = z.union([
  z.object({ outcome: z.enum(['completed', 'failed']), session: sessionSchema }),
  lockLostSchema,
]);
const reason = z.string().nullable().exactOptional();

/** The work is done. */
export const completeSessionEndpoint: Endpoint<{
  params: SessionParams;
  body: LockProof & CompleteOptions;
  answer: EndResult;
}> = {
  id: 'completeSession',
  method: 'post',
  path: '/v1/sessions/{sessionId}/complete',
  summary: 'Say that the work is done, and what became of it',
  roles: WORKERS,
  params: sessionParams,
  body: z.strictObject({
    lockToken: uuidSchema,
    outcome: z.enum(['accepted', 'rework', 'rejected']).nullable().exactOptional(),
    reason,
  }),
  answer: endSchema,
  errors: ['session-not-found'],
};

/** The holder cannot go on. */
export const failSessionEndpoint: Endpoint<{
  params: SessionParams;
  body: LockProof & EndOptions;
  answer: EndResult;
}> = {
  id: 'failSession',
  method: 'post',
  path: '/v1/sessions/{sessionId}/fail',
  summary: 'Say that the session cannot go on',
  roles: WORKERS,
  params: sessionParams,
  body: z.strictObject({ lockToken: uuidSchema, reason }),
  answer: endSchema,
  errors: ['session-not-found'],
};

/** Ends a session from outside. */
export const stopSessionEndpoint: Endpoint<{ params: SessionParams; body: EndOptions; answer: Session }> = {
  id: 'stopSession',
  method: 'post',
  path: '/v1/sessions/{sessionId}/stop',
  summary: 'Stop a session from outside; no lock is needed',
  roles: [...PEOPLE, 'worker'],
  params: sessionParams,
  body: z.strictObject({ reason }),
  answer: sessionSchema,
  errors: ['session-not-found', 'session-transition-refused'],
};

/** The agent's context was compacted. */
export const startEpochEndpoint: Endpoint<{
  params: SessionParams;
  body: { readonly expectedEpoch: number };
  answer: StartEpochResult;
}> = {
  id: 'startEpoch',
  method: 'post',
  path: '/v1/sessions/{sessionId}/epoch',
  summary: "Say that the agent's context was compacted",
  description:
    'What was delivered before can be delivered again. A compaction that is reported twice starts one epoch.',
  roles: [...WORKERS, 'agent'],
  params: sessionParams,
  body: z.strictObject({ expectedEpoch: z.number().int() }),
  answer: z.object({ started: z.boolean(), session: sessionSchema }),
  errors: ['session-not-found', 'session-transition-refused'],
};
