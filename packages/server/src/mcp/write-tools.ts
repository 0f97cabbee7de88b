import { InklingError, observationNotFound } from '@inkling/engine/errors';
import { z } from 'zod';
import { observationIdSchema, words } from '../contract/fields.ts';
import { rememberResultFields } from '../contract/observation.ts';
import { type McpContext, mcpTool, type McpTool } from './mcp-tool.ts';

export const rememberTool: McpTool = mcpTool({
  name: 'remember',
  title: 'Remember a statement',
  description:
    'Keep one statement for later sessions: a decision and its reason, a convention, a cause and its fix. One self-contained sentence or two, true ' +
    'beyond this session. Not: progress, what the code says by itself, secrets, or what a memory already says.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.object({
    content: z.string().min(1).max(8192).describe('The statement, at most 8 KiB'),
    kind: z
      .enum(['decision', 'convention', 'error', 'explicit'])
      .optional()
      .describe('error: what failed and what fixed it (default explicit)'),
    paths: z
      .array(z.string().max(4096))
      .max(64)
      .optional()
      .describe('Files that it is about, from the repository root'),
    tags: z.array(z.string().max(128)).max(16).optional(),
    outside: z
      .boolean()
      .optional()
      .describe("true: in a stranger's words (an issue, a page, a dependency), so it counts for less"),
  }),
  output: z.object({
    id: z.string(),
    created: z.boolean().describe('false: it was known already'),
    revived: z.literal(true).exactOptional().describe('It no longer held, and is recalled again from now on'),
    status: rememberResultFields.status.describe('quarantined: kept out until reviewed'),
    redacted: z.array(z.string()).describe('Kinds of secrets that were taken out'),
    note: z.string().exactOptional().describe('Why it is not recalled, and what to do about it'),
  }),
  async run({ content, kind = 'explicit', paths = [], tags = [], outside = false }, { context, agentId }) {
    const { projectId, sessionId } = context;
    const files = (await context.filesOf?.(paths)) ?? paths;
    const { id, created, revived, status, redacted } = await context.ask((memory) =>
      memory.capture.remember({
        content,
        kind,
        projectId,
        sessionId,
        agentId,
        source: 'tool',
        metadata: {
          ...(files.length > 0 ? { paths: files } : {}),
          ...(tags.length > 0 ? { tags } : {}),
          ...(outside ? { provenance: 'outside' } : {}),
        },
      }),
    );
    const answer = { id, created, ...(revived ? { revived } : {}), status, redacted: [...redacted] };
    return status === 'superseded' ? { ...answer, note: await replacedNote(context, id) } : answer;
  },
});

/** Said again in the same words it is the old memory, which something else replaced. */
async function replacedNote(context: McpContext, id: string): Promise<string> {
  const known = await context.ask((memory) => memory.observations.get(id));
  const later = known?.supersededBy ?? 'a later memory';
  return `Not recalled: it was replaced by ${later}. If it holds again, judge that one as outdated and remember a new sentence that says what changed.`;
}

export const feedbackTool: McpTool = mcpTool({
  name: 'feedback',
  title: 'Judge a memory',
  description:
    'Say that a memory helped, misled, or no longer holds, when that has shown itself in the work. The next recall counts with it; an outdated ' +
    'memory is not recalled any more, until it is remembered again in the same words.',
  // What is outdated is not recalled any more: that takes something away.
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: z.object({
    id: observationIdSchema.describe('The memory'),
    verdict: words.verdict,
  }),
  output: z.object({
    applied: z.boolean(),
    refusal: words.refusal.describe(
      "Why it did not count. transferred: another project's, read-only here. not-given: this session was not given it",
    ),
    weight: z.number().describe('Its weight now: 0 to 2, 1 is neutral'),
  }),
  async run({ id, verdict }, { context, agentId }) {
    const { sessionId, projectId } = context;
    const asking = { observationId: id, agentId, projectId, sessionId };
    const decision = await context.ask((memory) => memory.explainAccess(asking));
    // As for one that does not exist: what may not be read may not be judged.
    if (decision?.allowed === false) throw observationNotFound(id);
    await context.requireChange?.(id, verdict === 'outdated');
    const say = (within: string | null) =>
      context.ask((memory) =>
        memory.feedback.observation({ observationId: id, sessionId: within, projectId, agentId, verdict }),
      );
    const inSession = await say(sessionId);
    // What the agent looked up by itself was in no block: it counts as said outside of a session, once a day.
    const result = inSession.refusal === 'not-given' ? await say(null) : inSession;
    return { ...result, weight: Number(result.weight.toFixed(2)) };
  },
});

export const outcomeTool: McpTool = mcpTool({
  name: 'outcome',
  title: 'Say how a session ended',
  description:
    'Say what the user made of the work of this session, or of one that they name: accepted, rework, rejected, or unknown; withdrawn takes back what was ' +
    'said. Only what the user said, never your own opinion: it moves the weights of the memories that were used.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.object({
    outcome: z.enum(['accepted', 'rework', 'rejected', 'unknown', 'withdrawn']),
    session: z.string().min(1).max(512).exactOptional().describe('The session (default: this one)'),
    reason: z.string().max(300).exactOptional().describe('What the user said'),
  }),
  output: z.object({
    session: z.string(),
    outcome: words.outcome.describe('What holds now; null: unknown'),
    source: z.string().nullable().describe('By what'),
    confidence: z.number(),
  }),
  async run({ outcome, session = null, reason }, { context, agentId }) {
    const sessionId = session ?? context.sessionId;
    if (sessionId === null) {
      throw new InklingError('invalid-input', 'No session is named.', { hint: 'Give its id as `session`.' });
    }
    await context.requireSession?.(sessionId);
    const view = await context.ask((memory) =>
      memory.feedback.setOutcome(sessionId, outcome === 'withdrawn' ? null : outcome, {
        actor: agentId,
        ...(reason === undefined ? {} : { reason }),
      }),
    );
    return { session: sessionId, outcome: view.outcome, source: view.source, confidence: view.confidence };
  },
});
