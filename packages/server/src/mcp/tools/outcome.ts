import { InklingError } from '@inkling/engine';
import { z } from 'zod';
import { words } from '../../contract/fields.ts';
import { mcpTool, type McpTool } from '../mcp-tool.ts';

/** `outcome` */
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
