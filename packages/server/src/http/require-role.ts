import { InklingError } from '@inkling/engine';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Caller } from './caller.ts';

/** Throws `forbidden` unless the caller's role is among those of the endpoint. The operator may call everything. */
export function requireRole({ role }: Caller, { id, roles }: Endpoint): void {
  if (role === 'operator' || roles.includes(role)) return;
  throw new InklingError('forbidden', `The role ${role} may not call ${id}.`, {
    wayOut: `Use a key with one of the roles ${[...roles, 'operator'].join(', ')}.`,
    details: { role, roles },
  });
}
