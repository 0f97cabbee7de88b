import { InklingError } from '@inkling/engine';
import type { Context } from 'hono';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Access, Caller, Credentials, RequestEnv } from './caller.ts';
import type { RateLimit } from './rate-limit.ts';

/** What decides on callers. */
export interface Admission {
  readonly access: Access;
  readonly limit: RateLimit;
}

/** Who calls, when they may: before anything of the body is looked at. */
export async function admit(
  context: Context<RequestEnv>,
  endpoint: Pick<Endpoint, 'id' | 'roles'>,
  { access, limit }: Admission,
): Promise<Caller> {
  const caller = await access.authenticate(credentialsOf(context));
  context.set('caller', caller);
  // The operator is the machine's own user, and an import of his is a burst.
  if (caller.role !== 'operator') limit(caller.actor);
  requireRole(caller, endpoint);
  return caller;
}

/** Whether the caller of a long answer would still be let in: a key that was revoked is not. */
export async function isStillAdmitted(context: Context<RequestEnv>, access: Access): Promise<boolean> {
  try {
    await access.authenticate({ ...credentialsOf(context), isFresh: true });
    return true;
  } catch (error) {
    if (InklingError.isInstance(error) && (error.code === 'unauthorized' || error.code === 'forbidden')) return false;
    throw error;
  }
}

function credentialsOf(context: Context<RequestEnv>): Credentials {
  const secret = /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1] ?? null;
  const orgId = context.req.header('inkling-org') ?? null;
  return { secret, orgId, isLocal: isLocal(context) };
}

/** True when the other end of the connection is this machine; false when nobody knows. */
function isLocal(context: Context<RequestEnv>): boolean {
  const address = context.env.incoming?.socket.remoteAddress ?? '';
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}

/** Throws `forbidden` unless the caller's role is among those of the endpoint. The operator may call everything that its credential is for. */
function requireRole({ role, operations }: Caller, { id, roles }: Pick<Endpoint, 'id' | 'roles'>): void {
  if (operations && !operations.has(id)) {
    throw new InklingError('forbidden', `This token may not call ${id}.`, {
      hint: `It is only for ${[...operations].join(', ')}.`,
    });
  }
  if (role === 'operator' || roles.includes(role)) return;
  throw new InklingError('forbidden', `The role ${role} may not call ${id}.`, {
    hint: `Use a key with one of the roles ${[...roles, 'operator'].join(', ')}.`,
    details: { role, roles },
  });
}
