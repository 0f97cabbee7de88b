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
  /** The heaviest member; of equally heavy ones the first. Its relevance includes the corroboration, capped at 1. */
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

/** For each row the index of the first row of its cluster. */
function clusterLeaders(hashes: readonly Halves[]): number[] {
  const leaders = hashes.map((_, index) => index);
  const find = (index: number): number => {
    let at = index;
    while (leaders[at] !== at) at = leaders[at]!;
    return at;
  };
  for (let i = 1; i < hashes.length; i++) {
    for (let j = 0; j < i; j++) {
      if (!near(hashes[i]!, hashes[j]!)) continue;
      const [a, b] = [find(i), find(j)];
      leaders[Math.max(a, b)] = Math.min(a, b);
    }
  }
  return leaders.map((_, index) => find(index));
}

/**
 * Gathers near-duplicates into clusters (connected by pairs at most {@link NEAR_DUPLICATE_BITS} apart), in the order in
 * which their first members come. Quadratic: meant for the few hundred candidates of one query.
 */
export function groupNearDuplicates<T extends Clusterable>(rows: readonly T[]): NearDuplicateGroup<T>[] {
  const leaders = clusterLeaders(rows.map((row) => halves(row.simhash)));
  const clusters = new Map<number, T[]>();
  for (const [index, row] of rows.entries()) {
    const members = clusters.get(leaders[index]!);
    if (members) members.push(row);
    else clusters.set(leaders[index]!, [row]);
  }
  return [...clusters.values()].map(represent);
}

function represent<T extends Clusterable>(members: readonly T[]): NearDuplicateGroup<T> {
  const heaviest = members.reduce((best, member) => (member.weight > best.weight ? member : best));
  const others = members.filter((member) => member !== heaviest);
  const corroborating = others.filter((member) => member.agentId !== heaviest.agentId).length;
  const corroboration = Math.log2(1 + corroborating) * CORROBORATION;
  const relevance = Math.min(1, heaviest.relevance + corroboration);
  return { standing: { ...heaviest, relevance, corroboration }, others };
}
