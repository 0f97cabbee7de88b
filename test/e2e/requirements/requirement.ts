/** One behaviour that a seed document or the contract states. */
export interface Requirement {
  /** `S<seed>-<number>` for a sentence of a seed, `C-<number>` for a point where the contract differs from a seed. */
  readonly id: string;
  /** The seed's number, or `contract`. */
  readonly seed: '000' | '001' | '002' | '003' | '004' | 'contract';
  readonly section: string;
  /** The sentence, clause, table row, list item or line of code, as the document spells it. */
  readonly sentence: string;
  readonly status: 'tested' | 'pending';
  /** What has to be built before it can be tested. Only on pending ones. */
  readonly pending?: string;
}

type Sentences = Readonly<Record<string, string>>;

interface SectionStatus {
  readonly tested?: Sentences;
  /** Grouped by what has to be built first. */
  readonly pending?: Readonly<Record<string, Sentences>>;
}

/** The requirements of one section, in the order in which they are written down. */
export function section(seed: Requirement['seed'], name: string, status: SectionStatus): Requirement[] {
  const tested = Object.entries(status.tested ?? {}).map(([id, sentence]): Requirement => ({
    id,
    seed,
    section: name,
    sentence,
    status: 'tested',
  }));
  const pending = Object.entries(status.pending ?? {}).flatMap(([reason, sentences]) =>
    Object.entries(sentences).map(([id, sentence]): Requirement => ({
      id,
      seed,
      section: name,
      sentence,
      status: 'pending',
      pending: reason,
    })),
  );
  return [...tested, ...pending];
}
