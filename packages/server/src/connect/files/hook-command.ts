import type { ConnectionFacts } from '../clients/connector.ts';

/**
 * The command line of a hook: it names its client, since some clients run each other's hooks. In a committed file it names no machine's own
 * path: the script is where `inkling init` puts it, or the line does nothing.
 */
export function hookCommand(facts: ConnectionFacts, client: string, event: string): string {
  if (facts.scope === 'user') return `${shellQuoted(facts.hookScript)} ${client} ${event}`;
  return guardedHookCommand(facts, client, event);
}

/** As {@link hookCommand}; ends with 0 also where the script is gone. */
export function guardedHookCommand({ scope, hookScript }: ConnectionFacts, client: string, event: string): string {
  const anywhere = '"${INKLING_DATA_DIR:-${XDG_DATA_HOME:-$HOME/.local/share}/inkling}/hook.sh"';
  const script = scope === 'user' ? shellQuoted(hookScript) : anywhere;
  return `h=${script}; [ ! -x "$h" ] || "$h" ${client} ${event}`;
}

/** One word for every shell. */
function shellQuoted(text: string): string {
  return /^[\w./@%+=:,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
