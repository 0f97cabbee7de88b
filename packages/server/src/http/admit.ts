import type { Clock } from '@inkling/engine';
import { InklingError } from '@inkling/engine/errors';
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
  throw new InklingError('forbidden', `The role ${role} may not call ${id}.`, {
    hint: `Use a key with one of the roles ${[...roles, 'operator'].join(', ')}.`,
    details: { role, roles },
  });
}

/** How much one caller may ask. */
interface RateLimitSettings {
  /** Requests a second in the long run. */
  readonly perSecond: number;
  /** Requests at once after a quiet time. */
  readonly burst: number;
}

/** An agent's tool calls come a few a second; 200 leave room for an import and still keep one key from starving the others. */
const DEFAULT_RATE_LIMIT: RateLimitSettings = Object.freeze({ perSecond: 200, burst: 400 });

// A full bucket says nothing, so those that have filled up are dropped once there are this many.
const MOST_BUCKETS = 10_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** Takes one request from a caller's bucket; throws `rate-limited` with `details.retryAfterSeconds` when it is empty. */
export type RateLimit = (caller: string) => void;

/** Creates the buckets, one per caller. (Default: 200 a second, 400 at once) */
export function createRateLimit(clock: Clock, settings: RateLimitSettings = DEFAULT_RATE_LIMIT): RateLimit {
  const { perSecond, burst } = settings;
  const buckets = new Map<string, Bucket>();
  const level = (bucket: Bucket, now: number): number =>
    Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond);
  const sweep = (now: number): void => {
    for (const [key, bucket] of buckets) if (level(bucket, now) >= burst) buckets.delete(key);
  };
  return (caller) => {
    const now = clock.monotonic();
    const bucket = buckets.get(caller) ?? { tokens: burst, at: now };
    const tokens = level(bucket, now);
    if (tokens < 1) throw tooMany((1 - tokens) / perSecond);
    if (!buckets.has(caller) && buckets.size >= MOST_BUCKETS) sweep(now);
    buckets.set(caller, { tokens: tokens - 1, at: now });
  };
}

function tooMany(seconds: number): InklingError {
  const retryAfterSeconds = Math.max(1, Math.ceil(seconds));
  return new InklingError('rate-limited', 'This caller asks more often than it may.', {
    hint: `Wait ${retryAfterSeconds} s, or send several rows in one request.`,
    details: { retryAfterSeconds },
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
