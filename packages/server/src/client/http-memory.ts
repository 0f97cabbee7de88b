import type { ObservationInput } from '@inkling/engine';
import { InklingError } from '@inkling/engine/errors';
import type { OverridePatch } from '@inkling/engine/types';
import * as captures from '../contract/captures.ts';
import * as access from '../contract/access.ts';
import * as config from '../contract/config.ts';
import { listMemoryInjects } from '../contract/delivery.ts';
import * as feedback from '../contract/feedback.ts';
import * as graph from '../contract/graph.ts';
import { recordContextInjection } from '../contract/inspection.ts';
import type { ObservationBody } from '../contract/observation.ts';
import * as observations from '../contract/observations.ts';
import * as recall from '../contract/recall.ts';
import type { Client } from './client.ts';
import type { CommandMemory } from './command-memory.ts';

/** A daemon's memory of one organisation, as if it were opened here. Who changes something is for the daemon to say. */
export function createHttpMemory(client: Client): CommandMemory {
  return {
    observations: observationsOf(client),
    apiKeys: {
      create: ({ createdBy: _createdBy, projects, ...key }) =>
        client.call(access.createApiKey, { body: { ...key, ...(projects ? { projects } : {}) } }),
      list: async () => (await client.call(access.listApiKeys, {})).keys,
      revoke: async (id) => (await client.call(access.revokeApiKey, { params: { id } })).revoked,
    },
    feedback: {
      observation: (body) => client.call(feedback.giveFeedback, { body }),
      outcome: (sessionId) => client.call(feedback.getSessionOutcome, { params: { sessionId } }),
      setOutcome: (sessionId, outcome, { actor: _actor, ...reason }) =>
        outcome === null
          ? client.call(feedback.removeSessionOutcome, { params: { sessionId } })
          : client.call(feedback.setSessionOutcome, { params: { sessionId }, body: { outcome, ...reason } }),
    },
    experiments: {
      list: async (projectId) =>
        (await client.call(feedback.listExperiments, { query: filterOf(projectId) })).experiments,
      start: (projectId, withhold) => client.call(feedback.startExperiment, { body: { projectId, withhold } }),
      stop: (projectId) => client.call(feedback.stopExperiment, { body: { projectId } }),
      report: (projectId, id) =>
        client.call(feedback.reportExperiment, {
          query: { ...filterOf(projectId), ...(id === undefined ? {} : { id }) },
        }),
    },
    config: configOf(client),
    importCursors: importCursorsOf(client),
    listMemoryInjects: async (sessionId, query = {}) =>
      (await client.call(listMemoryInjects, { params: { sessionId }, query })).rows,
    transfer: transferOf(client),
    graph: graphOf(client),
    ...policiesOf(client),
    capture: {
      remember: (input) => client.call(captures.captureStatement, { body: asBody(input) }),
      linkAmendments: async (body) => (await client.call(captures.linkAmendments, { body })).amendments,
    },
    recall: ({ signal, ...body }) => client.call(recall.recall, { body, signal }),
    searchGraph: ({ signal, ...body }) => client.call(recall.searchGraph, { body, signal }),
    warm: async (body = {}) => (await client.call(recall.warm, { body })).warm,
    previewStartBlock: ({ store: _store, estimateTokens: _estimate, onError: _onError, signal, ...body }) =>
      client.call(recall.buildSessionMemoryBlock, { body, signal }),
    recordContextInjection: async ({ orgId: _orgId, timestamp: _timestamp, ...body }) =>
      (await client.call(recordContextInjection, { body })).id,
  };
}

function observationsOf(client: Client): CommandMemory['observations'] {
  return {
    remember: (input) => client.call(observations.remember, { body: asBody(input) }),
    rememberMany: async (inputs, options = {}) =>
      (await client.call(observations.rememberMany, { body: { observations: inputs.map(asBody), ...options } }))
        .results,
    get: (id) => client.call(observations.getObservation, { params: { id } }).catch(missing),
    list: (request = {}) => client.call(observations.listObservations, { query: pageOf(request) }),
    talks: (request = {}) => client.call(observations.listTalks, { query: pageOf(request) }),
    count: async (filter = {}) => (await client.call(observations.countObservations, { query: pageOf(filter) })).count,
    supersede: (id, content, options = {}) =>
      client.call(observations.supersede, { params: { id }, body: asBody({ ...options, content }) }),
    release: (id) => client.call(observations.release, { params: { id } }),
    forget: (body) => client.call(observations.forget, { body }),
    exportRows: ({ projectId } = {}) => client.lines(observations.exportObservations, { query: filterOf(projectId) }),
    amendments: {
      list: async (projectId) => [
        ...(await client.call(captures.listAmendments, { query: filterOf(projectId) })).amendments,
      ],
      undo: async (body) => (await client.call(captures.undoAmendment, { body })).undone,
    },
    importRows: (rows) => client.call(observations.importObservations, { body: { rows: [...rows] } }),
  };
}

/** Nothing there is an answer here, and a refusal over HTTP. */
function missing(error: unknown): null {
  if (InklingError.isInstance(error) && error.code === 'observation-not-found') return null;
  throw error;
}

