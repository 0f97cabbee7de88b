import { InklingError, type Observation } from '@inkling/engine';
import { z } from 'zod';
import { observationIdSchema } from '../../contract/fields.ts';
import { mcpTool, type McpTool, type ToolCall } from '../mcp-tool.ts';
import type { McpMemory } from '../mcp-context.ts';
import { asWhole, EVIDENCE_NOTE, wholeMemory, type WholeMemory } from '../shown-memory.ts';

/** `get` */
export const getTool: McpTool = mcpTool({
  name: 'get',
  title: 'Read memories',
  description: 'Read memories in full by the ids that recall or an injected block gave.',
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  input: z.object({
    ids: z.array(observationIdSchema).min(1).max(20).describe('Ids of memories, as blocks and recall give them'),
  }),
  output: z.object({
    note: z.string(),
    memories: z.array(wholeMemory).describe('In the order of the ids'),
    missing: z.array(z.string()).describe('Ids that no memory has, or none that you may read'),
  }),
  async run({ ids }, call) {
    const distinct = [...new Set(ids)];
    const found = await call.context.ask((memory) => Promise.all(distinct.map((id) => read(memory, id, call))));
    const memories = found.filter((one) => one !== null);
    const missing = distinct.filter((_id, index) => found[index] === null);
    if (memories.length > 0) return { note: EVIDENCE_NOTE, memories, missing };
    throw new InklingError('observation-not-found', 'No memory has one of these ids.', {
      hint: 'Use ids as recall gives them; what was forgotten is gone.',
      details: { ids: missing },
    });
  },
});

/** As recall would decide: an id is no permission. */
async function read(memory: McpMemory, id: string, { context, agentId }: ToolCall): Promise<WholeMemory | null> {
  const observation = await memory.observations.get(id);
  if (observation === null) return null;
  const { projectId, sessionId } = context;
  const decision = await memory.explainAccess({ observationId: observation.id, agentId, projectId, sessionId });
  return decision?.allowed === true ? asWhole(observation, stateOf(observation, context.clock.now())) : null;
}

/** A memory in several of these states is named by the first. */
function stateOf({ supersededBy, validTo, quarantineReason }: Observation, nowMs: number): WholeMemory['status'] {
  if (supersededBy !== null) return 'superseded';
  if (validTo !== null && Date.parse(validTo) <= nowMs) return 'expired';
  return quarantineReason === null ? 'active' : 'quarantined';
}
