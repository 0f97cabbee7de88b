import type { LeftOut } from '@inkling/engine/types';
import * as api from '../../contract/recall.ts';
import { route, type Route } from '../route.ts';

/** What is found for a question: memories, triplets, and the block of a session start. */
export const recallRoutes: readonly Route[] = [
  route(api.recall, async ({ memory, caller, body, signal }) => {
    const result = await memory.recall({ ...body, signal });
    return caller.ownsMachine ? result : { ...result, leftOut: tellable(result.leftOut) };
  }),
  route(api.warm, async ({ memory, body }) => ({ warm: await memory.warm(body) })),
  route(api.searchGraph, async ({ memory, caller, body, signal }) => {
    const answer = await memory.searchGraph({ ...body, signal });
    return caller.ownsMachine ? answer : { ...answer, denied: [] };
  }),
  route(api.buildSessionMemoryBlock, async ({ memory, caller, body, signal }) => {
    const block = await memory.previewStartBlock({ ...body, signal });
    return caller.ownsMachine ? block : { ...block, leftOut: tellable(block.leftOut), deniedTriplets: [] };
  }),
];

/** What was left out, without what was not decided on or denied: an id is a question that its holder can ask elsewhere. */
function tellable(leftOut: readonly LeftOut[]): readonly LeftOut[] {
  return leftOut.filter(({ reason }) => reason !== 'denied' && reason !== 'not-recallable');
}
