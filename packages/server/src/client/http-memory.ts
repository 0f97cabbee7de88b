import { linkAmendmentsEndpoint, listAmendmentsEndpoint, undoAmendmentEndpoint } from '../contract/amendments.ts';
import { InklingError, type ObservationInput } from '@inkling/engine';
import { createApiKeyEndpoint, listApiKeysEndpoint, revokeApiKeyEndpoint } from '../contract/api-keys.ts';
import { buildBlockEndpoint, recordInjectionEndpoint } from '../contract/blocks.ts';
import { captureStatementEndpoint } from '../contract/captures.ts';
import {
  listExperimentsEndpoint,
  reportExperimentEndpoint,
  startExperimentEndpoint,
  stopExperimentEndpoint,
} from '../contract/experiments.ts';
import { feedbackEndpoint } from '../contract/feedback.ts';
import { searchGraphEndpoint } from '../contract/graph-search.ts';
import { getImportCursorEndpoint, setImportCursorEndpoint } from '../contract/import-cursors.ts';
import { getOutcomeEndpoint, removeOutcomeEndpoint, setOutcomeEndpoint } from '../contract/outcomes.ts';
import type { ObservationBody } from '../contract/observation.ts';
import {
  countObservationsEndpoint,
  exportObservationsEndpoint,
  forgetEndpoint,
  getObservationEndpoint,
  importObservationsEndpoint,
  listObservationsEndpoint,
  listTalksEndpoint,
  releaseEndpoint,
  rememberEndpoint,
  rememberManyEndpoint,
  supersedeEndpoint,
} from '../contract/observations.ts';
import {
  explainAccessEndpoint,
  explainAdministrationEndpoint,
  explainDenialsEndpoint,
  listPoliciesEndpoint,
  putPolicyEndpoint,
  removePolicyEndpoint,
  testPoliciesEndpoint,
} from '../contract/policies.ts';
import { recallEndpoint, warmEndpoint } from '../contract/recall.ts';
import type { Client } from './client.ts';
import type { CommandMemory } from './command-memory.ts';
import { createHttpConfig } from './http-config.ts';
import { createHttpGraph } from './http-graph.ts';
import { createHttpTransfer } from './http-transfer.ts';
import { importOverHttp } from './import-over-http.ts';

/** A daemon's memory of one organisation, as if it were opened here. */
export function createHttpMemory(client: Client): CommandMemory {
  return {
    observations: observationsOf(client),
    importCursors: importCursorsOf(client),
    apiKeys: apiKeysOf(client),
    feedback: {
      observation: (body) => client.call(feedbackEndpoint, { body }),
      outcome: (sessionId) => client.call(getOutcomeEndpoint, { params: { sessionId } }),
      // Who says it is for the daemon to say.
      setOutcome: (sessionId, outcome, { actor: _actor, ...reason }) =>
        outcome === null
          ? client.call(removeOutcomeEndpoint, { params: { sessionId } })
          : client.call(setOutcomeEndpoint, { params: { sessionId }, body: { outcome, ...reason } }),
    },
    config: createHttpConfig(client),
    experiments: {
      async list(projectId) {
        const query = projectId === undefined ? {} : { projectId: projectId ?? '' };
        return (await client.call(listExperimentsEndpoint, { query })).experiments;
      },
      start: (projectId, withhold) => client.call(startExperimentEndpoint, { body: { projectId, withhold } }),
      stop: (projectId) => client.call(stopExperimentEndpoint, { body: { projectId } }),
      report: (projectId, id) =>
        client.call(reportExperimentEndpoint, {
          query: { projectId: projectId ?? '', ...(id === undefined ? {} : { id }) },
        }),
    },
    graph: createHttpGraph(client),
    transfer: createHttpTransfer(client),
    ...policiesOf(client),
    capture: {
      remember: (input) => client.call(captureStatementEndpoint, { body: asBody(input) }),
      async linkAmendments(body) {
        return (await client.call(linkAmendmentsEndpoint, { body })).amendments;
      },
    },
    recall: ({ signal, ...body }) => client.call(recallEndpoint, { body, ...aborting(signal) }),
    searchGraph: ({ signal, ...body }) => client.call(searchGraphEndpoint, { body, ...aborting(signal) }),
    async explainAccess(body) {
      return (await client.call(explainAccessEndpoint, { body })).decision;
    },
    async warm(body = {}) {
      return (await client.call(warmEndpoint, { body })).warm;
    },
    previewStartBlock: ({ store: _store, estimateTokens: _estimate, onError: _onError, signal, ...body }) =>
      client.call(buildBlockEndpoint, { body, ...aborting(signal) }),
    async recordContextInjection({ orgId: _orgId, timestamp: _timestamp, ...body }) {
      return (await client.call(recordInjectionEndpoint, { body })).id;
    },
  };
}