function configOf(client: Client): CommandMemory['config'] {
  return {
    verifyChanges: (head) => client.call(config.verifyConfigChanges, { query: head === undefined ? {} : { head } }),
    effective: (projectId) => client.call(config.getEffectiveConfig, { query: projectOf(projectId) }),
    project: (projectId) => client.call(config.getProjectConfig, { query: projectOf(projectId) }),
    setProject: (projectId, patch, { expectedUpdatedAt }) => {
      const body = { ...patch, ...(expectedUpdatedAt === undefined ? {} : { expectedUpdatedAt }) };
      return client.call(config.setProjectConfig, { query: projectOf(projectId), body });
    },
    budgets: {
      list: async () => (await client.call(config.getBudgets, {})).overrides,
      set: async (body: OverridePatch<number>) => (await client.call(config.setBudgets, { body })).changed,
    },
    recallMatrix: {
      list: async () => (await client.call(config.getRecallMatrix, {})).overrides,
      set: async (body: OverridePatch<boolean>) => (await client.call(config.setRecallMatrix, { body })).changed,
    },
    retention: {
      list: async () => (await client.call(config.getRetention, {})).days,
      set: async (body: OverridePatch<number>) => (await client.call(config.setRetention, { body })).changed,
    },
    plan: {
      list: async () => (await client.call(config.getPlan, {})).features,
      set: async (body: OverridePatch<boolean>) => (await client.call(config.setPlan, { body })).changed,
    },
  };
}

function importCursorsOf(client: Client): CommandMemory['importCursors'] {
  return {
    get: async (projectId, source) =>
      (await client.call(config.getImportCursor, { query: { ...projectOf(projectId), source } })).cursor,
    async set(projectId, source, cursor) {
      await client.call(config.setImportCursor, { query: { ...projectOf(projectId), source }, body: { cursor } });
    },
  };
}

function transferOf(client: Client): CommandMemory['transfer'] {
  return {
    list: async () => (await client.call(config.listTransferGrants, {})).grants,
    grant: async (body) => (await client.call(config.grantTransfer, { body })).granted,
    revoke: async (body) => (await client.call(config.revokeTransfer, { body })).revoked,
    why: (body) => client.call(config.whyTransfer, { body }),
    async setFingerprint(body) {
      await client.call(config.setFingerprint, { body });
    },
    fingerprint: async (projectId) => (await client.call(config.getFingerprint, { query: { projectId } })).fingerprint,
  };
}

/** The part of a daemon's graph that an indexer of code writes. */
function graphOf(client: Client): CommandMemory['graph'] {
  return {
    upsertNodes: (nodes) => client.call(graph.upsertGraphNodes, { body: { nodes } }),
    upsertEdges: (edges) => client.call(graph.upsertGraphEdges, { body: { edges } }),
    removeNodes: async (ids) => (await client.call(graph.removeGraphNodes, { body: { ids } })).removed,
    async removeEdgesOfFiles(projectId, paths, edges = []) {
      const keep = edges.map(({ sourceId, relationshipName, targetId }) => ({ sourceId, relationshipName, targetId }));
      return (await client.call(graph.removeGraphEdges, { body: { projectId, paths, keep } })).removed;
    },
    files: {
      async list(projectId) {
        const files = [];
        for await (const file of client.lines(graph.listGraphFiles, { query: projectOf(projectId) })) files.push(file);
        return files;
      },
      async set(projectId, files) {
        await client.call(graph.setGraphFiles, { body: { projectId, files } });
      },
      async remove(projectId, paths) {
        await client.call(graph.removeGraphFiles, { body: { projectId, paths } });
      },
    },
  };
}

function policiesOf(
  client: Client,
): Pick<CommandMemory, 'policies' | 'administration' | 'explainAccess' | 'explainDenials' | 'testPolicies'> {
  return {
    policies: {
      put: (name, text, { actor: _actor, ...options }) =>
        client.call(access.putPolicy, { params: { name }, body: { text, ...options } }),
      list: async () => (await client.call(access.listPolicies, {})).policies,
      remove: async (name) => (await client.call(access.removePolicy, { params: { name } })).removed,
    },
    administration: { explain: async (body) => (await client.call(access.explainAdministration, { body })).decision },
    explainAccess: async (body) => (await client.call(access.explainAccess, { body })).decision,
    explainDenials: (body) => client.call(access.explainDenials, { body }),
    testPolicies: async (body) => (await client.call(access.testPolicies, { body })).decision,
  };
}

/** One project; null = what belongs to none. */
const projectOf = (projectId: string | null): { projectId?: string } => (projectId === null ? {} : { projectId });

/** Which projects: undefined = every one, null = what belongs to none. */
const filterOf = (projectId: string | null | undefined): { projectId?: string } =>
  projectId === undefined ? {} : { projectId: projectId ?? '' };

interface PageRequest {
  readonly projectId?: string | null;
  readonly cursor?: string | null;
}

function pageOf<Request extends PageRequest>({ projectId, cursor, ...rest }: Request) {
  return { ...rest, ...filterOf(projectId), ...(cursor ? { cursor } : {}) };
}

/** Dates travel as texts. */
function asBody({ createdAt, validTo, ...rest }: ObservationInput): ObservationBody {
  return {
    ...rest,
    ...(createdAt === undefined ? {} : { createdAt: asText(createdAt) }),
    ...(validTo === undefined ? {} : { validTo: validTo === null ? null : asText(validTo) }),
  };
}

function asText(time: string | Date): string {
  return typeof time === 'string' ? time : time.toISOString();
}
