import { surfacedGraph } from '../../memory/graph/triplet.ts';
import type { ReadyBlock } from './compose-block.ts';
import type { InjectorParts } from './injector-parts.ts';
import { traceBlock } from './trace-block.ts';
import { questionsOf } from './verb-bus-event.ts';

/** Writes the log row of a block. Nobody waits for it: a slow or broken log costs no tool call anything. */
export function recordBlock(parts: InjectorParts, ready: ReadyBlock, shown = true): void {
  const { recordInjection, onError } = parts;
  if (!recordInjection) return;
  const { event, state, composed, budgetTokens } = ready;
  const { included, includedTriplets } = composed;
  const log = {
    sessionId: event.sessionId,
    workType: state.workType,
    budgetTokens,
    actualTokens: composed.actualTokens,
    observationIds: included.map(({ id }) => id),
    sessionSummaryIds: included.filter(({ kind }) => kind === 'session_summary').map(({ id }) => id),
    ...surfacedGraph(includedTriplets),
    queryText: questionsOf(event).texts.join('\n'),
    orgId: event.orgId,
    projectId: event.projectId ?? null,
    shown,
  };
  // Called inside the chain, so that a recorder that throws at once is heard like one that rejects.
  void Promise.resolve()
    .then(() => recordInjection({ ...log, trace: traceBlock(parts, ready) }))
    .catch(onError);
}
