/** The prompt that is meant for Inkling, by itself on its line. A plugin's command has the plugin's name before its own. */
const SWITCH = /^\s*\/?inkling(?::inkling)?\s+(on|off)\s*$/i;

/** Where the prompt turns the session's switch; null = it is an ordinary prompt. */
export function offSwitchIn(prompt: string): 'on' | 'off' | null {
  const to = SWITCH.exec(prompt)?.[1]?.toLowerCase();
  return to === 'on' || to === 'off' ? to : null;
}
