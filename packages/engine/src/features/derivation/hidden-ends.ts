import type { ShellCommand } from './scan-shell.ts';

/** Behind `||` they hand on that what stands before failed. */
const HANDS_ON = new Set(['exit', 'return', 'false']);

/**
 * Which commands of a line hide how they end: the line's own exit code is that of a later command (`| tail`, `|| true`, `; echo done`), or
 * comes before they have ended (`&`).
 */
export function hiddenEnds(commandLine: string, commands: readonly ShellCommand[]): readonly boolean[] {
  const isPiped = /\bpipefail\b/u.test(commandLine);
  const stops = /\bset -[a-z]*e/u.test(commandLine);
  const hidden: boolean[] = [];
  /** Whether the line goes on after a failure. From its end: `&&` hands on what comes of the pipe behind it. */
  let goesOn = false;
  for (let at = commands.length - 1; at >= 0; at--) {
    const after = commands[at + 1];
    const by = separatorOf(commands[at]!.next);
    if (by === '&') goesOn = true;
    if (by === '||') goesOn = after !== undefined && !HANDS_ON.has(after.words[0] ?? '');
    if (by === ';') goesOn = after !== undefined && !stops;
    hidden[at] = goesOn || (by === '|' && !isPiped);
  }
  return hidden;
}

/** Parentheses left out: what follows a group follows its last command. */
function separatorOf(next: string): string {
  const told = next.replaceAll(/[()]/gu, '').trim();
  if (told === '') return next.includes('\n') ? ';' : '';
  return told.startsWith('&&') || told.startsWith('||') ? told.slice(0, 2) : told.charAt(0);
}
