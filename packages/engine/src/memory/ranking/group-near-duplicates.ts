/** Statements whose 64-bit SimHashes differ in at most this many bits say the same thing. Source: contract section 3. */
export const NEAR_DUPLICATE_BITS = 3;

/** Relevance added for n members by other agents: log2(1 + n) × this. */
export const CORROBORATION = 0.1;

export interface Clusterable {
  /** 64-bit SimHash as 16 hex digits. */
  readonly simhash: string;
  readonly agentId: string;
  readonly weight: number;
  /** Absolute relevance, 0…1. */
  readonly relevance: number;
}

export interface NearDuplicateGroup<T> {
  /**
   * The heaviest member; of equally heavy ones the first. Its relevance is the highest of the group, since a member that concerns the
   * focal file must not be lost behind one that does not, with the corroboration added, capped at 1.
   */
  readonly standing: T & { readonly corroboration: number };
  /** The members it stands for. */
  readonly others: readonly T[];
}

type Halves = readonly [high: number, low: number];

const halves = (simhash: string): Halves => [
  Number.parseInt(simhash.slice(0, 8), 16),
  Number.parseInt(simhash.slice(8, 16), 16),
];

function bitsSet(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const nibbles = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

const near = (a: Halves, b: Halves): boolean => bitsSet(a[0] ^ b[0]) + bitsSet(a[1] ^ b[1]) <= NEAR_DUPLICATE_BITS;

/**
 * Groups rows around leaders: heaviest first, each row joins the first leader within {@link NEAR_DUPLICATE_BITS} or leads
 * a group of its own. Around leaders and not by chains, so that two rows of a group are at most 6 bits apart.
 * The groups come in the order of the rows that stand for them. Quadratic: meant for the few hundred candidates of a query.
 */
export function groupNearDuplicates<T extends Clusterable>(rows: readonly T[]): NearDuplicateGroup<T>[] {
  const groups: { leader: T; hash: Halves; others: T[] }[] = [];
  for (const row of rows.toSorted((a, b) => b.weight - a.weight)) {
    const hash = halves(row.simhash);
    const home = groups.find((group) => near(group.hash, hash));
    if (home) home.others.push(row);
    else groups.push({ leader: row, hash, others: [] });
  }
  const position = new Map(rows.map((row, index) => [row, index]));
  return groups
    .sort((a, b) => position.get(a.leader)! - position.get(b.leader)!)
    .map(({ leader, others }) => ({ standing: corroborate(leader, others), others }));
}

function corroborate<T extends Clusterable>(leader: T, others: readonly T[]): T & { corroboration: number } {
  const corroborating = others.filter((member) => member.agentId !== leader.agentId).length;
  const corroboration = Math.log2(1 + corroborating) * CORROBORATION;
  const relevance = Math.max(leader.relevance, ...others.map((member) => member.relevance));
  return { ...leader, relevance: Math.min(1, relevance + corroboration), corroboration };
}
