import type { Session } from '@inkling/engine';
import type { ClaimedSession, EndResult } from '@inkling/engine/types';
import { z } from 'zod';
import { ANY_ROLE, endpoint, PEOPLE, WORKERS } from './endpoint.ts';
import {
  countInQuery,
  cursorSchema,
  flagInQuery,
  idSchema,
  sessionParams,
  timeSchema,
  uuidSchema,
  words,
} from './fields.ts';

const STATUSES = ['queued', 'claimed', 'working', 'completed', 'failed', 'stopped'] as const;

const text = z.string().nullable();
const count = z.number().int();

const parent = z.strictObject({ sessionId: idSchema, link: words.link });

const sessionSchema: z.ZodType<Session> = z
  .object({
    orgId: z.string(),
    id: z.string(),
    projectId: text,
    agentId: text,
    workType: z.string(),
    status: z.enum(STATUSES),
    epoch: count,
    epochStartedAt: timeSchema,
    workerId: text,
    lockExpiresAt: timeSchema.nullable(),
    parent: parent.nullable(),
    experiment: z.object({ id: uuidSchema, heldOut: z.boolean() }).nullable(),
    outcome: words.outcome,
    endReason: text,
    activitySeq: count,
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

export const createSession = endpoint('createSession', 'post', '/v1/sessions', {
  summary: 'Queue a session and write its work item',
  description:
    'If a session with this id exists, it is returned with created: false; a key that may not read it is refused.',
  roles: [...PEOPLE, 'worker'],
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
});

export const listSessions = endpoint('listSessions', 'get', '/v1/sessions', {
  summary: 'List sessions, newest first',
  description:
    'An empty projectId (?projectId=) selects what belongs to no project; without projectId, every project is listed. The status live is queued, claimed ' +
    'or working; text is searched for in the id, and in the identifier and title of the work item. With figures=true, also what each session was given and used. Keys of programs get the sessions of their agents and of nobody in particular.',
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
});

export const getSession = endpoint('getSession', 'get', '/v1/sessions/{sessionId}', {
  summary: 'Read one session',
  roles: ANY_ROLE,
  params: sessionParams,
  answer: sessionSchema,
  errors: ['session-not-found'],
});

export const getSessionTopology = endpoint('getSessionTopology', 'get', '/v1/sessions/{sessionId}/topology', {
  summary: 'The parent of a session, and its children',
  description:
    'The newest 200 children; listSessions with parentSessionId has all of them. What a key may not read is left out.',
  roles: ANY_ROLE,
  params: sessionParams,
  answer: z.object({ session: sessionSchema, parent: sessionSchema.nullable(), children: z.array(sessionSchema) }),
  errors: ['session-not-found'],
});

const claimFields = {
  workerId: idSchema,
  agentId: idSchema.exactOptional(),
  ttlMs: z.number().int().min(1).max(86_400_000).exactOptional(),
};

export const claimSession = endpoint('claimSession', 'post', '/v1/sessions/{sessionId}/claim', {
  summary: 'Claim a session',
  description:
    'held: another worker has it. The start block is on its way when this call returns. A session of no agent becomes agentId’s: the agent of the key, by default its first.',
  roles: WORKERS,
  params: sessionParams,
  body: z.strictObject(claimFields),
  answer: z.union([claimedSchema, z.object({ outcome: z.literal('held'), session: sessionSchema })]),
  errors: ['session-not-found', 'session-transition-refused'],
});

export const claimNextSession = endpoint('claimNextSession', 'post', '/v1/sessions/claim-next', {
  summary: 'Claim the session that waits longest',
  description:
    'null when none is waiting. With agentId, only sessions of this agent of the key, and of none, which become its. Sessions that their worker abandoned come first, then the oldest queued one.',
  roles: WORKERS,
  body: z.strictObject({ ...claimFields, projectId: idSchema.nullable().exactOptional() }),
  answer: z.object({ claimed: claimedSchema.nullable() }),
});

export const releaseSession = endpoint('releaseSession', 'post', '/v1/sessions/{sessionId}/release', {
  summary: 'Release the lock: the session is queued again',
  roles: WORKERS,
  params: sessionParams,
  body: z.strictObject({ lockToken: uuidSchema }),
  answer: z.union([z.object({ outcome: z.literal('released'), session: sessionSchema }), lockLostSchema]),
  errors: ['session-not-found'],
});

const endSchema: z.ZodType<EndResult> = z.union([
  z.object({ outcome: z.enum(['completed', 'failed']), session: sessionSchema }),
  lockLostSchema,
]);
const reason = z.string().nullable().exactOptional();

export const completeSession = endpoint('completeSession', 'post', '/v1/sessions/{sessionId}/complete', {
  summary: 'Complete the session, with its outcome',
  roles: WORKERS,
  params: sessionParams,
  body: z.strictObject({
    lockToken: uuidSchema,
    outcome: words.outcome.exactOptional(),
    reason,
  }),
  answer: endSchema,
  errors: ['session-not-found'],
});

export const failSession = endpoint('failSession', 'post', '/v1/sessions/{sessionId}/fail', {
  summary: 'Fail the session',
  roles: WORKERS,
  params: sessionParams,
  body: z.strictObject({ lockToken: uuidSchema, reason }),
  answer: endSchema,
  errors: ['session-not-found'],
});

export const stopSession = endpoint('stopSession', 'post', '/v1/sessions/{sessionId}/stop', {
  summary: 'Stop a session from outside; no lock is needed',
  roles: [...PEOPLE, 'worker'],
  params: sessionParams,
  body: z.strictObject({ reason }),
  answer: sessionSchema,
  errors: ['session-not-found', 'session-transition-refused'],
});

export const startEpoch = endpoint('startEpoch', 'post', '/v1/sessions/{sessionId}/epoch', {
  summary: "Say that the agent's context was compacted",
  description:
    'What was delivered before can be delivered again. A compaction that is reported twice starts one epoch.',
  roles: [...WORKERS, 'agent'],
  params: sessionParams,
  body: z.strictObject({ expectedEpoch: z.number().int() }),
  answer: z.object({ started: z.boolean(), session: sessionSchema }),
  errors: ['session-not-found', 'session-transition-refused'],
});
