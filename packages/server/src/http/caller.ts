import type { Role } from '../contract/role.ts';

/** Who a request comes from. */
export interface Caller {
  readonly orgId: string;
  readonly role: Role;
  /** What the change log and the daemon's log call the caller: `local`, `hooks`, `inspector`, or `key:` and the key's id. Never a secret. */
  readonly actor: string;
  /** The only operations that the credential is for. (Default: all of the role) */
  readonly operations?: ReadonlySet<string>;
  /** The agents that it may act as; the first is meant where a request names none. (Default: none but itself, by its `actor`) */
  readonly agents?: readonly string[];
  /** The only projects that it may read and write. (Default: all of the organisation) */
  readonly projects?: readonly string[];
  /** It has the machine's token: policies of an organisation take nothing from it. (Default: false) */
  readonly ownsMachine?: boolean;
}

/** What a request shows of itself. */
export interface Credentials {
  /** What stands behind `Authorization: Bearer`; null = nothing. */
  readonly secret: string | null;
  /** The organisation that it asks to act for; null = the credential's own. */
  readonly orgId: string | null;
  /** It came over the loopback interface. */
  readonly isLocal: boolean;
  /** Asked anew, whatever is remembered of the credential. (Default: false) */
  readonly isFresh?: boolean;
}

/** Decides who a request comes from. Rejects with `unauthorized` or `forbidden`. */
export interface Access {
  authenticate(credentials: Credentials): Promise<Caller>;
}