function observationsOf(client: Client): CommandMemory['observations'] {
  return {
    remember: (input) => client.call(rememberEndpoint, { body: asBody(input) }),
    async rememberMany(inputs) {
      const observations = inputs.map(asBody);
      return (await client.call(rememberManyEndpoint, { body: { observations } })).results;
    },
    get: (id) => client.call(getObservationEndpoint, { params: { id } }).catch(missing),
    list: ({ cursor, ...query } = {}) =>
      client.call(listObservationsEndpoint, { query: { ...query, ...(cursor ? { cursor } : {}) } }),
    talks: ({ cursor, ...query } = {}) =>
      client.call(listTalksEndpoint, { query: { ...query, ...(cursor ? { cursor } : {}) } }),
    async count(query = {}) {
      return (await client.call(countObservationsEndpoint, { query })).count;
    },
    supersede: (id, content, options = {}) =>
      client.call(supersedeEndpoint, { params: { id }, body: asBody({ ...options, content }) }),
    release: (id) => client.call(releaseEndpoint, { params: { id } }),
    forget: (body) => client.call(forgetEndpoint, { body }),
    exportRows: ({ projectId } = {}) =>
      client.lines(exportObservationsEndpoint, {
        query: projectId === undefined ? {} : { projectId: projectId ?? '' },
      }),
    amendments: {
      async list(projectId) {
        const query = projectId === undefined ? {} : { projectId: projectId ?? '' };
        return [...(await client.call(listAmendmentsEndpoint, { query })).amendments];
      },
      async undo(body) {
        return (await client.call(undoAmendmentEndpoint, { body })).undone;
      },
    },
    importRows: (rows) =>
      importOverHttp(rows, (batch) => client.call(importObservationsEndpoint, { body: { rows: batch } })),
  };
}

/** Nothing there is an answer here, and a refusal over HTTP. */
function missing(error: unknown): null {
  if (InklingError.isInstance(error) && error.code === 'observation-not-found') return null;
  throw error;
}

function importCursorsOf(client: Client): CommandMemory['importCursors'] {
  const queryOf = (projectId: string | null, source: string): { projectId?: string; source: string } =>
    projectId === null ? { source } : { projectId, source };
  return {
    async get(projectId, source) {
      return (await client.call(getImportCursorEndpoint, { query: queryOf(projectId, source) })).cursor;
    },
    async set(projectId, source, cursor) {
      await client.call(setImportCursorEndpoint, { query: queryOf(projectId, source), body: { cursor } });
    },
  };
}

function policiesOf(
  client: Client,
): Pick<CommandMemory, 'policies' | 'administration' | 'explainAccess' | 'explainDenials' | 'testPolicies'> {
  return {
    policies: {
      // Who does it is for the daemon to say.
      put: (name, text, { actor: _actor, ...options }) =>
        client.call(putPolicyEndpoint, { params: { name }, body: { text, ...options } }),
      async list() {
        return (await client.call(listPoliciesEndpoint, {})).policies;
      },
      async remove(name) {
        return (await client.call(removePolicyEndpoint, { params: { name } })).removed;
      },
    },
    administration: {
      async explain(body) {
        return (await client.call(explainAdministrationEndpoint, { body })).decision;
      },
    },
    async explainAccess(body) {
      return (await client.call(explainAccessEndpoint, { body })).decision;
    },
    explainDenials: (body) => client.call(explainDenialsEndpoint, { body }),
    async testPolicies(body) {
      return (await client.call(testPoliciesEndpoint, { body })).decision;
    },
  };
}

function apiKeysOf(client: Client): CommandMemory['apiKeys'] {
  return {
    // Who makes it is for the daemon to say.
    create: ({ role, name }) => client.call(createApiKeyEndpoint, { body: { role, name } }),
    async list() {
      return (await client.call(listApiKeysEndpoint, {})).keys;
    },
    async revoke(id) {
      return (await client.call(revokeApiKeyEndpoint, { params: { id } })).revoked;
    },
  };
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

function aborting(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal ? { signal } : {};
}
