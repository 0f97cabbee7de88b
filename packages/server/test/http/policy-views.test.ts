import type { Observation, OrgMemory } from '@inkling/engine';
import type { AuthorizationResource, NamedPolicy, Principal } from '@inkling/engine/types';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAuthorizedDirectly } from '../../../engine/test/oracles/cedar-oracle.ts';
import { anyPolicies, anyPrincipal, anyResource } from '../../../engine/test/policy-arbitraries.ts';
import { openTestDatabase } from '../../../engine/test/setup/open-test-database.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';

const QUERY = 'ledger queue worker retries';
const VIEWER = 'test:member';
const NAMES = ['alder', 'birch', 'cedar', 'dogwood', 'elm', 'fir', 'ginkgo', 'hazel'];
const ANALYTICS = [
  'top-observations?limit=100',
  'top-observations?order=bottom&limit=100',
  'drift?limit=500',
  'coverage?depth=8',
  'feedback-impact',
  'context-budget',
  'budget-change?workType=feature&budgetTokens=2000',
  'latency',
  'trends?by=kind',
  'trends?by=agent',
  'health',
];

/** A statement and the words that nothing else in the organisation has: of its text, of its file's path, of a node that is classified as it is. */
interface Secret {
  readonly row: Observation;
  readonly word: string;
  readonly directory: string;
  readonly node: string;
}

let app: DaemonApp;
let orgs = 0;
beforeAll(async () => {
  app = await daemonApp(await openTestDatabase('pglite'));
});
afterAll(() => app.memory.close());

async function remembered(
  org: OrgMemory,
  wanted: readonly Pick<Observation, 'projectId' | 'classification' | 'kind' | 'agentId'>[],
): Promise<Secret[]> {
  const secrets: Secret[] = [];
  for (const [index, { projectId, classification, kind, agentId }] of wanted.entries()) {
    const [word, directory] = [`${NAMES[index]}word`, `${NAMES[index]}folder`];
    const { id } = await org.observations.remember({
      // Nearly the same words with other numbers: pairs of them contradict each other.
      content: `The ledger queue worker retries a failed payment batch ${index + 2} times, says ${word}.`,
      metadata: { paths: [`src/${directory}/ledger.ts`] },
      createdAt: '2026-01-01T00:00:00Z',
      ...{ projectId, classification, kind, agentId: agentId || 'git' },
    });
    // Each is judged, so that it stands among the top and the bottom ones.
    await org.feedback.observation({ observationId: id, agentId: 'ann', verdict: 'helpful' });
    secrets.push({ row: (await org.observations.get(id))!, word, directory, node: `${NAMES[index]}node` });
  }
  return secrets;
}

/** Commits that touched every second file, and an index of code that has none of them: both kinds of drift. */
async function drifted(org: OrgMemory, secrets: readonly Secret[]): Promise<void> {
  for (const [index, { row, directory }] of secrets.entries()) {
    await org.graph.files.set(row.projectId, [
      { path: 'src/there/index.ts', contentHash: 'h', extractorVersion: 1, nodeIds: [], facts: {} },
    ]);
    if (index % 2 === 1) continue;
    await org.observations.remember({
      ...{
        content: `Commit ${index}`,
        kind: 'commit',
        projectId: row.projectId,
        agentId: 'importer',
        classification: 'public',
      },
      metadata: { paths: [`src/${directory}/ledger.ts`] },
    });
  }
}

/** A node for each statement, all of them in one circle. */
async function drawn(org: OrgMemory, secrets: readonly Secret[]): Promise<void> {
  const { ids } = await org.graph.upsertNodes(
    secrets.map(({ row: { projectId, classification }, node }) => ({
      projectId,
      classification,
      type: 'Module',
      name: node,
    })),
  );
  await org.graph.upsertEdges(
    ids.map((sourceId, index) => ({ sourceId, relationshipName: 'calls', targetId: ids[(index + 1) % ids.length]! })),
  );
}

/** What the stream of a session sends, up to an event that is there. */
async function streamed(org: OrgMemory, session: string, seq: number): Promise<string> {
  const gone = new AbortController();
  const response = await app.send(`/v1/sessions/${encodeURIComponent(session)}/activities/stream`, {
    headers: { authorization: 'Bearer member', 'inkling-org': org.orgId },
    signal: gone.signal,
  });
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += new TextDecoder().decode(chunk);
    if (text.includes(`id: ${seq}\n`)) break;
  }
  gone.abort();
  return text;
}

