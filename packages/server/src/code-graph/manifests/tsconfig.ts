import { parse, type ParseError } from 'jsonc-parser';
import type { PathsFacts } from '../file-facts.ts';
import { recordAt } from '../../base/record.ts';

/** Reads the path aliases of a tsconfig.json or jsconfig.json. Null = it has none. Comments and trailing commas are allowed there. What it extends is not followed. */
export function readTsconfig(text: string): PathsFacts | null {
  const errors: ParseError[] = [];
  const options = recordAt(parse(text, errors, { allowTrailingComma: true }), 'compilerOptions');
  if (errors.length > 0) return null;
  const baseUrl = typeof options['baseUrl'] === 'string' ? options['baseUrl'] : null;
  const paths = Object.entries(recordAt(options, 'paths')).map(([pattern, targets]): [string, string[]] => [
    pattern,
    Array.isArray(targets) ? targets.filter((target): target is string => typeof target === 'string') : [],
  ]);
  return baseUrl === null && paths.length === 0 ? null : { kind: 'paths', baseUrl, paths };
}
