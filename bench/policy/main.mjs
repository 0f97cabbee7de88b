// What a decision costs: `npm run bench policy [requests]`. Microseconds for one decision with policies as text, prepared, and kept from before;
// then whole requests of 20 candidates and 20 triplets (60 resources), beside the 100 ms that a tool call may wait.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { decideWithPolicies } from '@inkling/engine/building-blocks';
import { benchArguments } from '../lib/bench-arguments.mjs';
import { createRandom } from '../lib/random.mjs';
import { percentile } from '../lib/statistics.mjs';

// A dependency of the engine, found from there.
const CEDAR = '@cedar-policy/cedar-wasm/nodejs';
const { requests: REQUESTS } = benchArguments('policy');
const BUDGET_MS = 100;
const require = createRequire(new URL('../../packages/engine/package.json', import.meta.url));
const file = (name) => readFileSync(new URL(`../../packages/engine/policies/${name}`, import.meta.url), 'utf8');

const OWN = `
@id("clearance") permit (principal == Agent::"auditor", action == Action::"read", resource) when { resource.classification == "restricted" };
@id("payments") forbid (principal, action, resource in Project::"payments") unless { principal in Project::"payments" };
@id("no-commits") forbid (principal, action, resource is Observation) when { resource.kind == "commit" && resource.agent != principal };
`;
const principal = { orgId: 'acme', agentId: 'claude', projectId: 'api', sessionId: 's1' };
const resource = (changes = {}) => ({
  orgId: 'acme',
  id: '018f3c5e-0000-7000-8000-000000000001',
  type: 'observation',
  projectId: 'api',
  classification: 'internal',
  kind: 'decision',
  agentId: 'git',
  ...changes,
});
const fail = (error) => {
  throw error;
};

function measure(label, times, work) {
  for (let warm = 0; warm < Math.min(times, 50); warm += 1) work(-1 - warm);
  const took = [];
  for (let index = 0; index < times; index += 1) {
    const start = performance.now();
    work(index);
    took.push((performance.now() - start) * 1000);
  }
  const at = (share) => percentile(took, share).toFixed(1).padStart(9);
  process.stdout.write(`${label.padEnd(44)} p50 ${at(0.5)}  p99 ${at(0.99)} µs\n`);
}

let start = performance.now();
const decide = decideWithPolicies([{ name: 'own', text: OWN, mode: 'enforce' }], fail);
decide(principal, 'read', resource());
process.stdout.write(`first decision in the process (loads Cedar): ${(performance.now() - start).toFixed(0)} ms\n`);
start = performance.now();
decideWithPolicies([{ name: 'own', text: OWN, mode: 'enforce' }], fail)(principal, 'read', resource());
process.stdout.write(`a new version of the policies, first decision: ${(performance.now() - start).toFixed(1)} ms\n\n`);

const cedar = require(CEDAR);
const entity = (type, id) => ({ __entity: { type, id } });
const asText = {
  principal: { type: 'Agent', id: 'claude' },
  action: { type: 'Action', id: 'read' },
  resource: { type: 'Observation', id: 'x' },
  context: {},
  schema: file('schema.cedarschema'),
  validateRequest: true,
  policies: { staticPolicies: file('default.cedar') + OWN },
  entities: [
    { uid: { type: 'Agent', id: 'claude' }, attrs: { org: entity('Org', 'acme') }, parents: [] },
    {
      uid: { type: 'Observation', id: 'x' },
      attrs: { org: entity('Org', 'acme'), classification: 'internal', kind: 'k', agent: entity('Agent', 'claude') },
      parents: [],
    },
  ],
};
measure('one decision, policies as text', 200, () => cedar.isAuthorized(asText));
measure('one decision, prepared', 2000, (index) => decide(principal, 'read', resource({ kind: `k${index}` })));
measure('one decision, kept', 20_000, () => decide(principal, 'read', resource()));
const byRules = decideWithPolicies([], fail);
measure('one decision, no policies of its own', 20_000, () => byRules(principal, 'read', resource()));

const { pick } = createRandom(7);
/** 20 statements and both ends of 20 triplets, as one project's memory holds them. */
const candidates = () =>
  Array.from({ length: 60 }, (_, index) =>
    resource({
      type: index < 20 ? 'observation' : 'graph-node',
      projectId: pick(['api', 'api', 'api', 'web', null]),
      classification: pick(['internal', 'internal', 'internal', 'public', 'confidential']),
      kind: index < 20 ? pick(['decision', 'commit', 'pattern', 'explicit']) : pick(['Module', 'Function', 'Class']),
      agentId: index < 20 ? pick(['git', 'claude', 'codex']) : '',
    }),
  );

function requests(label, principalOf) {
  const took = [];
  for (let index = 0; index < REQUESTS; index += 1) {
    const asked = candidates();
    const asking = principalOf(index);
    const begin = performance.now();
    for (const each of asked) decide(asking, 'read', each);
    took.push(performance.now() - begin);
  }
  const [half, most] = [percentile(took, 0.5), percentile(took, 0.99)];
  const share = ((most / BUDGET_MS) * 100).toFixed(1);
  process.stdout.write(
    `${label.padEnd(44)} p50 ${half.toFixed(2).padStart(9)}  p99 ${most.toFixed(2).padStart(9)} ms = ${share} % of ${BUDGET_MS} ms\n`,
  );
}
process.stdout.write('\n20 candidates and 20 triplets in one request\n');
requests('agents that were here before', (index) => ({ ...principal, sessionId: `s${index}` }));
requests('an agent nobody has seen, each time', (index) => ({ ...principal, agentId: `agent-${index}` }));