/** One session of an agent's client through its hooks. Answers how many of its events were given something to read. */
async function hooked(org: OrgMemory, name: string): Promise<number> {
  const fields = { session_id: name, cwd: '/repos/api' };
  let given = 0;
  const hook = async (hook_event_name: string, more: object): Promise<void> => {
    const body = { ...fields, hook_event_name, ...more };
    const { body: answer } = await app.ask('post /v1/hooks/claude-code', { org: org.orgId, role: 'worker', body });
    if (JSON.stringify(answer).includes('additionalContext')) given += 1;
  };
  await hook('SessionStart', { source: 'startup' });
  await hook('UserPromptSubmit', { prompt: QUERY });
  // What a slow machine brings late comes with one of these.
  for (let call = 0; call < 6; call += 1) {
    const edit = { tool_name: 'Edit', tool_input: { file_path: `/repos/api/src/${NAMES[call]}folder/ledger.ts` } };
    await hook('PreToolUse', { ...edit, tool_use_id: `${name}-${call}` });
    await hook('PostToolUse', { ...edit, tool_use_id: `${name}-${call}`, tool_response: {} });
  }
  return given;
}

/** The number of the newest event, once what was given is among them: events are written behind the answers. */
async function newestEvent(org: OrgMemory, session: string, given: number): Promise<number> {
  let newest = 0;
  const injects = async (): Promise<number> => {
    const { rows } = await org.activities.list(session, {});
    newest = rows.at(-1)?.seq ?? 0;
    return newest === 0 ? -1 : rows.filter(({ type }) => type === 'inject').length;
  };
  await expect.poll(injects, { timeout: 30_000 }).toBeGreaterThanOrEqual(given);
  return newest;
}

/** One organisation with random policies, and whom a direct call to Cedar lets read what. */
interface World {
  readonly org: OrgMemory;
  readonly secrets: readonly Secret[];
  readonly enforced: readonly string[];
}

type Asking = Pick<Principal, 'agentId' | 'projectId' | 'sessionId'>;

function mayRead({ org: { orgId }, enforced }: World, asking: Asking, { row }: Secret): boolean {
  return isAuthorizedDirectly(enforced, { orgId, ...asking }, 'read', { ...row, type: 'observation' });
}

const viewerOf = ({ row: { projectId } }: Secret): Asking => ({ agentId: VIEWER, projectId });
const mayView = (world: World, secret: Secret): boolean => mayRead(world, viewerOf(secret), secret);

const SURFACES = ['stream', 'analytics', 'graph', 'injections', 'observations'] as const;
const seen = new Map<string, number>(SURFACES.map((surface) => [surface, 0]));
const kept = new Map(seen);

/** What is there must be allowed; and both is counted, because a property over nothing proves nothing. */
function expectAllowed(surface: (typeof SURFACES)[number], what: string, isThere: boolean, isAllowed: boolean): void {
  if (isThere) seen.set(surface, (seen.get(surface) ?? 0) + 1);
  if (!isAllowed) kept.set(surface, (kept.get(surface) ?? 0) + 1);
  expect([surface, what, isThere && !isAllowed]).toEqual([surface, what, false]);
}

async function viewed({ org: { orgId } }: World, path: string, method = 'get'): Promise<string> {
  const request = { org: orgId, role: 'member', ...(method === 'post' ? { body: {} } : {}) } as const;
  return JSON.stringify((await app.ask(`${method} /v1/${path}`, request)).body);
}

async function checkStream(world: World): Promise<void> {
  const client = 'client';
  const given = await hooked(world.org, client);
  const events = await streamed(world.org, client, await newestEvent(world.org, client, given));
  for (const secret of world.secrets) {
    const isThere = events.includes(secret.row.id) || events.includes(secret.word);
    const asking = { agentId: 'claude-code', projectId: 'api', sessionId: client };
    expectAllowed('stream', secret.word, isThere, mayRead(world, asking, secret));
  }
}

