import { addressOf, send, type Answer } from './call.ts';
import { authorization, saveCredentials } from './credentials.ts';

/**
 * Takes the one-time code out of the address that `inkling inspect` printed; null = there is none. It stands behind the `#`, which no browser sends
 * to a server and no proxy logs, and it leaves the address bar and the history before anything is drawn or asked.
 */
export function takeCodeFromAddress(): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code !== null) history.replaceState(null, '', `${location.pathname}${location.search}`);
  return code;
}

/** Exchanges a code for what this tab is let in with from now on. Answers why not, or null. */
export async function enterByCode(code: string): Promise<Error | null> {
  try {
    const headers = authorization({ secret: code, orgId: null });
    const response = await send(addressOf('openInspector', {}), { method: 'POST', headers });
    const { secret, orgId } = (await response.json()) as Answer<'openInspector'>;
    saveCredentials({ secret, orgId });
    return null;
  } catch (error) {
    // The form to sign in tells it; a tab that was in before stays in.
    return error instanceof Error ? error : new Error(String(error));
  }
}
