import {
  getFingerprintEndpoint,
  grantTransferEndpoint,
  listTransferGrantsEndpoint,
  revokeTransferEndpoint,
  setFingerprintEndpoint,
  whyTransferEndpoint,
} from '../../contract/transfer.ts';
import { route, type Route } from '../route.ts';

/** Which projects are shown each other's memories. */
export const transferRoutes: readonly Route[] = [
  route(listTransferGrantsEndpoint, async ({ memory }) => ({ grants: await memory.transfer.list() })),
  route(grantTransferEndpoint, async ({ memory, caller, body }) => ({
    granted: await memory.transfer.grant(body, { actor: caller.actor }),
  })),
  route(revokeTransferEndpoint, async ({ memory, caller, body }) => ({
    revoked: await memory.transfer.revoke(body, { actor: caller.actor }),
  })),
  route(whyTransferEndpoint, ({ memory, body }) => memory.transfer.why(body)),
  route(getFingerprintEndpoint, async ({ memory, query: { projectId } }) => ({
    fingerprint: await memory.transfer.fingerprint(projectId),
  })),
  route(setFingerprintEndpoint, async ({ memory, body }) => {
    await memory.transfer.setFingerprint(body);
    return { written: true };
  }),
];
