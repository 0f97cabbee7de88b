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
}

/** What is looked at: the start of a line says what it does, and a script of 2 MB must cost no more than one of 2 KB. */
const MOST_CHARACTERS = 8192;
const MOST_COMMANDS = 24;
const MOST_WORDS = 64;

interface Scan {
  readonly line: string;
  at: number;
  readonly commands: ShellCommand[];
  words: string[];
  outputs: string[];
  start: number;
  /** Terminators of here-documents whose bodies begin on the next line. */
  readonly pending: { readonly command: number; readonly terminator: string }[];
}

/**
 * Splits a command line at `;` `&` `|` and line ends, and each command into words, with quotes and backslashes undone. No more of a
 * shell than facts need: substitutions and variables stay as they are written, and comments end a command.
 * Total: any text gives a list.
 */
export function scanShell(commandLine: string): readonly ShellCommand[] {
  const line = commandLine.length > MOST_CHARACTERS ? commandLine.slice(0, MOST_CHARACTERS) : commandLine;
  const scan: Scan = { line, at: 0, commands: [], words: [], outputs: [], start: 0, pending: [] };
  while (scan.at < line.length && scan.commands.length < MOST_COMMANDS) step(scan);
  endCommand(scan, scan.at);
  return scan.commands;
}

// Classes of characters, by code: one look-up for each character of a line. All beyond ASCII are parts of words.
const PART = 0;
const BLANK = 1;
const LINE_END = 2;
const SEPARATOR = 3;
const AMPERSAND = 4;
const COMMENT = 5;
const INPUT = 6;
const OUTPUT = 7;
const QUOTE = 8;

const CLASSES = new Uint8Array(128);
for (const [characters, number] of [
  [' \t\r', BLANK],
  ['\n', LINE_END],
  [';|()', SEPARATOR],
  ['&', AMPERSAND],
  ['#', COMMENT],
  ['<', INPUT],
  ['>', OUTPUT],
  ['"\'\\', QUOTE],
] as const) {
  for (const character of characters) CLASSES[character.charCodeAt(0)] = number;
}

/** Beyond the end NaN comes in, and PART goes out. */
function classAt(line: string, at: number): number {
  return CLASSES[line.charCodeAt(at)] ?? PART;
}

function step(scan: Scan): void {
  const { line, at } = scan;
  const kind = classAt(line, at);
  if (kind === BLANK) scan.at += 1;
  else if (kind === LINE_END) endLine(scan);
  else if (kind === SEPARATOR || (kind === AMPERSAND && classAt(line, at + 1) !== OUTPUT)) separate(scan);
  else if (kind === COMMENT) scan.at = endOfLine(line, at);
  else if (kind === INPUT) readInput(scan);
  else if (isRedirection(line, at, kind)) readOutput(scan);
  else pushWord(scan, readWord(scan));
}

function separate(scan: Scan): void {
  endCommand(scan, scan.at);
  scan.at += 1;
  scan.start = scan.at;
}

function endCommand(scan: Scan, end: number): void {
  if (scan.words.length === 0 && scan.outputs.length === 0) return;
  const text = scan.line.slice(scan.start, end).trim();
  scan.commands.push({ text, words: scan.words, outputs: scan.outputs, heredoc: '' });
  scan.words = [];
  scan.outputs = [];
}

function endLine(scan: Scan): void {
  separate(scan);
  for (const { command, terminator } of scan.pending.splice(0)) {
    const [body, next] = readBody(scan.line, scan.at, terminator);
    const reader = scan.commands[Math.min(command, scan.commands.length - 1)];
    if (reader) reader.heredoc = body;
    scan.at = next;
    scan.start = next;
  }
}

/** The lines up to the terminator, and where the line after it begins. */
function readBody(line: string, from: number, terminator: string): [body: string, next: number] {
  for (let at = from; at < line.length;) {
    const end = endOfLine(line, at);
    if (line.slice(at, end).trim() === terminator) return [line.slice(from, at), Math.min(end + 1, line.length)];
    at = end + 1;
  }
  return [line.slice(from), line.length];
}

