import { go } from './go.ts';
import { java } from './java.ts';
import type { Language } from './language.ts';
import { python } from './python.ts';
import { rust } from './rust.ts';
import { typescript } from './typescript.ts';

const BY_EXTENSION = new Map(
  [typescript, python, go, rust, java].flatMap((language) =>
    language.extensions.map((name) => [name, language] as const),
  ),
);

/** The language of a file, by its extension; null = none that is read. */
export function languageOf(path: string): Language | null {
  return BY_EXTENSION.get(path.slice(path.lastIndexOf('.') + 1)) ?? null;
}
