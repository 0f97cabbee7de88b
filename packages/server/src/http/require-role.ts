import { InklingError } from '@inkling/engine';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Caller } from './caller.ts';

/** Throws `forbidden` unless the caller's role is among those of the endpoint. The operator may call everything that its credential is for. */
export function requireRole({ role, operations }: Caller, { id, roles }: Pick<Endpoint, 'id' | 'roles'>): void {
  if (operations && !operations.has(id)) {
    throw new InklingError('forbidden', `This token may not call ${id}.`, {
      wayOut: `It is only for ${[...operations].join(', ')}.`,
    });
  }
  if (role === 'operator' || roles.includes(role)) return;
  throw new InklingError('forbidden', `The role ${role} may not call ${id}.`, {
    wayOut: `Use a key with one of the roles ${[...roles, 'operator'].join(', ')}.`,
    details: { role, roles },
  });
}
