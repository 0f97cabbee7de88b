import type { PathsFacts } from '../file-facts.ts';
import { recordAt } from '../../base/record.ts';

/** Reads the path aliases of a tsconfig.json or jsconfig.json. Null = it has none. What it extends is not followed. */
export function readTsconfig(text: string): PathsFacts | null {
  const options = recordAt(JSON.parse(withoutComments(text)), 'compilerOptions');
  const baseUrl = typeof options['baseUrl'] === 'string' ? options['baseUrl'] : null;
  const paths = Object.entries(recordAt(options, 'paths')).map(([pattern, targets]): [string, string[]] => [
    pattern,
    Array.isArray(targets) ? targets.filter((target): target is string => typeof target === 'string') : [],
  ]);
  return baseUrl === null && paths.length === 0 ? null : { kind: 'paths', baseUrl, paths };
}

/** Comments and trailing commas are allowed there. Texts are matched first, so that `//` in one stays. */
function withoutComments(text: string): string {
  return text
    .replaceAll(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '$1')
    .replaceAll(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, '$1');
}
