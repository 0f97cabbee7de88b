import type { LiveTopology } from '@inkling/engine/types';
import { hierarchy, tree } from 'd3-hierarchy';

type TopologyNode = LiveTopology['nodes'][number];
type TopologyEdge = LiveTopology['edges'][number];

/** Where a session is drawn: its top left corner. */
export interface PlacedNode {
  readonly node: TopologyNode;
  readonly x: number;
  readonly y: number;
}

/** A line from one session to one that came out of it. */
export interface PlacedEdge {
  readonly edge: TopologyEdge;
  readonly path: string;
  /** Where the word on it stands. */
  readonly labelX: number;
  readonly labelY: number;
}

/** A drawing of sessions: families from left to right, one below the other. */
export interface TopologyLayout {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly width: number;
  readonly height: number;
}

export const CARD_WIDTH = 248;
export const CARD_HEIGHT = 104;
const GAP_X = 88;
const GAP_Y = 16;

interface Branch {
  readonly node: TopologyNode | null;
  readonly children: readonly Branch[];
}

/**
 * Places sessions that came out of each other beside each other, and below them those that stand alone. A session has one parent at most, so what
 * hangs together is a tree.
 */
export function layoutTopology({ nodes, edges }: Pick<LiveTopology, 'nodes' | 'edges'>): TopologyLayout {
  const tied = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const families = placeFamilies(
    nodes.filter(({ sessionId }) => tied.has(sessionId)),
    edges,
  );
  const below = bottomOf(families);
  const alone = nodes.filter(({ sessionId }) => !tied.has(sessionId));
  const cards = [...families, ...placeAlone(alone, below === 0 ? 0 : below + 2 * GAP_Y)];
  const at = new Map(cards.map((card) => [card.node.sessionId, card]));
  return {
    nodes: cards,
    edges: edges.flatMap((edge) => placeEdge(edge, at.get(edge.from), at.get(edge.to))),
    width: Math.max(0, ...cards.map(({ x }) => x + CARD_WIDTH)),
    height: bottomOf(cards),
  };
}

function placeFamilies(nodes: readonly TopologyNode[], edges: readonly TopologyEdge[]): PlacedNode[] {
  const parents = new Map(edges.map(({ from, to }) => [to, from]));
  const childrenOf = (parent: string | undefined): Branch[] =>
    nodes.filter(({ sessionId }) => parents.get(sessionId) === parent).map(branch);
  const branch = (node: TopologyNode): Branch => ({ node, children: childrenOf(node.sessionId) });
  const root: Branch = { node: null, children: childrenOf(undefined) };
  const placed = tree<Branch>()
    .nodeSize([CARD_HEIGHT + GAP_Y, CARD_WIDTH + GAP_X])
    .separation(() => 1)(hierarchy(root));
  const points = placed.descendants().filter(({ data }) => data.node !== null);
  const top = Math.min(...points.map(({ x }) => x));
  return points.flatMap(({ data: { node }, x, y }) =>
    // The tree grows downwards and the families from left to right; the invisible root takes the first column.
    node ? [{ node, x: y - (CARD_WIDTH + GAP_X), y: x - top }] : [],
  );
}

const COLUMNS = 3;

function placeAlone(nodes: readonly TopologyNode[], top: number): PlacedNode[] {
  return nodes.map((node, index) => ({
    node,
    x: (index % COLUMNS) * (CARD_WIDTH + GAP_X),
    y: top + Math.floor(index / COLUMNS) * (CARD_HEIGHT + GAP_Y),
  }));
}

function bottomOf(cards: readonly PlacedNode[]): number {
  return Math.max(0, ...cards.map(({ y }) => y + CARD_HEIGHT));
}

function placeEdge(edge: TopologyEdge, from: PlacedNode | undefined, to: PlacedNode | undefined): PlacedEdge[] {
  if (!from || !to) return [];
  const [x1, y1] = [from.x + CARD_WIDTH, from.y + CARD_HEIGHT / 2];
  const [x2, y2] = [to.x, to.y + CARD_HEIGHT / 2];
  const middle = (x1 + x2) / 2;
  return [
    { edge, path: `M${x1},${y1} C${middle},${y1} ${middle},${y2} ${x2},${y2}`, labelX: middle, labelY: (y1 + y2) / 2 },
  ];
}
