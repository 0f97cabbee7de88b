/** Colours by meaning, read from the style sheet. */
export interface GraphColours {
  readonly ink: string;
  readonly line: string;
  readonly surface: string;
  readonly faded: string;
  readonly data: readonly string[];
}

const TYPES = ['Module', 'Function', 'Class', 'Dependency', 'Service', 'Database', 'API', 'Decision'] as const;

/** The colour of a type; the rarer types share the last. */
export function colourOf(type: string, { data }: GraphColours): string {
  const index = TYPES.findIndex((known) => known === type);
  return data[index < 0 ? TYPES.length - 1 : index] ?? '#888888';
}
