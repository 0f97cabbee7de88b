import type { DetectedSecret } from './detect-secrets.ts';
import { NAMED } from './secret-shape.ts';
import { isChosen, isCoined, isKey, isNoPlaceholder } from './secret-values.ts';

/** Heads of the columns that hold secrets; all of the cell. */
const HEAD =
  /^[\s*_`"']*(?:[\w-]{0,16}[ _-])?(?:pass ?(?:word|wd|phrase|code)|pwd|pw|secret|api[ _-]?key|(?:access|api|auth)[ _-]?token|token|pin|(?:pass|kenn)wort|mot de passe|mdp|contraseña|clave|senha|wachtwoord|lösenord|hasło|heslo|parola|şifre|пароль|密码|密碼|パスワード|비밀번호|mật khẩu)[\s*_`"']*$/iu;
const MAY_HOLD =
  /pass|pwd|\bpw\b|secret|token|\bpin\b|wort|mdp|contrase|clave|senha|wacht|lösen|hasło|heslo|parola|şifre|api.?key|[\u0370-\u1fff\u3000-\uffff]/i;
/** Of a table it has at least two lines with one of these. */
const SEPARATES = /[|\t;,]|  /;
const MOST_ROWS = 50;
const MOST_COLUMNS = 64;

interface Cell {
  readonly start: number;
  readonly text: string;
}

/** The cells of a line, by what stands between them: `|`, a tab, `;`, `,`, or two spaces and more. */
function cells(line: string, separator: RegExp): Cell[] {
  const all: Cell[] = [];
  let start = 0;
  const add = (end: number): void => {
    const part = line.slice(start, end);
    const text = part.trim();
    all.push({ start: start + part.indexOf(text), text });
  };
  for (const gap of line.matchAll(separator)) {
    if (all.length === MOST_COLUMNS) break;
    add(gap.index);
    start = gap.index + gap[0].length;
  }
  add(line.length);
  return all;
}

const SEPARATORS: readonly RegExp[] = [/\|/g, /\t/g, /;/g, /,/g, / {2,64}/g];

/** What stands in the columns of a table whose heads say that they hold passwords and keys. */
export function tabledSecrets(text: string): DetectedSecret[] {
  if (!NAMED.isOpen(text)) return [];
  if (!text.includes('\n')) return insertedSecrets(text);
  const lines = text.split('\n');
  const found = insertedSecrets(text);
  let at = 0;
  for (const [index, line] of lines.entries()) {
    if (line.length <= 400 && SEPARATES.test(line) && MAY_HOLD.test(line) && !goesOn(lines[index - 1], line))
      found.push(...underHead(line, lines.slice(index + 1, index + 1 + MOST_ROWS), at + line.length + 1));
    at += line.length + 1;
  }
  return found;
}

/** A row like the one before is no head. */
function goesOn(before: string | undefined, line: string): boolean {
  const bars = (of: string): number => of.split('|').length;
  return before !== undefined && bars(line) > 2 && bars(before) === bars(line);
}

const INSERT =
  /\binsert\s{1,4}(?:ignore\s{1,4}|or\s\w{1,8}\s{1,4})?into\s{1,4}[\w.`"[\]]{1,80}\s{0,4}\((?<heads>[^()]{1,400})\)\s{0,8}values(?=\s{0,8}\()/gi;
const ROW = /\s{0,8},?\s{0,8}\((?<row>(?:'[^'\n]{0,512}'|\([^()'\n]{0,80}\)|[^()'\n]){1,600})\)/y;
const CELL = /(?:'[^']*'|\([^()]*\)|[^,'()])+/g;

/** `INSERT INTO users (name, password) VALUES ('ada', 'x9!')`: what stands at the place of such a column, in every row. */
function insertedSecrets(text: string): DetectedSecret[] {
  const found: DetectedSecret[] = [];
  for (const { 0: all, index, groups } of text.matchAll(INSERT)) {
    const heads = (groups?.['heads'] ?? '').split(',').map((head) => HEAD.test(head));
    if (!heads.includes(true)) continue;
    ROW.lastIndex = index + all.length;
    for (let row = ROW.exec(text), rows = 0; row && rows < MOST_ROWS; row = ROW.exec(text), rows++) {
      const start = row.index + row[0].indexOf('(') + 1;
      for (const [column, cell] of [...(row.groups?.['row'] ?? '').matchAll(CELL)].entries()) {
        const value = heads[column] ? /'([^']+)'/.exec(cell[0])?.[1] : undefined;
        if (value) found.push(...ofCell({ start: cell.index + cell[0].indexOf(value), text: value }, false, start));
      }
    }
  }
  return found;
}

function underHead(line: string, rows: readonly string[], from: number): DetectedSecret[] {
  for (const separator of SEPARATORS) {
    const heads = cells(line, separator);
    const columns = heads.flatMap(({ text }, column) =>
      HEAD.test(text) ? [{ column, ofKeys: /secret|token|key/i.test(text) }] : [],
    );
    if (heads.length < 2 || columns.length === 0) continue;
    return ofRows(rows, { separator, columns, width: heads.length }, from);
  }
  return [];
}

interface Table {
  readonly separator: RegExp;
  readonly columns: readonly { readonly column: number; readonly ofKeys: boolean }[];
  readonly width: number;
}

/** To the first line that is no row of it. */
function ofRows(rows: readonly string[], { separator, columns, width }: Table, from: number): DetectedSecret[] {
  const found: DetectedSecret[] = [];
  let at = from;
  for (const row of rows) {
    if (!/^[\s|+:=-]+$/.test(row)) {
      const all = cells(row, separator);
      if (all.length !== width || row.length > 1000) break;
      for (const { column, ofKeys } of columns) {
        const cell = all[column];
        if (cell) found.push(...ofCell(cell, ofKeys, at));
      }
    }
    at += row.length + 1;
  }
  return found;
}

/** One word that somebody chose, without the quotes and signs of markup around it. */
function ofCell({ start, text }: Cell, ofKeys: boolean, at: number): DetectedSecret[] {
  const value = text.replace(/^[`"'*]{1,3}/, '').replace(/[`"'*]{1,3}$/, '');
  if (/\s|^\[redacted:/.test(value) || value.length < 4 || !isNoPlaceholder(value)) return [];
  if (
    !isKey(value) &&
    (ofKeys || (!(isChosen(value) || (/\d/.test(value) && isCoined(value))) && !/^\d{4,8}$/.test(value)))
  )
    return [];
  const begin = at + start + text.indexOf(value);
  return [{ start: begin, end: begin + value.length, kind: 'password' }];
}
