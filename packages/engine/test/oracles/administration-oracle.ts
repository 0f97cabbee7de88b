import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Cedar from '@cedar-policy/cedar-wasm/nodejs';
import type { AdministrationQuestion } from '../../src/memory/policy/administration.ts';

const cedar = createRequire(import.meta.url)('@cedar-policy/cedar-wasm/nodejs') as typeof Cedar;
const file = (name: string): string => readFileSync(new URL(`../../policies/${name}`, import.meta.url), 'utf8');

/** The direct way: the default policies and the given texts, with the schema, in one `isAuthorized` call. */
export function mayAdministerDirectly(
  texts: readonly string[],
  { orgId, caller, role, action }: AdministrationQuestion,
): boolean {
  const org = { type: 'Org', id: orgId };
  const principal = { type: 'Caller', id: caller };
  const answer = cedar.isAuthorized({
    principal,
    action: { type: 'Action', id: action },
    resource: org,
    context: {},
    schema: file('administration.cedarschema'),
    validateRequest: true,
    policies: { staticPolicies: [file('administration.cedar'), ...texts].join('\n') },
    entities: [{ uid: principal, attrs: { org: { __entity: org }, role }, parents: [org] }],
  });
  if (answer.type === 'failure') throw new Error(answer.errors.map(({ message }) => message).join('; '));
  return answer.response.decision === 'allow' && answer.response.diagnostics.errors.length === 0;
}
