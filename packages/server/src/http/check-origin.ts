import { InklingError } from '@inkling/engine';

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
