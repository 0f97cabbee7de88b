import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@inkling/engine';
import { InklingError } from '@inkling/engine/errors';

/**
 * How a browser of this machine is let in without ever holding the token of the state directory: a code that stands in an address works once and
 * for ten minutes, and is exchanged for a pass of one organisation, which the page keeps.
 */
export type InspectorAccess = ReturnType<typeof createInspectorAccess>;

const CODE = 'once.';
const PASS = 'pass.';

/** Long enough to find the browser, too short for an address that was left in a terminal or a chat. */
const CODE_MS = 10 * 60_000;

/** A tab that is left open over the weekend goes on. */
const PASS_MS = 7 * 86_400_000;

/** Codes that are waited for at once: more are a loop, and the oldest gives way. */
const MOST_CODES = 1000;

interface Issued {
  readonly orgId: string;
  readonly until: number;
  isUsed: boolean;
}

/** True for what has the form of a code. */
export function isInspectorCode(secret: string): boolean {
  return secret.startsWith(CODE);
}

/**
 * Creates the access. Codes are in memory: the end of the daemon is theirs too. Passes are signed with the token of the state directory and
 * stored nowhere, so a page goes on when its daemon was started again, and removing that token ends them all.
 */
export function createInspectorAccess(daemonToken: string, clock: Clock) {
  const issued = new Map<string, Issued>();
  const sign = (text: string): string =>
    createHmac('sha256', daemonToken).update(`inspector-pass\n${text}`).digest('base64url');
  return {
    issueCode(orgId: string) {
      makeRoom(issued, clock.now());
      const secret = CODE + randomBytes(32).toString('base64url');
      const until = clock.now() + CODE_MS;
      issued.set(digest(secret), { orgId, until, isUsed: false });
      return { secret, expiresAt: new Date(until).toISOString() };
    },
    /** The organisation of a code, which is used up by that. Throws `inspector-code-refused`. */
    redeemCode(code: string) {
      const known = issued.get(digest(code));
      if (!known) throw noSuchCode();
      if (clock.now() >= known.until) throw refused('is older than ten minutes', 'expired');
      if (known.isUsed) throw refused('was used before', 'used');
      known.isUsed = true;
      return known.orgId;
    },
    createPass(orgId: string) {
      const until = clock.now() + PASS_MS;
      const facts = `${until}.${Buffer.from(orgId).toString('base64url')}`;
      return { secret: `${PASS}${facts}.${sign(facts)}`, expiresAt: new Date(until).toISOString() };
    },
    /** The organisation of a pass; null = it is none, or not any more. */
    organisationOf(pass: string) {
      const form = FORM.exec(pass);
      // Every tool call comes by here with the token of the state directory.
      if (!form) return null;
      const [, facts = '', until = '', org = '', signature = ''] = form;
      if (!isSame(signature, sign(facts)) || clock.now() >= Number(until)) return null;
      return Buffer.from(org, 'base64url').toString();
    },
  };
}

const FORM = /^pass\.((\d{1,16})\.([\w-]+))\.([\w-]+)$/;

/** A used code is kept until it would have expired, so that who comes with it is told why it is refused. */
function makeRoom(issued: Map<string, Issued>, now: number): void {
  for (const [key, { until }] of issued) {
    if (now >= until || issued.size >= MOST_CODES) issued.delete(key);
  }
}

// Digests: one length for every guess, and the codes themselves are kept nowhere.
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(digest(given)), Buffer.from(digest(expected)));
}

/** The refusal of an unknown code, which may be of an earlier run of the daemon. */
export function noSuchCode(): InklingError {
  return refused('is unknown; it may belong to an earlier run of the daemon', 'unknown');
}

function refused(why: string, reason: 'unknown' | 'expired' | 'used'): InklingError {
  return new InklingError('inspector-code-refused', `The code of this address ${why}.`, {
    hint: 'Print a new address with `inkling inspect`.',
    details: { reason },
  });
}
