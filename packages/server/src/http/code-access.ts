import { openInspectorEndpoint } from '../contract/inspector.ts';
import type { InspectorAccess } from '../state/inspector-access.ts';
import type { Access } from './caller.ts';
import { INSPECTOR } from './token-access.ts';
import { unauthorized } from './unauthorized.ts';

const EXCHANGE: ReadonlySet<string> = new Set([openInspectorEndpoint.id]);

/** Access by the one-time codes of addresses: to be exchanged and for nothing else. Who shows one here has used it up, whatever was asked. */
export function createCodeAccess({ redeemCode }: Pick<InspectorAccess, 'redeemCode'>): Access {
  return {
    async authenticate({ secret, isLocal }) {
      if (secret === null || !isLocal) throw unauthorized();
      return { orgId: redeemCode(secret), role: 'operator', actor: INSPECTOR, operations: EXCHANGE, ownsMachine: true };
    },
  };
}
