/** How this tab is let in. */
export interface Credentials {
  /** A pass of this machine, the daemon's token, or an API key. */
  readonly secret: string;
  /** The organisation to act for; null = the credential's own. */
  readonly orgId: string | null;
}

const KEY = 'inkling-credentials';

/** What this tab holds; null = nobody has signed in. Kept for the tab only: a closed tab forgets it. */
export function readCredentials(): Credentials | null {
  const text = sessionStorage.getItem(KEY);
  return text === null ? null : (JSON.parse(text) as Credentials);
}

/** Signs in. */
export function saveCredentials(credentials: Credentials): void {
  sessionStorage.setItem(KEY, JSON.stringify(credentials));
}

/** Signs out. */
export function dropCredentials(): void {
  sessionStorage.removeItem(KEY);
}

/** The headers that say who calls. */
export function authorization({ secret, orgId }: Credentials): Record<string, string> {
  return { authorization: `Bearer ${secret}`, ...(orgId ? { 'inkling-org': orgId } : {}) };
}
