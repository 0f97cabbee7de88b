import { z } from 'zod';
import { statusSchema } from '../../contract/observation.ts';
import { mcpTool, type McpTool } from '../mcp-tool.ts';

/** `remember` */
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
    status: statusSchema.describe('quarantined: kept out until reviewed'),
    redacted: z.array(z.string()).describe('Kinds of secrets that were taken out'),
  }),
  async run({ content, kind = 'explicit', paths = [], tags = [], outside = false }, { context, agentId }) {
    const { projectId, sessionId } = context;
    const { id, created, status, redacted } = await context.ask((memory) =>
      memory.capture.remember({
        content,
        kind,
        projectId,
        sessionId,
        agentId,
        source: 'tool',
        metadata: {
          ...(paths.length > 0 ? { paths } : {}),
          ...(tags.length > 0 ? { tags } : {}),
          ...(outside ? { provenance: 'outside' } : {}),
        },
      }),
    );
    return { id, created, status, redacted: [...redacted] };
  },
});
