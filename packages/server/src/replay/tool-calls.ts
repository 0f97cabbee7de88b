import type { InSessionMemoryInjector } from '@inkling/engine';
import { systemClock } from '@inkling/engine/operator';
import type { BlamedLine } from '@inkling/engine/types';
import { positionOf } from './read-history.ts';
import { REPLAY_PROJECT, type ReplayOrg } from './replay-memory.ts';
import { editedFiles, type ReplayTask } from './replay-task.ts';
import type { Answer, LinesOf } from './start-block.ts';

/** One tool call of a task's session, and the block that it would get. */
export interface ToolCallAnswer extends Answer {
  readonly tool: 'Edit' | 'Read';
  readonly path: string;
  /** As the agent gets it; '' = silence. */
  readonly block: string;
}

/** Makes the tool calls of a task, in a session of its own, and answers with what each of them got. */
export type ToolCallPlayer = (task: ReplayTask, linesOf: LinesOf) => Promise<readonly ToolCallAnswer[]>;

const AGENT = 'replay';
const ORG = 'local';

// A busy machine must not turn a slow answer into silence.
const LATENCY_BUDGET_MS = 60_000;

// Longer than any replay: an open session is all that is wanted of it.
const SESSION_TTL_MS = 86_400_000;

/**
 * Tool calls as the product answers them: a session about the commit's subject, and its events through `handleVerbEvent`. The session has
 * not had the start block, so that each surface is measured by itself. Edits and reads take turns, the first edit first.
 */
export function createToolCallPlayer(org: ReplayOrg): ToolCallPlayer {
  return async (task, linesOf) => {
    const sessionId = await openSession(org, task);
    // Read before the call: nobody waits here, and an agent's checkout is asked while its tool runs.
    const lines = new Map<string, readonly BlamedLine[] | null>();
    const blocks: string[] = [];
    const injector = injectorFor(org, lines, (block) => blocks.push(block));
    const answers: ToolCallAnswer[] = [];
    for (const call of callsOf(task)) {
      lines.set(call.path, await linesOf(call.path));
      blocks.length = 0;
      const answer = await makeCall(injector, sessionId, call);
      answers.push({ ...call, ...answer, block: blocks.pop() ?? '' });
    }
    return answers;
  };
}

/** One for each task: what it may look up in the repository is as it was before the task. */
function injectorFor(
  org: ReplayOrg,
  lines: ReadonlyMap<string, readonly BlamedLine[] | null>,
  onBlock: (block: string) => void,
): InSessionMemoryInjector {
  return org.createInSessionInjector({
    capability: {
      supportsMessageInjection: true,
      injectMessage: (_sessionId, block) => Promise.resolve(onBlock(block)),
    },
    config: { latencyBudgetMs: LATENCY_BUDGET_MS },
    blame: ({ path }) => Promise.resolve(lines.get(path) ?? null),
  });
}

type Call = Pick<ToolCallAnswer, 'tool' | 'path'>;

function callsOf(task: ReplayTask): readonly Call[] {
  const edits = editedFiles(task).map(({ path }): Call => ({ tool: 'Edit', path }));
  const reads = task.unchanged.map((path): Call => ({ tool: 'Read', path }));
  const turns = Array.from({ length: Math.max(edits.length, reads.length) }, (_value, turn) => turn);
  return turns.flatMap((turn) => [...edits.slice(turn, turn + 1), ...reads.slice(turn, turn + 1)]);
}

async function openSession(org: ReplayOrg, { commit }: ReplayTask): Promise<string> {
  const id = `replay-${commit.hash}`;
  const workItem = { title: commit.subject };
  await org.sessions.create({ id, projectId: REPLAY_PROJECT, agentId: AGENT, workItem });
  await org.sessions.claim(id, { workerId: AGENT, ttlMs: SESSION_TTL_MS });
  return id;
}

async function makeCall(injector: InSessionMemoryInjector, sessionId: string, { tool, path }: Call): Promise<Answer> {
  const result = await injector.handleVerbEvent({
    phase: 'post-verb',
    sessionId,
    orgId: ORG,
    projectId: REPLAY_PROJECT,
    agentId: AGENT,
    tool,
    paths: [path],
    emittedAt: systemClock.now(),
  });
  const { outcome, observationIds, actualTokens } = result;
  return { named: observationIds.map(positionOf), tokens: actualTokens, answered: outcome !== 'budget-exceeded' };
}
