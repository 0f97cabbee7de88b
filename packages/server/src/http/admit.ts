import type { Clock } from '@inkling/engine';
import { InklingError } from '@inkling/engine/errors';
import { keepNewest } from '@inkling/engine/operator';
import type { Context, MiddlewareHandler } from 'hono';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Access, Caller, Credentials, RequestEnv } from './caller.ts';

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
  const caller = await access(credentialsOf(context));
  context.set('caller', caller);
  // The operator is the machine's own user, and an import of his is a burst.
  if (caller.role !== 'operator') limit(caller.actor);
  requireRole(caller, endpoint);
  return caller;
}

/** Lets the caller of an endpoint in, or not, before anything of the body is read: sixty strangers with a megabyte each took 170 MB. */
export function admitting(
  endpoint: Pick<Endpoint, 'id' | 'roles'>,
  admission: Admission,
): MiddlewareHandler<RequestEnv> {
  return async (context, next) => {
    context.set('operation', endpoint.id);
    await admit(context, endpoint, admission);
    await next();
  };
}

/** Whether the caller of a long answer would still be let in: a key that was revoked is not. */
export async function isStillAdmitted(context: Context<RequestEnv>, access: Access): Promise<boolean> {
  try {
    await access({ ...credentialsOf(context), isFresh: true });
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
  const may = [...new Set([...roles, 'operator'])];
  throw new InklingError('forbidden', `The role ${role} may not call ${id}.`, {
    hint: `Use a key with one of the roles ${may.join(', ')}.`,
    details: { role, roles: may },
  });
}

/** An agent's tool calls come a few a second; 200 leave room for an import and still keep one key from starving the others. */
const PER_SECOND = 200;

/** At once, after a quiet time. */
const BURST = 400;

/** By the time that so many others have asked, a bucket is full again and says nothing. */
const MOST_BUCKETS = 10_000;

/** Takes one request from a caller's bucket; throws `rate-limited` with `details.retryAfterSeconds` when it is empty. */
export type RateLimit = (caller: string) => void;

export function createRateLimit(clock: Clock): RateLimit {
  const buckets = new Map<string, { readonly tokens: number; readonly at: number }>();
  return (caller) => {
    const now = clock.monotonic();
    const { tokens, at } = buckets.get(caller) ?? { tokens: BURST, at: now };
    const level = Math.min(BURST, tokens + ((now - at) / 1000) * PER_SECOND);
    if (level < 1) throw tooMany();
    keepNewest(buckets, caller, { tokens: level - 1, at: now }, MOST_BUCKETS);
  };
}

function tooMany(): InklingError {
  // The next request may come in 5 ms, but the header counts whole seconds.
  return new InklingError('rate-limited', 'This caller asks more often than it may.', {
    hint: 'Wait 1 s, or send several rows in one request.',
    details: { retryAfterSeconds: 1 },
  });
}

/** Under which names the daemon may be addressed. */
export interface OriginRules {
  /** Host names without a port; null = any, for a daemon behind a proxy that checks. */
  readonly allowedHosts: ReadonlySet<string> | null;
  /** Origins of pages that may call, besides pages of the daemon itself. */
  readonly allowedOrigins: ReadonlySet<string>;
}

/** The names under which a daemon on the loopback interface is reached. */
export const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Refuses what a page of another site makes a browser send. A name of the attacker that leads to 127.0.0.1 (DNS rebinding) is
 * seen in Host; a call from another page (CSRF) in Origin, which browsers add to everything but plain navigation. Fails with `forbidden`.
 */
export function checkOrigin(host: string | undefined, origin: string | undefined, rules: OriginRules): void {
  const name = hostName(host);
  if (rules.allowedHosts && (name === null || !rules.allowedHosts.has(name))) {
    throw refused('Host', 'Address the daemon by a name that it was told of (--allow-host).');
  }
  if (origin === undefined || rules.allowedOrigins.has(origin)) return;
  // The same page's origin: a browser sends it for every request but GET.
  if (URL.canParse(origin) && new URL(origin).host === host) return;
  throw refused('Origin', 'Call from a page of the daemon itself, or start the daemon with --allow-origin.');
}

/** The name in a Host header, without its port; null when there is none. */
function hostName(host: string | undefined): string | null {
  const name = /^(\[[0-9a-f:.]+\]|[^:/?#\s]+)(:\d+)?$/i.exec(host ?? '')?.[1];
  return name?.toLowerCase() ?? null;
}

function refused(header: string, hint: string): InklingError {
  return new InklingError('forbidden', `The request's ${header} is not one that this daemon answers to.`, { hint });
}