function endOfLine(line: string, at: number): number {
  const end = line.indexOf('\n', at);
  return end < 0 ? line.length : end;
}

function readInput(scan: Scan): void {
  const { line } = scan;
  const isHeredoc = line[scan.at + 1] === '<' && line[scan.at + 2] !== '<';
  while (line[scan.at] === '<' || line[scan.at] === '-' || line[scan.at] === '&') scan.at += 1;
  skipBlanks(scan);
  const word = readWord(scan);
  if (isHeredoc && word !== '') scan.pending.push({ command: scan.commands.length, terminator: word });
}

/** `>`, `>>`, `2>`, `&>`. */
function isRedirection(line: string, at: number, kind: number): boolean {
  if (kind === OUTPUT) return true;
  if (classAt(line, at + 1) !== OUTPUT) return false;
  return kind === AMPERSAND || (/\d/u.test(line[at]!) && isBlank(line[at - 1]));
}

function readOutput(scan: Scan): void {
  const isError = scan.line[scan.at] === '2';
  while (scan.line[scan.at] !== '>') scan.at += 1;
  while (scan.line[scan.at] === '>' || scan.line[scan.at] === '|') scan.at += 1;
  const isDuplicate = scan.line[scan.at] === '&';
  if (isDuplicate) scan.at += 1;
  skipBlanks(scan);
  const target = readWord(scan);
  if (target !== '' && !isError && !isDuplicate) scan.outputs.push(target);
}

function skipBlanks(scan: Scan): void {
  while (isBlank(scan.line[scan.at]) && scan.at < scan.line.length) scan.at += 1;
}

function isBlank(char: string | undefined): boolean {
  return char === undefined || char === ' ' || char === '\t';
}

function pushWord(scan: Scan, word: string): void {
  if (scan.words.length < MOST_WORDS) scan.words.push(word);
}

function endsWord(kind: number): boolean {
  return kind !== PART && kind !== QUOTE && kind !== COMMENT;
}

/** A word from here on. Always moves on, so that no text can hold the scan. */
function readWord(scan: Scan): string {
  const { line } = scan;
  const from = scan.at;
  let at = from;
  let kind = classAt(line, at);
  while (at < line.length && (kind === PART || kind === COMMENT)) kind = classAt(line, ++at);
  scan.at = at;
  // Most words have no quotes: they are a piece of the line as it stands.
  const plain = line.slice(from, at);
  if (kind === QUOTE) return plain + readQuoted(scan);
  if (at === from) scan.at += 1;
  return plain;
}

function readQuoted(scan: Scan): string {
  const { line } = scan;
  let word = '';
  while (scan.at < line.length && !endsWord(classAt(line, scan.at))) {
    const char = line[scan.at]!;
    scan.at += 1;
    if (char === "'") word += untilSingleQuote(scan);
    else if (char === '"') word += untilDoubleQuote(scan);
    else if (char === '\\') word += escaped(scan);
    else word += char;
  }
  return word;
}

function untilSingleQuote(scan: Scan): string {
  const close = scan.line.indexOf("'", scan.at);
  const end = close < 0 ? scan.line.length : close;
  const text = scan.line.slice(scan.at, end);
  scan.at = end + 1;
  return text;
}

function untilDoubleQuote(scan: Scan): string {
  let text = '';
  while (scan.at < scan.line.length) {
    const char = scan.line[scan.at]!;
    scan.at += 1;
    if (char === '"') return text;
    text += char === '\\' && '"\\$`\n'.includes(scan.line[scan.at] ?? ' ') ? escaped(scan) : char;
  }
  return text;
}

/** The character after a backslash; a line that goes on after one is one line. */
function escaped(scan: Scan): string {
  const char = scan.line[scan.at] ?? '';
  scan.at += 1;
  return char === '\n' ? '' : char;
}
