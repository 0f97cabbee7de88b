import fc from 'fast-check';
import type { AccessVerb, AuthorizationResource, Principal } from '../src/memory/policy/authorizer.ts';
import type { NamedPolicy } from '../src/memory/policy/org-policy.ts';

// Few values, so that what is asked for and what is there meet.
const org = fc.constantFrom('org_a', 'org_b');
const project = fc.constantFrom('api', 'web', 'org_a', null);
const agent = fc.constantFrom('claude', 'codex', 'git', '');

export const anyPrincipal: fc.Arbitrary<Principal> = fc.record({
  orgId: org,
  agentId: agent,
  projectId: project,
  sessionId: fc.constantFrom('s1', 's2', null),
});

export const anyVerb: fc.Arbitrary<AccessVerb> = fc.constantFrom('read', 'transfer');

const anyClassification = fc.constantFrom('public', 'internal', 'confidential', 'restricted');

export const anyResource: fc.Arbitrary<AuthorizationResource> = fc.record({
  orgId: org,
  id: fc.uuid(),
  type: fc.constantFrom('observation', 'graph-node'),
  projectId: project,
  classification: anyClassification,
  kind: fc.constantFrom('decision', 'commit', 'explicit'),
  agentId: agent,
});

const scopeOfPrincipal = fc.constantFrom(
  'principal',
  'principal == Agent::"claude"',
  'principal in Project::"api"',
  'principal in Session::"s1"',
);
const scopeOfResource = fc.constantFrom(
  'resource',
  'resource is Observation',
  'resource is GraphNode',
  'resource in Project::"web"',
  'resource in Org::"org_a"',
);
const condition = fc.constantFrom(
  'true',
  'resource.classification == "confidential"',
  'resource.classification == "restricted"',
  'resource.kind == "commit"',
  'principal has project && principal.project == Project::"api"',
  'principal has session && principal.session == Session::"s2"',
  '!(resource has project)',
  'resource is Observation && resource.agent == principal',
  'resource is Observation && resource.agent.org == principal.org',
);

/** One valid policy. */
const anyPolicyText = fc
  .tuple(
    fc.constantFrom('permit', 'forbid'),
    scopeOfPrincipal,
    fc.constantFrom('action', 'action == Action::"read"', 'action == Action::"transfer"'),
    scopeOfResource,
    fc.constantFrom('when', 'unless'),
    condition,
  )
  .map(([effect, who, what, which, when, holds]) => `${effect} (${who}, ${what}, ${which}) ${when} { ${holds} };`);

/** Up to four policies of one organisation. */
export const anyPolicies: fc.Arbitrary<NamedPolicy[]> = fc
  .array(fc.record({ text: anyPolicyText, mode: fc.constantFrom('enforce', 'enforce', 'shadow') }), { maxLength: 4 })
  .map((policies) => policies.map((policy, index) => ({ ...policy, name: `p${index}` })));
