import { sanitizeExcerpt } from '@inkling/engine/building-blocks';
import { z } from 'zod';
import { mcpTool, type McpTool } from '../mcp-tool.ts';
import { EVIDENCE_NOTE } from '../shown-memory.ts';

const DEADLINE_MS = 2_000;

/** `graph_search` */
export const graphSearchTool: McpTool = mcpTool({
  name: 'graph_search',
  title: 'Search the knowledge graph',
  description:
    'Find how parts of the code and its decisions hang together: what imports, calls, extends or depends on what. Name classes, functions, modules or ' +
    'files. Empty when nothing is indexed or nothing fits.',
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  input: z.object({
    query: z.string().min(1).max(8192).describe('Names of the parts, or a question with them in it'),
    paths: z.array(z.string().max(4096)).max(64).optional().describe('Files that are being worked on'),
    limit: z.number().int().min(1).max(50).optional().describe('At most so many (default 10)'),
    depth: z.number().int().min(1).max(3).optional().describe('Steps away from what is named (default 2)'),
  }),
  output: z.object({
    note: z.string(),
    outcome: z.enum(['ok', 'deadline-exceeded']),
    triplets: z
      .array(
        z.object({
          source: z.string(),
          relationship: z.string(),
          target: z.string(),
          relevanceScore: z.number().describe('Lower is more relevant'),
          observationId: z.string().nullable().describe('The memory that it was learned from'),
        }),
      )
      .describe('Most relevant first'),
  }),
  async run({ query, paths = [], limit = 10, depth = 2 }, { context, agentId, signal }) {
    const { projectId, sessionId } = context;
    const answer = await context.ask((memory) =>
      memory.searchGraph({
        queryText: query,
        paths,
        topK: limit,
        neighborhoodDepth: depth,
        projectId,
        scope: projectId === null ? 'org' : 'project',
        agentId,
        sessionId,
        deadlineMs: DEADLINE_MS,
        signal,
      }),
    );
    const triplets = answer.triplets.map(({ sourceEntity, relationship, targetEntity, ...row }) => ({
      source: sanitizeExcerpt(sourceEntity),
      relationship: sanitizeExcerpt(relationship),
      target: sanitizeExcerpt(targetEntity),
      relevanceScore: Number(row.relevanceScore.toFixed(3)),
      observationId: row.provenance.observationId,
    }));
    return { note: EVIDENCE_NOTE, outcome: answer.outcome, triplets };
  },
});
