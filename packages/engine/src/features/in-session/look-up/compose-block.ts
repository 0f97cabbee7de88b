import { composeObservationBlock, type ObservationBlock } from '../../../memory/compose/compose-observation-block.ts';
import type { GraphContextTriplet } from '../../../memory/graph/triplet.ts';
import { ALL_AS_IT_WAS, withCheckedFiles } from '../../../recall/evidence/checkout-files.ts';
import { shownRows, type ShownObservation } from '../../../recall/candidates/shown-rows.ts';
import { takenFrom } from '../../../recall/candidates/taken-from-talk.ts';
import { DEFAULT_IN_SESSION_CONFIG } from '../in-session-config.ts';
import type { Ending, InjectionOutcome, InjectionReason } from '../injection-result.ts';
import type { InjectorParts, Found } from '../injector-parts.ts';
import { edgeKey, type SessionState } from '../session-state.ts';
import type { VerbBusEvent } from '../events/verb-bus-event.ts';

/** A block that is ready for the agent of an event. */
export interface ReadyBlock {
  readonly event: VerbBusEvent;
  readonly state: SessionState;
  readonly epoch: number;
  readonly composed: ObservationBlock<ShownObservation, GraphContextTriplet>;
  readonly budgetTokens: number;
  /** What the block shows, as the seen-set knows it. */
  readonly keys: readonly string[];
  /** What the look-up had. */
  readonly found: Found;
  /** Those of it that the session had not seen. */
  readonly fresh: readonly ShownObservation[];
}

const tripletKey = ({ sourceNodeId, relationship, targetNodeId }: GraphContextTriplet): string =>
  edgeKey({ sourceId: sourceNodeId, relationshipName: relationship, targetId: targetNodeId });

/**
 * A talk is found by this part of it or by that: who had one has had it. What its own user stated is in a session's context as long as that was
 * not compacted, and may be what the very prompt at hand takes back.
 */
function wasSeen(row: ShownObservation, { seen, epoch }: SessionState, sessionId: string): boolean {
  const { id, talk } = row;
  if (epoch === 0 && takenFrom(row) !== null && row.sessionId === sessionId) return true;
  return [id, ...(talk?.exchangeIds ?? [])].some((each) => seen.has(each.toLowerCase()));
}

/** The budget that the configuration sets, for all or for the work type, else what the work type has, else the seed's. */
function budgetOf({ settings, budgetTokensFor }: InjectorParts, orgId: string, workType: string): number {
  const { budgetTokens, budgets } = settings;
  const configured = budgetTokens ?? budgets.get(workType) ?? budgets.get('*');
  return configured ?? budgetTokensFor?.(orgId, workType) ?? DEFAULT_IN_SESSION_CONFIG.budgetTokens;
}

/** Renders what the session has not seen. The block is '' when there is nothing new, or nothing of it fits. */
export function composeBlock(parts: InjectorParts, event: VerbBusEvent, state: SessionState, found: Found): ReadyBlock {
  const budgetTokens = budgetOf(parts, event.orgId, state.workType);
  const shown = withCheckedFiles(shownRows(found.rows), found.checked ?? ALL_AS_IT_WAS);
  const fresh = shown.filter((row) => !wasSeen(row, state, event.sessionId));
  const composed = composeObservationBlock(fresh, budgetTokens, parts.estimateTokens, {
    format: parts.lineFormat,
    maxObservations: parts.settings.maxSuggestionsPerEvent,
    // On a tool call a commit is what it says first: git, which the agent has at hand, has the rest.
    growsCommits: found.evidence?.isPrompt === true,
    triplets: found.triplets.filter((triplet) => !state.seen.has(tripletKey(triplet))),
  });
  const keys = [...composed.shownIds.map((id) => id.toLowerCase()), ...composed.includedTriplets.map(tripletKey)];
  return { event, state, epoch: state.epoch, composed, budgetTokens, keys, found, fresh };
}

export function blockEnding(
  { composed, found: { degraded } }: ReadyBlock,
  outcome: InjectionOutcome,
  reason: InjectionReason | null = null,
): Ending {
  const observationIds = composed.shownIds;
  return { outcome, reason, observationIds, actualTokens: composed.actualTokens, degraded };
}
