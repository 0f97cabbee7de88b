import { InklingError } from '@inkling/engine/errors';
import { isRecord } from '../../base/record.ts';
import { applyEdits, modify, parse, type FormattingOptions, type JSONPath, type ParseError } from 'jsonc-parser';

/** A JSON value of a settings file. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

type JsonObject = { readonly [name: string]: Json };

/** An empty settings file, as clients write one. */
export const EMPTY_JSON = '{}\n';

/** Reads JSON with comments and trailing commas, as clients do. Fails with `invalid-input` on anything else: a file that is broken is not ours to mend. */
export function readJsonText(text: string, file: string): JsonObject {
  const errors: ParseError[] = [];
  const value = parse(text, errors, { allowTrailingComma: true }) as Json | undefined;
  if (errors.length === 0 && isRecord(value)) return value;
  throw new InklingError('invalid-input', `${file} is not a JSON object.`, {
    hint: 'Repair it, or go on without its client: `init --agent` and `doctor --client` name the others.',
    details: { file },
  });
}

/** Sets the value at a path, or takes it out with undefined, and leaves every other character as it is. */
export function editJson(text: string, path: JSONPath, value: Json | undefined): string {
  return applyEdits(text, modify(text, path, value, { formattingOptions: formattingOf(text) }));
}

/** Puts a value at the end of the list at a path, which is made when there is none. */
export function appendJson(text: string, path: JSONPath, value: Json, file: string): string {
  const list = valueAt(readJsonText(text, file), path);
  if (!Array.isArray(list)) return editJson(text, path, [value]);
  const options = { formattingOptions: formattingOf(text), isArrayInsertion: true };
  return applyEdits(text, modify(text, [...path, list.length], value, options));
}

/**
 * Puts a value under a key that its map has not yet, behind the others, and touches no other character: {@link editJson} lays out the lines
 * around a change anew. The map must be there.
 */
export function addJson(text: string, path: readonly string[], value: Json): string {
  const [edit] = modify(text, [...path], null, {});
  if (!edit) return text;
  const { insertSpaces, tabSize = 2, eol = '\n' } = formattingOf(text);
  const unit = insertSpaces ? ' '.repeat(tabSize) : '\t';
  const isFirst = !edit.content.startsWith(',');
  const isOneLine = !text.includes('\n') && text.trim() !== '{}';
  const line = (depth: number): string => (isOneLine ? '' : `${eol}${unit.repeat(depth)}`);
  const shown = isOneLine
    ? JSON.stringify(value)
    : JSON.stringify(value, null, unit).replaceAll('\n', line(path.length));
  const added = `${isFirst ? '' : ','}${line(path.length)}${JSON.stringify(path.at(-1))}: ${shown}${isFirst ? line(path.length - 1) : ''}`;
  return `${text.slice(0, edit.offset)}${added}${text.slice(edit.offset + edit.length)}`;
}

/** Takes out what stands at a path, with its comma, and touches no other character. */
export function dropJson(text: string, path: readonly string[]): string {
  return applyEdits(text, modify(text, [...path], undefined, {}));
}

/** What stands at a path; undefined when nothing does. */
export function valueAt(value: Json | undefined, path: JSONPath): Json | undefined {
  return path.reduce<Json | undefined>((at, step) => {
    if (Array.isArray(at) && typeof step === 'number') return (at as readonly Json[])[step];
    return isRecord(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  }, value);
}

/** The file's own way to indent and to end lines. */
function formattingOf(text: string): FormattingOptions {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