async function checkAnalytics(world: World): Promise<void> {
  for (const path of ANALYTICS) {
    const figures = await viewed(world, `analytics/${path}`);
    for (const [index, secret] of world.secrets.entries()) {
      // The other files are named by commits, which everybody may read.
      const isFileThere = index % 2 === 1 && figures.includes(secret.directory);
      const isThere = figures.includes(secret.word) || isFileThere;
      expectAllowed('analytics', `${path} ${secret.word}`, isThere, mayView(world, secret));
    }
  }
}

async function checkObservations(world: World): Promise<void> {
  const list = await viewed(world, 'observations?limit=1000');
  for (const secret of world.secrets) {
    const one = await viewed(world, `observations/${secret.row.id}`);
    const isAllowed = mayView(world, secret);
    expectAllowed('observations', secret.word, list.includes(secret.word), isAllowed);
    expectAllowed('observations', `${secret.word} by its id`, one.includes(secret.word), isAllowed);
    // Nothing is kept from whoever may read it.
    expect([secret.word, list.includes(secret.word), one.includes(secret.word)]).toEqual([
      secret.word,
      isAllowed,
      isAllowed,
    ]);
  }
}

async function checkGraph(world: World): Promise<void> {
  const { org, secrets, enforced } = world;
  const graph = await viewed(world, 'graph/neighbourhood', 'post');
  const node = { type: 'graph-node', kind: 'Module', agentId: '' } as const;
  for (const secret of secrets) {
    const asking = { orgId: org.orgId, ...viewerOf(secret) };
    const isAllowed = isAuthorizedDirectly(enforced, asking, 'read', { ...secret.row, ...node });
    expectAllowed('graph', secret.node, graph.includes(secret.node), isAllowed);
  }
}

async function checkInjections(world: World, asking: Asking & { readonly sessionId: string }): Promise<void> {
  const { org, secrets } = world;
  const { sessionId, agentId, projectId = null } = asking;
  await org.sessions.create({ id: sessionId, projectId, agentId, workType: 'feature', workItem: { title: QUERY } });
  await org.sessions.claim(sessionId, { workerId: 'w' });
  await org.injectContextForClaimedSession(sessionId, { deadlineMs: 60_000 });
  const injections = await viewed(world, `sessions/${sessionId}/injections`);
  for (const secret of secrets) {
    const isAllowed = mayView(world, secret) && mayRead(world, asking, secret);
    expectAllowed('injections', secret.word, injections.includes(secret.word), isAllowed);
  }
}

async function anotherWorld(rows: readonly AuthorizationResource[], policies: readonly NamedPolicy[]): Promise<World> {
  const org = app.memory.org(`views-${(orgs += 1)}`);
  const secrets = await remembered(org, rows as never);
  await drifted(org, secrets);
  await drawn(org, secrets);
  for (const { name, text, mode } of policies) await org.policies.put(name, text, { actor: 'ann', mode });
  return { org, secrets, enforced: policies.filter(({ mode }) => mode === 'enforce').map(({ text }) => text) };
}

const forViewer = fc
  .constantFrom(
    null,
    `permit (principal == Agent::"${VIEWER}", action == Action::"read", resource);`,
    `forbid (principal == Agent::"${VIEWER}", action, resource) when { resource.classification == "internal" };`,
  )
  .map((text): NamedPolicy[] => (text === null ? [] : [{ name: 'viewer', text, mode: 'enforce' }]));

test('what a direct call to Cedar denies is in no event of a stream, no row of the analytics, no view of the graph and no list', async () => {
  const rows = fc.array(anyResource, { minLength: 5, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(anyPrincipal, rows, anyPolicies, forViewer, async (asking, wanted, policies, more) => {
      const world = await anotherWorld(wanted, [...policies, ...more]);
      const { agentId, projectId = null, sessionId } = asking;
      for (const project of new Set([projectId, 'api'])) await world.org.warm({ projectId: project });
      await checkInjections(world, { projectId, agentId: agentId || 'nobody', sessionId: sessionId ?? 's0' });
      await checkStream(world);
      await checkAnalytics(world);
      await checkGraph(world);
      await checkObservations(world);
    }),
    { numRuns: 12 },
  );
  for (const surface of SURFACES) {
    expect([surface, seen.get(surface)]).not.toEqual([surface, 0]);
    expect([surface, kept.get(surface)]).not.toEqual([surface, 0]);
  }
}, 600_000);
