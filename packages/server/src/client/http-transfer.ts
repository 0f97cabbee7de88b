import type { OrgTransfer } from '@inkling/engine/types';
import {
  getFingerprintEndpoint,
  grantTransferEndpoint,
  listTransferGrantsEndpoint,
  revokeTransferEndpoint,
  setFingerprintEndpoint,
  whyTransferEndpoint,
} from '../contract/transfer.ts';
import type { Client } from './client.ts';

/** Transfer in a daemon's organisation. Who grants and revokes is for the daemon to say. */
export function createHttpTransfer(client: Client): OrgTransfer {
  return {
    async list() {
      return (await client.call(listTransferGrantsEndpoint, {})).grants;
    },
    async grant(body) {
      return (await client.call(grantTransferEndpoint, { body })).granted;
    },
    async revoke(body) {
      return (await client.call(revokeTransferEndpoint, { body })).revoked;
    },
    why: (body) => client.call(whyTransferEndpoint, { body }),
    async setFingerprint(body) {
      await client.call(setFingerprintEndpoint, { body });
    },
    async fingerprint(projectId) {
      return (await client.call(getFingerprintEndpoint, { query: { projectId } })).fingerprint;
    },
  };
}
