import { z } from 'zod';
import { observationIdSchema, words } from '../../contract/fields.ts';
import { observationNotFound } from '../../contract/problem.ts';
import { mcpTool, type McpTool } from '../mcp-tool.ts';

/** `feedback` */
export const feedbackTool: McpTool = mcpTool({
  name: 'feedback',
  title: 'Judge a memory',
  description:
    'Say that a memory helped, misled, or no longer holds, when that has shown itself in the work. The next recall counts with it; an outdated ' +
    'memory is not recalled any more.',
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
