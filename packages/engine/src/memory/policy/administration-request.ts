import type { AdministrationQuestion } from './administration.ts';
import type { CedarRequest } from './cedar.ts';

/** The question in the words of `policies/administration.cedarschema`. */
export function administrationRequest({ orgId, caller, role, action }: AdministrationQuestion): CedarRequest {
  const org = { type: 'Org', id: orgId };
  const principal = { type: 'Caller', id: caller };
  return {
    principal,
    action: { type: 'Action', id: action },
    resource: org,
    context: {},
    entities: [
      { uid: principal, attrs: { org: { __entity: org }, role }, parents: [org] },
      { uid: org, attrs: {}, parents: [] },
    ],
  };
}

/** What policies can tell one question from another by: a caller or an organisation that none of them names is like every other. */
export function administrationKey(words: ReadonlySet<string>, question: AdministrationQuestion): string {
  const { orgId, caller, role, action } = question;
  return JSON.stringify([action, role, words.has(caller) ? caller : null, words.has(orgId) ? orgId : null]);
}
