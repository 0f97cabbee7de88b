import type { ConfigOverride, OverridePatch } from '@inkling/engine/types';
import {
  getBudgetsEndpoint,
  getEffectiveConfigEndpoint,
  getPlanEndpoint,
  getProjectConfigEndpoint,
  getRecallMatrixEndpoint,
  setBudgetsEndpoint,
  setPlanEndpoint,
  setProjectConfigEndpoint,
  setRecallMatrixEndpoint,
  verifyChangesEndpoint,
  type ChangedKeys,
} from '../contract/config.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Client } from './client.ts';
import type { CommandMemory } from './command-memory.ts';

/** What an organisation's administrators set, over HTTP. Who changes something is for the daemon to say. */
export function createHttpConfig(client: Client): CommandMemory['config'] {
  const queryOf = (projectId: string | null) => (projectId === null ? {} : { projectId });
  const changing =
    <Value>(endpoint: Endpoint<{ body: OverridePatch<Value>; answer: ChangedKeys }>) =>
    async (body: OverridePatch<Value>): Promise<readonly string[]> =>
      (await client.call(endpoint, { body })).changed;
  const overridesAt =
    <Value>(endpoint: Endpoint<{ answer: { readonly overrides: readonly ConfigOverride<Value>[] } }>) =>
    async (): Promise<readonly ConfigOverride<Value>[]> =>
      (await client.call(endpoint, {})).overrides;
  return {
    verifyChanges: (head) => client.call(verifyChangesEndpoint, { query: head === undefined ? {} : { head } }),
    effective: (projectId) => client.call(getEffectiveConfigEndpoint, { query: queryOf(projectId) }),
    project: (projectId) => client.call(getProjectConfigEndpoint, { query: queryOf(projectId) }),
    setProject: (projectId, patch, { expectedUpdatedAt }) => {
      const body = { ...patch, ...(expectedUpdatedAt === undefined ? {} : { expectedUpdatedAt }) };
      return client.call(setProjectConfigEndpoint, { query: queryOf(projectId), body });
    },
    budgets: { list: overridesAt(getBudgetsEndpoint), set: changing(setBudgetsEndpoint) },
    recallMatrix: { list: overridesAt(getRecallMatrixEndpoint), set: changing(setRecallMatrixEndpoint) },
    plan: {
      list: async () => (await client.call(getPlanEndpoint, {})).features,
      set: changing(setPlanEndpoint),
    },
  };
}
