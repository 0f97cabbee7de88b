import { isDeepStrictEqual } from 'node:util';
import { InklingError } from '@inkling/engine/errors';
import { isRecord } from '../../base/record.ts';
import {
  findNodeAtLocation,
  getNodeValue,
  parse,
  parseTree,
  stripComments,
  type JSONPath,
  type Node,
  type ParseError,
} from 'jsonc-parser';

/** A JSON value of a settings file. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

type JsonObject = { readonly [name: string]: Json };

/** An empty settings file, as clients write one. */
export const EMPTY_JSON = '{}\n';

/** Reads JSON with comments and trailing commas, as clients do. Fails with `invalid-input` on anything else: a file that is broken is not ours to mend. */
export function readJsonText(text: string, file: string): JsonObject {
  const errors: ParseError[] = [];
  const value = parse(withoutMark(text), errors, { allowTrailingComma: true }) as Json | undefined;
  if (errors.length === 0 && isRecord(value)) return value;
  throw unusable(file, 'is not a JSON object');
}

function unusable(file: string, why: string): InklingError {
  return new InklingError('invalid-input', `${file} ${why}.`, {
    hint: 'Repair the file and run this again.',
    details: { file },
  });
}

/** A byte order mark, as some editors write it, is no part of the JSON. Offsets stay. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, ' ');
}

/** Puts a value at the end of the list at a path, which is made when there is none. */
export function appendJson(text: string, path: readonly string[], value: Json, file: string): string {
  const settings = readJsonText(text, file);
  const there = valueAt(settings, path);
  if (Array.isArray(there)) return addLast(text, path, '', value);
  const map = valueAt(settings, path.slice(0, -1));
  if (map !== undefined && !isRecord(map)) throw unusable(file, `has no map under ${path.slice(0, -1).join('.')}`);
  if (there !== undefined) throw unusable(file, `has no list under ${path.join('.')}`);
  return addJson(text, path, [value]);
}

/** Puts a value under a key that its map has not yet, behind the others. The map is made when there is none. */
export function addJson(text: string, path: readonly string[], value: Json): string {
  const map = path.slice(0, -1);
  const key = JSON.stringify(path.at(-1));
  const isThere = nodeAt(text, map) !== undefined;
  return isThere ? addLast(text, map, `${key}: `, value) : addJson(text, map, { [path.at(-1) ?? '']: value });
}

/** Puts a value in the place of another one, when it differs, or under a key that its map has not yet. */
export function putJson(text: string, path: readonly string[], value: Json): string {
  const there = nodeAt(text, path);
  if (!there) return addJson(text, path, value);
  if (isDeepStrictEqual(getNodeValue(there), value)) return text;
  return `${text.slice(0, there.offset)}${JSON.stringify(value)}${text.slice(endOf(there))}`;
}

/**
 * Puts an entry at the end of a list or map, behind its comments, and touches no other character: the formatter of the parser lays out the
 * lines around a change anew. The comma stands directly behind the entry before, so that a comment at the end of its line stays with it.
 */
function addLast(text: string, path: readonly string[], key: string, value: Json): string {
  const parent = nodeAt(text, path);
  if (!parent?.children) throw new Error(`Cannot add to ${path.join('.')}, which is no list and no map.`);
  const last = parent.children.at(-1);
  const start = last ? endOf(last) : parent.offset + 1;
  const gap = blankGap(text, start, endOf(parent) - 1);
  const end = start + gap.trimEnd().length;
  const hasComma = gap.includes(',');
  const { unit, eol } = layoutOf(text);
  const isOneLine = !text.includes('\n') && text.trim() !== '{}';
  const line = (depth: number): string => (isOneLine ? '' : `${eol}${unit.repeat(depth)}`);
  const shown = isOneLine
    ? JSON.stringify(value)
    : JSON.stringify(value, null, unit).replaceAll('\n', line(path.length + 1));
  const close = last || text.slice(end, endOf(parent)).includes('\n') ? '' : line(path.length);
  const added = `${line(path.length + 1)}${key}${shown}${hasComma ? ',' : ''}${close}`;
  return `${text.slice(0, start)}${last && !hasComma ? ',' : ''}${text.slice(start, end)}${added}${text.slice(end)}`;
}

/** Takes out what stands at a path, with one comma and the blanks before it, and touches no other character. */
export function dropJson(text: string, path: Readonly<JSONPath>): string {
  const value = nodeAt(text, path);
  const entry = value?.parent?.type === 'property' ? value.parent : value;
  if (!entry?.parent?.children) return text;
  const { parent } = entry;
  const siblings = entry.parent.children;
  const at = siblings.indexOf(entry);
  const previous = siblings[at - 1];
  const start = previous ? endOf(previous) : parent.offset + 1;
  const end = siblings[at + 1]?.offset ?? endOf(parent) - 1;
  const before = blankGap(text, start, entry.offset);
  const behind = blankGap(text, endOf(entry), end);
  const isCommaBehind = behind.includes(',');
  const rest = withoutComma(text.slice(endOf(entry), end), isCommaBehind ? behind : '');
  // What stands behind the entry must not come into the comment before it.
  const isOpen = before.trimEnd().endsWith('/') && !/^[ \t]*[\r\n]/.test(rest);
  const lead = text.slice(start, isOpen ? entry.offset : start + before.trimEnd().length);
  return `${text.slice(0, start)}${withoutComma(lead, isCommaBehind ? '' : before)}${rest}${text.slice(end)}`;
}

function withoutComma(gap: string, blank: string): string {
  const comma = blank.indexOf(',');
  return comma === -1 ? gap : `${gap.slice(0, comma)}${gap.slice(comma + 1)}`;
}

/** Whether somebody's comment stands in a list or map beside the entry at a path. */
export function hasCommentBeside(text: string, path: Readonly<JSONPath>): boolean {
  const entry = nodeAt(text, path);
  const parent = nodeAt(text, path.slice(0, -1));
  if (!entry || !parent) return false;
  return hasComment(`${text.slice(parent.offset, entry.offset)}${text.slice(endOf(entry), endOf(parent))}`);
}

/** Whether a file holds nothing that anybody could miss. */
export function isEmptyJson(text: string, file: string): boolean {
  return Object.keys(readJsonText(text, file)).length === 0 && !hasComment(text);
}

function hasComment(text: string): boolean {
  return stripComments(text) !== text;
}

function nodeAt(text: string, path: Readonly<JSONPath>): Node | undefined {
  const root = parseTree(withoutMark(text), [], { allowTrailingComma: true });
  return root && findNodeAtLocation(root, [...path]);
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** What stands between two entries, with `/` or `*` for each character of a comment: the comma that is left is the list's own. */
function blankGap(text: string, start: number, end: number): string {
  return text
    .slice(start, end)
    .replaceAll(/\/\/[^\r\n]*|\/\*[^]*?\*\//g, (comment) => comment.charAt(1).repeat(comment.length));
}

/** What stands at a path; undefined when nothing does. */
export function valueAt(value: Json | undefined, path: Readonly<JSONPath>): Json | undefined {
  return path.reduce<Json | undefined>((at, step) => {
    if (Array.isArray(at) && typeof step === 'number') return (at as readonly Json[])[step];
    return isRecord(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  }, value);
}

/** The file's own way to indent and to end lines. */
function layoutOf(text: string): { readonly unit: string; readonly eol: string } {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  return { unit: indent.startsWith('\t') ? '\t' : indent, eol: text.includes('\r\n') ? '\r\n' : '\n' };
}
