/** One simple command of a command line. */
export interface ShellCommand {
  /** As it stands in the line, its redirections included. */
  readonly text: string;
  /** Without quotes and without redirections. */
  readonly words: readonly string[];
  /** Files that its output goes to. */
  readonly outputs: readonly string[];
  /** The here-document that it reads; '' = none. */
  heredoc: string;
  /** What stands between it and the next command, without blanks: `|`, `&&`, `;`; '' = nothing. */
  next: string;
}

/** What is looked at: the start of a line says what it does, and a script of 2 MB must cost no more than one of 2 KB. */
const MOST_CHARACTERS = 8192;
const MOST_COMMANDS = 24;
const MOST_WORDS = 64;

/** A word as it is written: plain text, quotes, whether they are closed or not, and characters behind backslashes. */
const WORD = String.raw`(?:[^ \t\r\n;|&()<>"'\\]+|'[^']*'?|"(?:[^"\\]|\\[^]?)*"?|\\[^]?)+`;

/** What is redirected to or from, not told and told. Where it is no word one character is passed over, as the parenthesis of `<(…)`. */
const PASSED = String.raw`[ \t]*(?:${WORD}|[^])?`;
const TARGET = String.raw`[ \t]*(?:(${WORD})|[^])?`;

/** Before a number that is redirected. */
const ALONE = String.raw`(?<![^ \t])`;

/** Where `>` compares: `((…))` and `[[ … ]]`. Bounded, so that one without an end costs little. */
const COMPARISON = String.raw`\(\([^]{0,200}?\)\)|\[\[[ \t][^\n]{0,500}?[ \t]\]\]`;

/** What they tell: a comparison, the end of a command, the terminator of a here-document, the file of an output, a word. */
const TOKENS = [
  `(${COMPARISON})`,
  String.raw`([;|()\n]|&(?!>))`,
  // A here-document, and every other input.
  String.raw`<<(?!<)[<&-]*${TARGET}`,
  String.raw`<[<&-]*${PASSED}`,
  // `>&`, errors, and every other output: `>`, `>>`, `>|`, `1>`, `&>`.
  String.raw`(?:&|${ALONE}\d)?>[>|]*&${PASSED}`,
  String.raw`${ALONE}2>[>|]*${PASSED}`,
  String.raw`(?:&|${ALONE}\d)?>[>|]*${TARGET}`,
  String.raw`#[^\n]*`,
  `(${WORD})`,
  '$',
].join('|');

// One of them always matches, and behind a repeated group without a bound nothing can fail that would make it try again: linear.
const TOKEN = new RegExp(String.raw`[ \t\r]*(?:${TOKENS})`, 'y');

/**
 * Splits a command line at `;` `&` `|` and line ends, and each command into words, with quotes and backslashes undone. No more of a
 * shell than facts need: substitutions and variables stay as they are written, and comments end a command.
 * Total: any text gives a list.
 */
export function scanShell(commandLine: string): readonly ShellCommand[] {
  const line = commandLine.slice(0, MOST_CHARACTERS);
  const commands: ShellCommand[] = [];
  /** Here-documents whose bodies begin on the next line. */
  const pending: { readonly command: number; readonly terminator: string }[] = [];
  let words: string[] = [];
  let outputs: string[] = [];
  let start = 0;
  let at = 0;
  function endCommand(by = ''): void {
    if (words.length > 0 || outputs.length > 0) {
      commands.push({ text: line.slice(start, at).trim(), words, outputs, heredoc: '', next: '' });
      words = [];
      outputs = [];
    }
    const last = commands.at(-1);
    if (last) last.next += by;
  }
  while (at < line.length && commands.length < MOST_COMMANDS) {
    TOKEN.lastIndex = at;
    // By number: to go through them one by one costs a tenth.
    const { 1: comparison, 2: end, 3: terminator, 4: output, 5: word = comparison } = TOKEN.exec(line)!;
    if (end) endCommand(end);
    at = TOKEN.lastIndex;
    if (end) start = at;
    if (word && words.length < MOST_WORDS) words.push(unquoted(word));
    if (output && unquoted(output) !== '') outputs.push(unquoted(output));
    if (terminator && unquoted(terminator) !== '')
      pending.push({ command: commands.length, terminator: unquoted(terminator) });
    if (end !== '\n') continue;
    for (const heredoc of pending.splice(0)) {
      const [body, next] = readBody(line, at, heredoc.terminator);
      const reader = commands[Math.min(heredoc.command, commands.length - 1)];
      if (reader) reader.heredoc = body;
      at = next;
      start = next;
    }
  }
  endCommand();
  return commands;
}

/** The lines up to the terminator, and where the line after it begins. */
function readBody(line: string, from: number, terminator: string): [body: string, next: number] {
  for (let at = from; at < line.length;) {
    const found = line.indexOf('\n', at);
    const end = found < 0 ? line.length : found;
    if (line.slice(at, end).trim() === terminator) return [line.slice(from, at), Math.min(end + 1, line.length)];
    at = end + 1;
  }
  return [line.slice(from), line.length];
}

const QUOTED = /'([^']*)'?|"((?:[^"\\]|\\[^]?)*)"?|\\([^]?)/g;

/** A word without its quotes and backslashes. */
function unquoted(word: string): string {
  // Most words have none.
  if (!/["'\\]/.test(word)) return word;
  return word.replaceAll(QUOTED, (_all, single?: string, double?: string, char = '') => {
    if (single !== undefined) return single;
    return double === undefined
      ? escaped(char)
      : double.replaceAll(/\\(["\\$`\n])/g, (_pair, kept: string) => escaped(kept));
  });
}

/** What a backslash leaves of the character behind it: a line that goes on after one is one line. */
function escaped(character: string): string {
  return character === '\n' ? '' : character;
}
