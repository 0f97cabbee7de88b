import type { ManifestFacts } from '../file-facts.ts';

/** Reads a go.mod. What only other modules need (`// indirect`) is left out. */
export function readGoMod(text: string): ManifestFacts {
  const name = /^module\s+"?([^\s"]+)/m.exec(text)?.[1] ?? '';
  const dependencies = new Set<string>();
  let inBlock = false;
  for (const line of text.split('\n')) {
    const words = line.trim();
    if (/^require\s*\($/.test(words)) inBlock = true;
    else if (words === ')') inBlock = false;
    else if (inBlock || words.startsWith('require ')) addRequirement(words, dependencies);
  }
  return { kind: 'manifest', ecosystem: 'go', name, dependencies: [...dependencies].toSorted(), entries: [] };
}

function addRequirement(line: string, dependencies: Set<string>): void {
  const found = /^(?:require\s+)?"?([^\s"/]\S*?)"?\s+v\S+/.exec(line);
  if (found?.[1] && !/\/\/\s*indirect/.test(line)) dependencies.add(found[1]);
}
