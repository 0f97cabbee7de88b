import { z } from 'zod';
import { mcpTool, type McpTool } from '../mcp-tool.ts';
import { asLine, EVIDENCE_NOTE, memoryLine } from '../shown-memory.ts';

// A model waits for the answer: what a person would call at once.
const DEADLINE_MS = 2_000;

const NOTHING_ASKED = 'The query names nothing to look for: name the subject, a symbol or a file.';

/** `recall` */
export const recallTool: McpTool = mcpTool({
  name: 'recall',
  title: 'Recall memories',
  description:
    'Find what earlier sessions learned about something: decisions, conventions, past errors and their fixes, commits. Ask in plain words, and ' +
    'name the files at hand in paths. An empty list means that nothing relevant is remembered.',
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  input: z.object({
    query: z
      .string()
      .max(8192)
      .describe('What to look for, in plain words; may say when ("yesterday", "two weeks ago")'),
    paths: z.array(z.string().max(4096)).max(64).optional().describe('Files that are being worked on'),
    limit: z.number().int().min(1).max(50).optional().describe('At most so many (default 8)'),
  }),
  output: z.object({
    note: z.string(),
    outcome: z.enum(['ok', 'deadline-exceeded']),
    memories: z.array(memoryLine).describe('Best first'),
  }),
  async run({ query, paths = [], limit = 8 }, { context, agentId, signal }) {
    const { projectId, sessionId } = context;
    const result = await context.ask((memory) =>
      memory.recall({
        queryText: query,
        paths,
        limit,
        projectId,
        // Without a project there is no boundary to keep to; the policy still decides on each row.
        scope: projectId === null ? 'org' : 'project',
        agentId,
        ...(sessionId === null ? {} : { sessionId }),
        deadlineMs: DEADLINE_MS,
        signal,
      }),
    );
    const memories = result.rows.map(({ observation, relevance }) => asLine(observation, relevance));
    const note = result.namesNothing ? NOTHING_ASKED : EVIDENCE_NOTE;
    return { note, outcome: result.outcome, memories };
  },
});
