import { countBits } from '../../base/count-bits.ts';

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
  /** The heaviest member, which stands for all; of equally heavy ones the first. */
  readonly leader: T;
  /** The members it stands for. */
  readonly others: readonly T[];
  /**
   * The highest of the group, since a member that concerns the focal file must not be lost behind one that does not, with the
   * corroboration added, capped at 1.
   */
  readonly relevance: number;
  readonly corroboration: number;
}

interface Home<T> {
  readonly leader: T;
  readonly others: T[];
  /** The two halves of the leader's SimHash. */
  readonly high: number;
  readonly low: number;
}

function homeOf<T>(homes: readonly Home<T>[], high: number, low: number): Home<T> | undefined {
  return homes.find((home) => countBits(home.high ^ high) + countBits(home.low ^ low) <= NEAR_DUPLICATE_BITS);
}

/**
 * Groups rows around leaders: heaviest first, each row joins the first leader within {@link NEAR_DUPLICATE_BITS} or leads
 * a group of its own. Around leaders and not by chains, so that two rows of a group are at most 6 bits apart.
 * The groups come in the order of their leaders. Quadratic: meant for the few hundred candidates of a query.
 */
export function groupNearDuplicates<T extends Clusterable>(rows: readonly T[]): NearDuplicateGroup<T>[] {
  const homes: Home<T>[] = [];
  for (const row of rows.toSorted((a, b) => b.weight - a.weight)) {
    // As signed words, which take no memory of their own.
    const high = Number.parseInt(row.simhash.slice(0, 8), 16) | 0;
    const low = Number.parseInt(row.simhash.slice(8, 16), 16) | 0;
    const home = homeOf(homes, high, low);
    if (home) home.others.push(row);
    else homes.push({ leader: row, others: [], high, low });
  }
  inOrderOf(rows, homes);
  return homes.map(corroborated);
}

function inOrderOf<T>(rows: readonly T[], homes: Home<T>[]): void {
  const position = new Map(rows.map((row, index) => [row, index]));
  homes.sort((a, b) => position.get(a.leader)! - position.get(b.leader)!);
}

function corroborated<T extends Clusterable>({ leader, others }: Home<T>): NearDuplicateGroup<T> {
  let corroborating = 0;
  let highest = leader.relevance;
  for (const { agentId, relevance } of others) {
    if (agentId !== leader.agentId) corroborating += 1;
    highest = Math.max(highest, relevance);
  }
  const corroboration = Math.log2(1 + corroborating) * CORROBORATION;
  return { leader, others, relevance: Math.min(1, highest + corroboration), corroboration };
}
